internal import ArgumentParser
internal import AshlarGeneration

/// The subcommand `ashlar plugin --for VERSION generate …`. The build plugin `AshlarGenerateInstalled` runs it, so that the build compiles
/// no tool.
struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "Generates models for the build plugin AshlarGenerateInstalled.", shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []

  func run() throws { try Generation(arguments: arguments).run() }
}
