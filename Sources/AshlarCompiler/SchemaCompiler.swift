public import AshlarSchema

/// Compiles schema files to Swift files and a descriptor.
///
/// In files whose names end in `.swift`, classes with `@Persisted` are part of the schema. Code for them is generated in the file for the
/// schema itself.
///
/// Every function is pure: the same files in any order produce the same result, and nothing else is read or written.
public struct SchemaCompiler: Sendable {
  /// The result of checking.
  public struct Result: Sendable {
    /// The schema; nil if there are errors.
    public var schema: ResolvedSchema?
    /// The diagnostics, sorted by file and position.
    public var diagnostics: [Diagnostic]
  }

  /// The target's name. It determines the name of the file for the schema itself, and the name of the schema if no file specifies one.
  public var name: String?
  /// The access level of the generated types; nil for the one that the schema declares, or public if it declares none.
  public var access: AccessLevel?
  /// The releases of the schema.
  public var history: SchemaHistory
  /// Whether a schema without a name is an error. Nothing can be generated without a name.
  public var needsName: Bool
  /// The names of the target's Swift files, which generated files must not have.
  public var ownNames: [String] = []

  /// Creates a compiler.
  public init(name: String? = nil, access: AccessLevel? = nil, history: SchemaHistory = SchemaHistory(), needsName: Bool = true) {
    self.history = history
    self.name = name
    self.access = access
    self.needsName = needsName
  }

  /// Returns whether a schema can have this name, which must be a Swift identifier.
  public static func isValidName(_ name: String) -> Bool { SwiftIdentifier.isValid(name) }

  /// Returns the one of `names` of which `name` is probably a misspelling; nil if no name is similar enough.
  public static func nearestName(to name: String, in names: [String]) -> String? { Spelling.nearest(to: name, in: names) }

  /// Parses, checks and resolves the files, and reports the mistakes in all of them, at most 1,000. The declarations in a file with a
  /// syntax error are not checked. Complexity: O(n log n) in the size of the files.
  public func check(_ files: [SourceFile]) -> Result {
    let texts = Self.sorted(files).map { SourceText($0, isSwift: $0.isSwift) }
    let sink = DiagnosticSink()
    let declarations = Self.declarations(texts, sink)
    let resolver = Resolver(
      declarations: declarations, texts: texts, defaultName: name, needsName: needsName, accessOverride: access, history: history,
      ownNames: ownNames, sink: sink)
    var schema = resolver.resolve()
    if let model = schema?.model { HistoryChecker(history: history, declarations: declarations, sink: sink).check(model) }
    if sink.hasErrors { schema = nil }
    return Result(schema: schema, diagnostics: sink.diagnostics(in: texts))
  }

  /// Reads the declarations of all files. Swift files contribute only classes with `@Persisted` and the types that these store.
  private static func declarations(_ texts: [SourceText], _ sink: DiagnosticSink) -> SchemaDeclarations {
    let (swift, yaml) = (texts.indices.filter { texts[$0].isSwift }, texts.indices.filter { !texts[$0].isSwift })
    let trees = yaml.map { SyntaxParser.parse(texts[$0], file: $0, sink: sink) }
    let written = trees.map(FileReader(sink: sink).read)
    let handwritten = HandwrittenReader.read(swift, texts: texts, beside: written, sink: sink)
    return SchemaDeclarations(files: (written + handwritten).sorted { $0.file < $1.file })
  }

  /// Returns the generated Swift files, sorted by name.
  public func generate(_ schema: ResolvedSchema) -> [GeneratedFile] {
    SchemaEmitter(schema: schema).files()
  }

  /// Returns a text with the path and the syntax tree of each YAML file, sorted by path, and the diagnostics.
  public func parsed(_ files: [SourceFile]) -> (text: String, diagnostics: [Diagnostic]) {
    let texts = Self.sorted(files.filter { !$0.isSwift }).map(SourceText.init(_:))
    let sink = DiagnosticSink()
    let trees = texts.enumerated().map { SyntaxParser.parse($1, file: $0, sink: sink) }
    let text = zip(texts, trees).map { "\($0.file.path)\n" + ($1.root.map { SyntaxPrinter.text($0, indent: 1) } ?? "") }.joined()
    return (text, sink.diagnostics(in: texts))
  }

  private static func sorted(_ files: [SourceFile]) -> [SourceFile] {
    files.ordered(byBytes: \.path)
  }
}
