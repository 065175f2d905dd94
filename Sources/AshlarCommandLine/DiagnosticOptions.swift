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

  @Option(help: "Whether diagnostics are coloured; auto means only on a terminal.")
  var color = Color.auto

  package init() {}

  /// Prints diagnostics to standard error. Throws if any of them is an error.
  package func report(_ diagnostics: [Diagnostic]) throws(CommandFailure) {
    show(diagnostics)
    if diagnostics.contains(where: { $0.severity == .error }) { throw .refused }
  }

  /// Prints diagnostics to standard error.
  package func show(_ diagnostics: [Diagnostic]) {
    let isColored = color == .always || (color == .auto && FileSystem.isTerminal(2))
    let text = diagnostics.map { diagnosticFormat == .json ? $0.json() : $0.text(color: isColored) }.joined()
    FileSystem.printVerbatim(text, to: 2)
  }
}
