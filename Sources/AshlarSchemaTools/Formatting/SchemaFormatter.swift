public import AshlarCompiler
import AshlarSchema

/// Formats schemas in canonical layout and key order, with their comments.
public enum SchemaFormatter {
  /// The result of formatting.
  public enum Outcome: Sendable {
    /// The formatted files, without those that already had the canonical layout, sorted by path.
    case formatted([SourceFile])
    /// The schema has errors, which are among the diagnostics. Its files are unchanged.
    case refused
    /// The formatter has a bug: this file would lose a comment, or formatting it again would change it. If the meaning of the schema would
    /// change, this is the first file that formatting changes. No file is changed.
    case unsafe(path: String)
  }

  /// The maximum number of passes. Comments are attached by their columns, so a layout can depend on the previous one; few passes suffice.
  private static let roundLimit = 8

  /// Formats the files of one schema. Complexity: O(n log n) in the size of the files.
  public static func format(_ files: [SourceFile]) -> (outcome: Outcome, diagnostics: [Diagnostic]) {
    let compiler = SchemaCompiler(needsName: false)
    let before = compiler.check(files)
    guard let schema = before.schema else { return (.refused, before.diagnostics) }
    let formatted = files.map { file in layout(file) ?? file }
    for (file, result) in zip(files, formatted) where comments(file) != comments(result) || layout(result)?.bytes != result.bytes {
      return (.unsafe(path: file.path), before.diagnostics)
    }
    guard let after = compiler.check(formatted).schema, isSame(schema, after) else {
      let changed = zip(files, formatted).first { $0.0.bytes != $0.1.bytes }?.0
      return (.unsafe(path: changed?.path ?? ""), before.diagnostics)
    }
    let changed = zip(files, formatted).filter { $0.0.bytes != $0.1.bytes }.map(\.1)
    return (.formatted(changed.ordered(byBytes: \.path)), before.diagnostics)
  }

  /// Returns the file in canonical layout; nil if it is empty or cannot be parsed.
  private static func layout(_ file: SourceFile) -> SourceFile? {
    var file = file
    for _ in 0..<roundLimit {
      guard let (text, root) = parse(file) else { return nil }
      let result = Array(LayoutPrinter.text(root, in: text, comments: CommentMap(text, root: root)).utf8)
      if result == file.bytes { break }
      file.bytes = result
    }
    return file
  }

  private static func comments(_ file: SourceFile) -> [String]? {
    parse(file).map { CommentMap($0, root: $1).all }
  }

  private static func parse(_ file: SourceFile) -> (text: SourceText, root: SyntaxNode)? {
    let text = SourceText(file)
    return SyntaxParser.parse(text, file: 0, sink: DiagnosticSink()).root.map { (text, $0) }
  }

  private static func isSame(_ a: ResolvedSchema, _ b: ResolvedSchema) -> Bool {
    a.model == b.model && a.access == b.access && a.imports == b.imports && a.documentation == b.documentation
  }
}
