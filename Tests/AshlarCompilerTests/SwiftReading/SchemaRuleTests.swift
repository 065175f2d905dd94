import AshlarCompiler
import AshlarSchema
import Testing

@Suite("The rules of schemas hold for classes written by hand, at their place in Swift")
struct SchemaRuleTests {
  private static let rules: [(swift: String, found: String)] = [
    // Names
    ("class A: Object { §a: Int; §b: Int; MAPPING { [\"a\": \"b\"] } }", "133 column-taken"),
    (
      "class A: Object { §a: Int }; class B: Object { §a: Int; override class func _realmObjectName() -> String? { \"A\" } }",
      "137 table-taken"
    ),
    ("class A: Object { §a: Int; MAPPING { [\"a\": \"\"] } }", "110 empty-stored-name"),
    ("class A: Object { §a: Int; MAPPING { [\"a\": \"\\0\"] } }", "110 stored-name-with-nul"),
    ("class A: Object { §a: Int; MAPPING { [\"a\": \"\(String(repeating: "a", count: 64))\"] } }", "110 stored-name-too-long"),
    ("class Query: Object { §a: Int }", "7 reserved-type-name"),
    ("class AppSchema: Object { §a: Int }", "7 namespace-taken"),
    ("class App: Object { §a: Int }", "7 type-named-like-target"),
    ("class A_B: Object { §a: Int }; class A: Object { §a: Int; class B: Object { §a: Int } }", "93 duplicate-type"),
    // Keys
    ("class A: Object { @Persisted(primaryKey: true) var a: Int; @Persisted(primaryKey: true) var b: Int }", "71 second-primary-key"),
    ("class A: EmbeddedObject { @Persisted(primaryKey: true) var a: Int }", "38 primary-key-on-embedded"),
    (
      "class A: Object { @Persisted(primaryKey: true, originProperty: \"b\") var a: LinkingObjects<A>; §b: A? }",
      "30 key-on-linking-objects"
    ),
    ("class A: Object { @Persisted(indexed: true) var b: List<Int> }", "30 indexed-type"),
    // Links
    ("class A: EmbeddedObject { §a: A? }", "45 embedded-cycle"),
    ("class A: Object { §b: MutableSet<B> }; class B: EmbeddedObject { §a: Int }", "37 embedded-in-set"),
    ("class A: Object { §b: B? }; class B: AsymmetricObject { @Persisted(primaryKey: true) var a: Int }", "37 link-to-asymmetric"),
    (
      "class A: AsymmetricObject { @Persisted(primaryKey: true) var a: Int; §b: B? }; class B: Object { §a: Int }",
      "88 asymmetric-link-without-key"
    ),
    ("class A: Object { @Persisted(originProperty: \"a\") var b: LinkingObjects<Int> }", "73 linking-objects-target"),
    ("class A: Object { @Persisted(originProperty: \"a\") var b: LinkingObjects<B> }; class B: Object { §a: Int }", "46 wrong-origin"),
    // Types
    ("class A: Object { §b: List<List<Int>> }", "42 nested-collection"),
    ("class A: Object { §b: Map<String, List<Int>> }", "49 nested-collection"),
    ("class A: Object { §b: Array<Int> }", "37 unknown-collection"),
    ("class A: Object { §b: List }", "37 collection-without-element"),
    ("class A: Object { §b: List<Int!> }", "42 unwrapped-element"),
    ("class A: Object { §b: Int! }", "37 not-unwrappable"),
    ("class A: Object { §b: URL }", "37 undeclared-swift-type"),
    ("class A: Object { §b: NSString }", "37 unknown-type"),
    ("class A: Object { §b: Spot }; struct Spot: CustomPersistable { typealias PersistedType = Zyxw }", "104 unknown-persisted-type"),
    ("class A: Object { §b: Other.State }", "37 foreign-type"),
    ("class A: Object { §b: Map<String, Other.State?> }", "37 foreign-type"),
  ]

  @Test("each at its place", arguments: rules)
  func rule(swift: String, found: String) {
    let text = swift.replacing("§", with: "@Persisted var ").replacing(
      "MAPPING", with: "override class func propertiesMapping() -> [String: String]")
    let compiler = SchemaCompiler(name: "App")
    let result = compiler.check([SourceFile(path: "a.swift", text: text)])
    #expect(result.diagnostics.map { "\($0.location.start.line):\($0.location.start.column) \($0.code)" } == ["1:\(found)"])
  }

  @Test("bytes that positions cannot be counted in are refused in files with models")
  func bytes() {
    func codes(_ bytes: [UInt8]) -> [String] {
      SchemaCompiler(name: "App").check([SourceFile(path: "a.swift", bytes: bytes)]).diagnostics.map {
        "\($0.location.start.line):\($0.location.start.column) \($0.code)"
      }
    }
    let model = Array("class A: Object { @Persisted var a: Int }\n".utf8)
    #expect(codes(model + [0xFF]) == ["2:1 invalid-utf8"])
    #expect(codes(model + [0x0D, 0x20]) == ["2:1 lone-carriage-return"])
    #expect(codes(model + Array(repeating: 0x20, count: SourceFile.sizeLimit)).map { $0.hasSuffix("file-too-large") } == [true])
    #expect(codes([0xFF, 0x0D, 0x20]) == [])
  }

  @Test("a type of another module is what a YAML file of the target says of it")
  func foreign() throws {
    let compiler = SchemaCompiler(name: "App")
    let files = [
      SourceFile(
        path: "a.swift", text: "import Other\nclass A: Object { @Persisted var s: Other.State?; @Persisted var u: List<Other.Unit> }"),
      SourceFile(
        path: "b.yaml",
        text:
          "ashlar: 1\nenums:\n  State: { raw: Int, external: true, swift: Other.State }\ntypes:\n  Unit: { persisted: String, swift: Other.Unit }\n"
      ),
    ]
    let schema = try #require(compiler.check(files).schema, "\(compiler.check(files).diagnostics.map { $0.text() })")
    let properties = schema.model.entities[0].properties
    #expect(properties[0].type == .int && properties[1].customName == "Unit")
    let text = compiler.generate(schema).map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    #expect(text.contains("(Other.State?).self") && text.contains("(List<Other.Unit>).self"))
  }
}
