internal import ArgumentParser
package import AshlarCompiler
package import AshlarGeneration
internal import AshlarSchemaTools

/// Options for printing diagnostics.
package struct DiagnosticOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  enum Color: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  @Option(help: "The format of diagnostics: text, or one JSON object per line.")
  var diagnosticFormat = Format.text

  @Option(help: "Whether diagnostics are colored; auto means only on a terminal.")
  var color = Color.auto

  @Flag(help: "Print all diagnostics, even if they do not fit on a screen of 24 lines.")
  var all = false

  package init() {}

  /// Prints diagnostics to standard error. Throws if any of them is an error.
  package func report(_ diagnostics: [Diagnostic]) throws(CommandFailure) {
    show(diagnostics)
    if diagnostics.contains(where: { $0.severity == .error }) { throw .refused }
  }

  /// Prints diagnostics to standard error. As text, prints those that fit on a screen and the number of omitted ones, unless `--all` is
  /// given or the diagnostics are the result of the command.
  package func show(_ diagnostics: [Diagnostic], isResult: Bool = false) {
    let isColored = color == .always || (color == .auto && FileSystem.isTerminal(2))
    let text =
      switch diagnosticFormat {
      case .json: diagnostics.map { $0.json() }.joined()
      case .text where all || isResult: diagnostics.map { $0.text(color: isColored) }.joined()
      case .text: Screen.text(diagnostics, color: isColored)
      }
    FileSystem.printVerbatim(text, to: 2)
  }
}
