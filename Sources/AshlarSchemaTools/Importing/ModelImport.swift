public import AshlarCompiler
internal import AshlarSchema

/// Converts models in Swift files to a schema, and models in the older style to models with `@Persisted`.
public enum ModelImport {
  /// The result of an import.
  public struct Result: Sendable {
    /// The schema; nil if `persisted` returned the result, if there are no models, or if `isRefused` is true.
    public var schema: [UInt8]?
    /// The changed Swift files at their old paths: their remainder, or their contents with `@Persisted`. Unchanged files, and files in
    /// which only comments and imports would remain, are omitted.
    public var swift: [SourceFile] = []
    /// The errors, and warnings about declarations that were not converted completely.
    public var diagnostics: [Diagnostic]
    /// Whether there is no result, because a file cannot be read or a property would be lost.
    public var isRefused = false
  }

  /// Rewrites classes in the older style as classes with `@Persisted`. Complexity: O(n) in the size of the files.
  ///
  /// - Parameter allowingLoss: Whether the import may lose stored properties. Such properties are reported in either case.
  public static func persisted(_ files: [SourceFile], allowingLoss: Bool = false) -> Result {
    let sink = DiagnosticSink()
    guard let modern = modernized(files, allowingLoss, sink) else { return Result(diagnostics: diagnostics(sink, files), isRefused: true) }
    // Problems in the converted files are reported at the corresponding locations in the original files.
    let places = modern.edits.map(\.places)
    let found = DiagnosticSink()
    let scanned = files.indices.map { HandwrittenReader.scan(modern.texts[$0], $0, found) }
    let declarations = HandwrittenReader(scanned, modern.texts, beside: [], sink: found).declarations()
    compare(
      modern, scanned, storing: declarations.flatMap(\.types).map { ($0.handwritten?.swiftName ?? "", $0.properties.map(\.name.text)) })
    modern.losses.report(found.findings.moved { places[$0.file].original($0.bytes) })
    if modern.losses.isRefused { return Result(diagnostics: diagnostics(sink, files), isRefused: true) }
    let changed = zip(files, modern.texts).filter { $0.0.bytes != $0.1.file.bytes }.map(\.1.file)
    return Result(swift: changed, diagnostics: diagnostics(sink, files))
  }

  /// Creates a schema from the models in the files, together with the Swift code that remains. Complexity: O(n log n) in the size of the
  /// files.
  ///
  /// - Parameter allowingLoss: Whether the import may lose stored properties. Such properties are reported in either case.
  public static func schema(of files: [SourceFile], allowingLoss: Bool = false) -> Result {
    let sink = DiagnosticSink()
    guard let modern = modernized(files, allowingLoss, sink) else { return Result(diagnostics: diagnostics(sink, files), isRefused: true) }
    let places = modern.edits.map(\.places)
    let found = DiagnosticSink()
    let scanned = files.indices.map { HandwrittenReader.scan(modern.texts[$0], $0, found) }
    let reader = HandwrittenReader(scanned, modern.texts, beside: [], sink: found)
    let declarations = reader.declarations()
    for foreign in declarations.flatMap(\.foreignTypes) where foreign.isQualified {
      found.report(.foreignType(foreign.swiftName), at: foreign.name.span)
    }
    let collector = ModelCollector(types: reader.types, texts: modern.texts, declarations: declarations, sink: found)
    var models = collector.models()
    let enums = declarations.flatMap(\.enums).compactMap { declaration in
      reader.types.types[declaration.externalName ?? ""].map { scanned in
        (
          declaration: declaration, scanned: scanned, comments: collector.comments(scanned.extent, scanned.name.span.file),
          isOfSchema: scanned.path.count == 1 && declaration.isListed
        )
      }
    }
    compare(modern, scanned, storing: models.map { ($0.scanned.swiftName, $0.own.map(\.name)) })
    if modern.losses.isRefused {
      modern.losses.report(found.findings.moved { places[$0.file].original($0.bytes) })
      return Result(diagnostics: diagnostics(sink, files), isRefused: true)
    }
    let remaining = RemainingSwift(collector: collector, models: models, enums: enums.filter(\.isOfSchema).map(\.scanned))
    var lost: [String: [String]] = [:]
    let rest = remaining.files(scanned) { lost[$0] = $1 }
    for index in models.indices { models[index].lastComments = lost[models[index].name] ?? [] }
    modern.losses.report(found.findings.moved { places[$0.file].original($0.bytes) })
    let access: AccessLevel = models.contains { $0.scanned.access == .public } ? .public : .internal
    let printer = SchemaPrinter(
      models: models, enums: enums, customTypes: declarations.flatMap(\.customTypes), access: access,
      bytes: { modern.texts[$0].file.bytes })
    return Result(
      schema: models.isEmpty ? nil : Array(printer.text.utf8),
      swift: rest.map { SourceFile(path: files[$0.file].path, bytes: $0.bytes) }, diagnostics: diagnostics(sink, files))
  }

  /// The converted files, and their declarations before the conversion.
  private struct Modernized {
    var before: [ScannedFile]
    var texts: [SourceText]
    var edits: [TextEdits]
    var losses: LostProperties
  }

  /// Converts the files to `@Persisted`. If a file cannot be read, reports the error and returns nil.
  private static func modernized(_ files: [SourceFile], _ allowingLoss: Bool, _ sink: DiagnosticSink) -> Modernized? {
    let texts = files.map { SourceText($0, isSwift: true) }
    let sources = texts.enumerated().map { SwiftSource($1, file: $0) }
    guard sources.allSatisfy({ SwiftFileChecker(sink: sink).check($0, always: true) }) else { return nil }
    let scanned = sources.map(DeclarationReader.read)
    let types = SwiftTypes(scanned)
    let losses = LostProperties(types: types, isAllowed: allowingLoss, sink: sink)
    let edits = zip(scanned, texts).map { ModernStyle.edits($0, types: types, text: $1, losses: losses, sink: sink) }
    let modern = zip(texts, edits).map { text, edits in
      edits.isEmpty
        ? text
        : SourceText(SourceFile(path: text.file.path, bytes: edits.text(text.file.bytes, 0..<text.file.bytes.count)), isSwift: true)
    }
    return Modernized(before: scanned, texts: modern, edits: edits, losses: losses)
  }

  /// Reports properties that were stored before the conversion and are not stored after it. A class that is not a model afterwards retains
  /// its properties with `@Persisted` in Swift.
  private static func compare(_ modern: Modernized, _ scanned: [ScannedFile], storing models: [(swiftName: String, properties: [String])]) {
    var stored = Dictionary(models.map { ($0.swiftName, Set($0.properties)) }) { first, _ in first }
    for type in scanned.flatMap(\.types) where type.keyword == .classType && stored[type.swiftName] == nil {
      stored[type.swiftName] = Set(type.properties.filter { $0.wrapper != nil }.map(\.name.text))
    }
    for file in modern.before { modern.losses.compare(file, with: stored) }
  }

  private static func diagnostics(_ sink: DiagnosticSink, _ files: [SourceFile]) -> [Diagnostic] {
    sink.diagnostics(in: files.map { SourceText($0, isSwift: true) })
  }
}
