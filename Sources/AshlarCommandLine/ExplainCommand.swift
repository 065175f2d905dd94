internal import ArgumentParser
internal import AshlarCompiler
internal import AshlarGeneration
internal import AshlarSchemaTools

/// The subcommand `ashlar explain`.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explains a diagnostic, with an example of the mistake and its correction.",
    discussion: """
      The code is the name in square brackets at the end of a message. Without a code, the command lists all codes. 'plugin' explains why \
      Swift does not find the types of a schema.

      Examples:
        ashlar explain unknown-type
        ashlar explain unknown-type --all
        ashlar explain plugin
        ashlar explain

      Exits with 2 if the code is unknown.
      """)

  @Argument(help: "A diagnostic's code.", completion: .diagnosticCodes)
  var code: String?

  @Flag(help: "Print the whole explanation, even if it does not fit on a screen of 24 lines.")
  var all = false

  @Flag(help: .hidden)
  var markdown = false

  func run() throws {
    if markdown { return FileSystem.print(DiagnosticExplanation.markdown(), to: 1) }
    guard let code else { return FileSystem.print(DiagnosticExplanation.list(), to: 1) }
    // Some users paste a message of the Swift compiler instead of a code.
    if code == "plugin" || code.contains("cannot find") || code.contains("in scope") {
      return FileSystem.print(PackageSetup.missingPlugin, to: 1)
    }
    guard let explanation = DiagnosticExplanation.explanation(of: code) else {
      let hint = DiagnosticExplanation.nearestCode(to: code).map { "; did you mean '\($0)'?" } ?? ""
      throw CommandFailure.usage("unknown diagnostic '\(code)'" + hint)
    }
    FileSystem.print(all ? explanation.text() : explanation.screen(), to: 1)
  }
}
