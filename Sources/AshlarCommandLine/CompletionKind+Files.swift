internal import ArgumentParser
internal import AshlarCompiler
internal import AshlarGeneration
internal import AshlarSchemaTools

/// What shells offer for arguments.
extension CompletionKind {
  /// Schema files, and folders on the way to them.
  static let schemas = CompletionKind.file(extensions: ["yaml", "yml", "swift"])
  /// Descriptors.
  static let descriptors = CompletionKind.file(extensions: ["ashlarbin"])
  /// Whatever a schema can be read from.
  static let schemaSources = CompletionKind.file(extensions: ["yaml", "yml", "swift", "ashlarbin"])
  /// The codes of diagnostics, asked of the command itself: a script made by an older one knows the new ones too.
  static let diagnosticCodes = CompletionKind.custom { _, _, _ in DiagnosticExplanation.all.map(\.code) }
}
