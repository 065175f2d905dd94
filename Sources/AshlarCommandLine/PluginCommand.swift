internal import ArgumentParser
internal import AshlarGeneration

/// `ashlar plugin --for VERSION generate …`: what the build plugin `AshlarGenerateInstalled` runs in place of a tool of its own.
struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "Generates models for the build plugin AshlarGenerateInstalled.", shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []

  func run() throws { try Generation(arguments: arguments).run() }
}
