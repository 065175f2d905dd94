internal import ArgumentParser
internal import AshlarCompiler
internal import AshlarGeneration
internal import AshlarSchemaTools

/// Completions that shells offer for arguments.
extension CompletionKind {
  /// Schema files, and folders on the path to them.
  static let schemas = CompletionKind.file(extensions: ["yaml", "yml", "swift"])
  /// Descriptors.
  static let descriptors = CompletionKind.file(extensions: ["ashlarbin"])
  /// All files from which a schema can be read.
  static let schemaSources = CompletionKind.file(extensions: ["yaml", "yml", "swift", "ashlarbin"])
  /// The codes of diagnostics. The shell's completion script queries them from the command, so that an older script also completes new
  /// codes.
  static let diagnosticCodes = CompletionKind.custom { _, _, _ in DiagnosticExplanation.all.map(\.code) }
}
