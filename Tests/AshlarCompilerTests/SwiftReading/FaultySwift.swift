/// Faults of classes that are written by hand, by their code: `line:column` and the text of a Swift file. `§` stands for
/// `@Persisted var `, `¶` for a class `A` around the line, and `MAPPING` and `RULES` for the heads of `propertiesMapping()` and
/// `schemaRules`.
enum FaultySwift {
  static let rules: [(code: String, place: String, swift: String)] = [
    // Brackets
    ("not-closed", "1:17", "class A: Object {\n§a: Int\n"),
    ("not-opened", "1:1", "}\nclass A: Object { §a: Int }"),
    // Names
    ("column-taken", "1:133", "class A: Object { §a: Int; §b: Int; MAPPING { [\"a\": \"b\"] } }"),
    (
      "table-taken", "1:137",
      "class A: Object { §a: Int }; class B: Object { §a: Int; override class func _realmObjectName() -> String? { \"A\" } }"
    ),
    ("empty-stored-name", "1:110", "class A: Object { §a: Int; MAPPING { [\"a\": \"\"] } }"),
    ("stored-name-with-nul", "1:110", "class A: Object { §a: Int; MAPPING { [\"a\": \"\\0\"] } }"),
    ("stored-name-too-long", "1:110", "class A: Object { §a: Int; MAPPING { [\"a\": \"\(String(repeating: "a", count: 64))\"] } }"),
    ("reserved-type-name", "1:7", "class Query: Object { §a: Int }"),
    ("reserved-property-name", "2:16", "¶§realm: Int"),
    ("reserved-case-name", "1:40", "enum E: String, PersistableEnum { case RawValue }; class A: Object { §a: E }"),
    ("namespace-taken", "1:7", "class AppSchema: Object { §a: Int }"),
    ("type-named-like-target", "1:7", "class App: Object { §a: Int }"),
    ("duplicate-type", "1:93", "class A_B: Object { §a: Int }; class A: Object { §a: Int; class B: Object { §a: Int } }"),
    // Keys
    (
      "second-primary-key", "1:71", "class A: Object { @Persisted(primaryKey: true) var a: Int; @Persisted(primaryKey: true) var b: Int }"
    ),
    ("primary-key-on-embedded", "1:38", "class A: EmbeddedObject { @Persisted(primaryKey: true) var a: Int }"),
    ("primary-key-type", "2:12", "¶@Persisted(primaryKey: true) var a: Double"),
    (
      "key-on-linking-objects", "1:30",
      "class A: Object { @Persisted(primaryKey: true, originProperty: \"b\") var a: LinkingObjects<A>; §b: A? }"
    ),
    ("indexed-type", "1:30", "class A: Object { @Persisted(indexed: true) var b: List<Int> }"),
    ("indexed-type", "2:12", "¶@Persisted(indexed: true) var a: Double"),
    // Links
    ("link-not-optional", "2:19", "¶§a: A"),
    ("optional-link-in-list", "2:19", "¶§a: List<A?>"),
    ("link-in-map", "2:19", "¶§a: Map<String, A>"),
    ("embedded-cycle", "1:45", "class A: EmbeddedObject { §a: A? }"),
    ("embedded-in-set", "1:37", "class A: Object { §b: MutableSet<B> }; class B: EmbeddedObject { §a: Int }"),
    ("link-to-asymmetric", "1:37", "class A: Object { §b: B? }; class B: AsymmetricObject { @Persisted(primaryKey: true) var a: Int }"),
    (
      "asymmetric-link-without-key", "1:88",
      "class A: AsymmetricObject { @Persisted(primaryKey: true) var a: Int; §b: B? }; class B: Object { §a: Int }"
    ),
    ("linking-objects-target", "1:73", "class A: Object { @Persisted(originProperty: \"a\") var b: LinkingObjects<Int> }"),
    (
      "wrong-origin", "1:46",
      "class A: Object { @Persisted(originProperty: \"a\") var b: LinkingObjects<B> }; class B: Object { §a: Int }"
    ),
    ("missing-origin", "2:19", "¶§a: LinkingObjects<A>"),
    ("unknown-origin", "2:28", "¶@Persisted(originProperty: \"b\") var a: LinkingObjects<A>"),
    ("origin-not-allowed", "2:28", "¶@Persisted(originProperty: \"b\") var a: Int"),
    // Types
    ("malformed-type", "2:19", "¶§a: [Int]"),
    ("nested-collection", "1:42", "class A: Object { §b: List<List<Int>> }"),
    ("nested-collection", "1:49", "class A: Object { §b: Map<String, List<Int>> }"),
    ("unknown-collection", "1:37", "class A: Object { §b: Array<Int> }"),
    ("collection-without-element", "1:37", "class A: Object { §b: List }"),
    ("optional-collection", "2:28", "¶§a: List<Int>?"),
    ("map-key", "2:23", "¶§a: Map<Int, Int>"),
    ("optional-any", "2:19", "¶§a: AnyRealmValue?"),
    ("unwrapped-element", "1:42", "class A: Object { §b: List<Int!> }"),
    ("not-unwrappable", "1:37", "class A: Object { §b: Int! }"),
    ("undeclared-swift-type", "1:37", "class A: Object { §b: URL }"),
    ("unknown-type", "1:37", "class A: Object { §b: NSString }"),
    (
      "unknown-persisted-type", "1:104", "class A: Object { §b: Spot }; struct Spot: CustomPersistable { typealias PersistedType = Zyxw }"
    ),
    ("persisted-type", "2:60", "class A: Object { §b: Spot; §c: Int }\nstruct Spot: CustomPersistable { typealias PersistedType = A }"),
    // Initial values
    ("bad-default", "2:25", "¶§a: Int = \"1\""),
    ("bad-default", "2:25", "¶§a: Int = 1.5"),
    ("bad-default", "2:25", "¶§a: Int = nil"),
    ("bad-default", "2:25", "¶§a: Int = true"),
    ("bad-default", "2:26", "¶§a: Int? = #\"1\"#"),
    ("bad-default", "2:26", "¶§a: Bool = 1"),
    ("bad-default", "2:28", "¶§a: String = -1"),
    ("bad-default", "2:28", "¶§a: Double = \"\\(1)\""),
    ("default-out-of-range", "2:26", "¶§a: Int8 = 200"),
    ("default-out-of-range", "2:26", "¶§a: Int8 = -0x81"),
    ("default-out-of-range", "2:25", "¶§a: Int = 9_223_372_036_854_775_808"),
    ("default-out-of-range", "2:27", "¶§a: Float = 1e39"),
    ("unknown-default-case", "1:86", "enum E: String, PersistableEnum { case on }; class A: Object { §a: E = .off }"),
    // Enums
    ("unknown-raw-type", "1:9", "enum E: UInt, PersistableEnum { case a }; class A: Object { §a: E }"),
    ("enum-without-cases", "1:6", "enum E: Int, PersistableEnum {}; class A: Object { §a: E }"),
    ("duplicate-case", "1:40", "enum E: Int, PersistableEnum { case a, a }; class A: Object { §a: E }"),
    ("bad-raw-value", "1:41", "enum E: Int, PersistableEnum { case a = \"a\" }; class A: Object { §a: E }"),
    ("bad-raw-value", "1:44", "enum E: String, PersistableEnum { case a = 1 }; class A: Object { §a: E }"),
    ("raw-value-out-of-range", "1:42", "enum E: Int8, PersistableEnum { case a = 128 }; class A: Object { §a: E }"),
    ("raw-value-out-of-range", "1:47", "enum E: Int8, PersistableEnum { case a = 127, b }; class A: Object { §a: E }"),
    ("missing-raw-value", "1:49", "enum E: Double, PersistableEnum { case a = 1.0, b }; class A: Object { §a: E }"),
    ("duplicate-raw-value", "1:48", "enum E: Int, PersistableEnum { case a = 1, b = 0x1 }; class A: Object { §a: E }"),
    ("duplicate-raw-value", "1:47", "enum E: Int, PersistableEnum { case a, b, c = 1 }; class A: Object { §a: E }"),
    ("duplicate-raw-value", "1:47", "enum E: String, PersistableEnum { case a, b = \"a\" }; class A: Object { §a: E }"),
    ("duplicate-raw-value", "1:47", "enum E: Double, PersistableEnum { case a, b = 0.0 }; class A: Object { §a: E }"),
    // Protocols and coding
    ("conformance-to-type", "1:18", "class A: Object, B { §a: Int }; class B: Object { §a: Int }"),
    ("repeated-conformance", "2:14", "class A: Object, Named { §a: Int }\nextension A: Named {}"),
    ("repeated-conformance", "2:13", "class A: Object, Named { §a: Int }\nclass B: A, Named { §b: Int }"),
    ("repeated-conformance", "1:27", "class A: Object, Codable, Encodable { §a: Int }"),
    ("any-not-codable", "1:46", "class A: Object, Codable { §a: AnyRealmValue }"),
    ("any-not-codable", "1:53", "class A: Object, Encodable { §a: List<AnyRealmValue> }"),
    ("type-not-codable", "1:46", "class A: Object, Codable { §a: B? }; class B: Object, Decodable { §a: Int }"),
    (
      "coding-key-taken", "2:52",
      "class A: Object, Codable { §a: Int; §b: Int\n  enum CodingKeys: String, CodingKey { case a, b = \"a\" } }"
    ),
    ("private-coding", "1:63", "class A: Object, Codable { §a: Int; private var b = 1 }"),
    ("unreadable-coding-keys", "2:8", "class A: Object, Codable { §a: Int\nstruct CodingKeys: CodingKey {} }"),
    // Rules
    ("unknown-rule-property", "2:99", "¶§a: Int; var b = 1; RULES { [.index(\\A.a, \\A.b)] }"),
    ("repeated-rule-property", "2:88", "¶§a: Int; RULES { [.index(\\A.a, \\A.a)] }"),
    ("rule-of-one", "2:72", "¶§a: Int; RULES { [.unique(\\A.a)] }"),
    ("too-many-parts", "2:72", "¶§a: Int; RULES { [.index(\\.a, \\.b, \\.c, \\.d, \\.e, \\.f, \\.g, \\.h, \\.i)] }"),
    ("rule-place", "1:121", "class A: EmbeddedObject { §a: Int; §b: Int; RULES { [.index(\\A.a, \\A.b)] } }"),
    ("unique-type", "2:12", "¶@Persisted(unique: true) var a: Double"),
    ("unique-condition", "2:122", "¶§a: Int; §b: Int; RULES { [.unique(\\A.a, whenTrue: \\A.b)] }"),
    ("index-part-type", "2:112", "¶§a: Int; §b: Data; RULES { [.index(\\A.a, \\A.b)] }"),
    ("key-part-type", "2:119", "¶§a: Int; §b: Double; RULES { [.primaryKey(\\A.a, \\A.b)] }"),
    ("key-part-optional", "2:117", "¶§a: Int; §b: Int?; RULES { [.primaryKey(\\A.a, \\A.b)] }"),
    (
      "compound-key-link", "1:47",
      "class A: AsymmetricObject { §s: S? }\nclass S: Object { §a: Int; §b: Int; RULES { [.primaryKey(\\S.a, \\S.b)] } }"
    ),
    (
      "key-name-taken", "2:113",
      "class PrimaryKey: Object { §a: Int }\nclass A: Object { §a: Int; §b: Int; RULES { [.primaryKey(\\A.a, \\A.b)] } }"
    ),
    ("repeated-rule", "2:115", "¶§a: Int; §b: Int; RULES { [.index(\\A.a, \\A.b), .index(\\A.a, \\A.b)] }"),
    ("redundant-index", "2:118", "¶§a: Int; §b: Int; §c: Int; RULES { [.index(\\A.a, \\A.b), .index(\\A.a, \\A.b, \\A.c)] }"),
    ("delete-rule-place", "2:12", "¶@Persisted(deleteRule: .cascade) var a: Int"),
    (
      "delete-rule-on-embedded", "1:30",
      "class A: Object { @Persisted(deleteRule: .cascade) var b: B? }; class B: EmbeddedObject { §a: Int }"
    ),
    (
      "delete-rule-in-asymmetric", "1:40",
      "class A: AsymmetricObject { @Persisted(deleteRule: .cascade) var b: B? }\nclass B: Object { @Persisted(primaryKey: true) var a: Int }"
    ),
    ("deny-in-embedded", "1:50", "class A: EmbeddedObject { @Persisted(deleteRule: .deny) var b: B? }; class B: Object { §a: Int }"),
    ("unknown-delete-rule", "1:42", "class A: Object { @Persisted(deleteRule: .restrict) var b: B? }; class B: Object { §a: Int }"),
    (
      "delete-rule-conflict", "2:45",
      "class A: Object { §b: B? }; class B: Object { @Persisted(originProperty: \"b\", deleteRule: .deny) var x: LinkingObjects<A>\n@Persisted(originProperty: \"b\", deleteRule: .cascade) var y: LinkingObjects<A> }"
    ),
    (
      "cascade-both-ways", "1:30",
      "class A: Object { @Persisted(deleteRule: .cascade) var b: B? }\nclass B: Object { @Persisted(originProperty: \"b\", deleteRule: .cascade) var a: LinkingObjects<A> }"
    ),
    ("required-link-without-rule", "1:90", "class A: Object { §b: B?; RULES { [.required(\\A.b)] } }; class B: Object { §a: Int }"),
    ("rule-type", "2:73", "¶§a: Int; RULES { [.length(\\A.a, 1...)] }"),
    ("rule-on-elements", "2:79", "¶§a: List<Int>; RULES { [.range(\\A.a, min: 1)] }"),
    ("rule-range", "2:89", "¶§a: String; RULES { [.length(\\A.a, 5...1)] }"),
    ("rule-out-of-range", "2:91", "¶§a: Int8; RULES { [.range(\\A.a, max: 300)] }"),
    ("pattern-syntax", "2:90", "¶§a: String; RULES { [.pattern(\\A.a, \"[a\")] }"),
    ("check-types", "2:98", "¶§a: Int; §b: String; RULES { [.order(\\A.a, .less, \\A.b)] }"),
    ("default-breaks-rule", "2:25", "¶§a: Int = 5; RULES { [.range(\\A.a, max: 3)] }"),
    ("computed-rules", "2:69", "¶§a: Int; RULES { rules }"),
    ("rule-argument", "2:90", "¶§a: Int; RULES { [.range(\\A.a, max: limit)] }"),
    // What only Swift can say
    ("private-model", "1:15", "private class A: Object { §a: Int }"),
    ("conditional-model", "2:7", "#if DEBUG\nclass A: Object { §a: Int }\n#endif"),
    ("conditional-property", "3:16", "class A: Object { §b: Int\n#if DEBUG\n§a: Int\n#endif\n}"),
    ("conditional-case", "3:6", "enum E: Int, PersistableEnum {\n#if DEBUG\ncase a\n#endif\ncase b }; class A: Object { §a: E }"),
    ("conditional-setting", "3:61", "class A: Object { §a: Int\n#if DEBUG\nMAPPING { [:] }\n#endif\n}"),
    ("computed-setting", "1:102", "class A: Object { §a: Int; MAPPING { names } }"),
    ("persisted-outside-model", "1:12", "struct A { §a: Int }"),
    ("persisted-argument", "2:12", "¶@Persisted(indexed: isFast) var a: Int"),
    ("repeated-property", "2:39", "¶§a: Int; §a: Int"),
    ("untyped-property", "2:16", "¶§a = nextSeed()"),
    ("initializer-not-required", "2:33", "¶§a: Int; override init() { super.init() }"),
    ("initializer-without-super", "2:33", "¶§a: Int; required init() { a = 1 }"),
    ("missing-initializer", "2:24", "¶§a: Int; init(a: Int) { super.init(); self.a = a }"),
    ("assignment-before-super", "2:47", "¶§a: Int; required init() { self.a = 1; super.init() }"),
    ("key-not-stored", "2:70", "¶§a: Int; override class func primaryKey() -> String? { \"id\" }"),
    ("unstored-type", "2:19", "¶§a: Mood }; enum Mood: String { case calm"),
    ("older-style", "2:19", "¶@objc dynamic var a = 1"),
    ("position-too-far", "2:2117", "¶\(String(repeating: " ", count: 2101))§a: Int"),
    ("moved-positions", "1:1", "#sourceLocation(file: \"b.swift\", line: 1)\nclass A: Object { §a: Int }"),
    (
      "failable-by-hand", "1:37",
      "class A: Object { §a: URL }; extension URL: FailableCustomPersistable { typealias PersistedType = String }"
    ),
  ]

  /// Those that need a YAML file beside.
  static let besideYAML: [(code: String, place: String, swift: String, yaml: String)] = [
    (
      "projection-as-type", "2:19", "¶§a: Badge?",
      "objects:\n  Dog:\n    properties:\n      name: String\nprojections:\n  Badge:\n    of: Dog\n    properties:\n      name: name\n"
    ),
    ("mixin-as-type", "2:19", "¶§a: Named", "mixins:\n  Named:\n    properties:\n      name: String\n"),
    ("type-named-like-schema", "1:7", "class Shop: Object { §a: Int }", "schema:\n  name: Shop\n"),
  ]

  static func text(_ swift: String) -> String {
    let whole = swift.hasPrefix("¶") ? "class A: Object {\n\(swift.dropFirst())\n}" : swift
    return whole.replacing("§", with: "@Persisted var ").replacing(
      "MAPPING", with: "override class func propertiesMapping() -> [String: String]"
    ).replacing("RULES", with: "override class var schemaRules: [SchemaRule]")
  }
}
