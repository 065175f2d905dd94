internal import ArgumentParser
internal import AshlarGeneration

/// The subcommand `ashlar plugin --for VERSION generate …`, which the build plugin `AshlarGenerateInstalled` runs instead of a tool of its
/// own.
struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "Generates models for the build plugin AshlarGenerateInstalled.", shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []

  func run() throws { try Generation(arguments: arguments).run() }
}
