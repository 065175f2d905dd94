import AshlarCompiler
import Testing

@Suite("What is wrong with classes written by hand is said at its place")
struct HandwrittenDiagnosticTests {
  private func expect(_ swift: String, _ expected: String..., yaml: String? = nil, location: Testing.SourceLocation = #_sourceLocation) {
    var files = [("a.swift", swift)]
    if let yaml { files.append(("b.yaml", "ashlar: 1\n" + yaml)) }
    let compiler = SchemaCompiler(name: "App")
    let found = compiler.check(files.map { SourceFile(path: $0.0, text: $0.1) }).diagnostics.map {
      "\($0.location.start.line):\($0.location.start.column) \($0.severity == .warning ? "warning: " : "")\($0.message) [\($0.code)]"
    }
    #expect(found == expected, sourceLocation: location)
  }

  @Test("private models are reported (private-model)")
  func privateModel() {
    let message = "cannot be a model: emitted code in another file must name it; make it and the types around it internal [private-model]"
    expect("private class A: Object { @Persisted var a: Int }", "1:15 'A' \(message)")
    expect("private enum E {\n  class A: Object { @Persisted var a: Int }\n}", "2:9 'A' \(message)")
    expect("enum E {}\nfileprivate extension E { class A: Object { @Persisted var a: Int } }", "2:33 'A' \(message)")
    expect(
      "class A<T>: Object { @Persisted var a: Int }",
      "1:7 'A' cannot be a model: it is generic, and a schema has one table for each class [private-model]")
  }

  @Test("conditional models and properties are reported (conditional-model, conditional-property)")
  func conditions() {
    expect(
      "#if DEBUG\nclass A: Object { @Persisted var a: Int }\n#endif\nclass B: Object { @Persisted var a: Int }",
      "2:7 'A' is inside '#if', and a schema cannot depend on a condition; move the class out of it [conditional-model]")
    expect(
      "class A: Object {\n  #if os(Linux)\n  #else\n  @Persisted var a: Int\n  #endif\n  @Persisted var b: Int\n}",
      "4:18 'a' is inside '#if', and a schema cannot depend on a condition; move the property out of it [conditional-property]")
  }

  @Test("conditions: what is between '#if' and '#endif' is no part of a schema, and is refused where a schema would need it")
  func conditionalParts() {
    expect(
      "enum E: String, PersistableEnum {\n  case a\n  #if DEBUG\n  case b\n  #endif\n}\nclass A: Object { @Persisted var e: E = .a }",
      "4:8 case 'b' of 'E' is inside '#if', and a schema cannot depend on a condition; move the case out of it [conditional-case]")
    expect(
      "class A: Object {\n  @Persisted var a: Int\n  #if DEBUG\n  override class func propertiesMapping() -> [String: String] { [\"a\": \"b\"] }\n"
        + "  #endif\n}",
      "4:63 'propertiesMapping()' is inside '#if', and a schema cannot depend on a condition; move it out [conditional-setting]")
    expect(
      "#if DEBUG\nenum E: String, PersistableEnum { case a }\n#endif\nclass A: Object { @Persisted var e: E }",
      "4:37 'E' is inside '#if', and a schema cannot depend on a condition; move the type out of it [unstored-type]")
    // All else is Swift's own.
    expect("class A: Object {\n  @Persisted var a: Int\n  #if DEBUG\n  var b = 1\n  func f() {}\n  #else\n  func f() {}\n  #endif\n}")
    expect("#if canImport(Foundation)\nimport Foundation\n#endif\nclass A: Object { @Persisted var a: Int }")
    expect("class A: Object { @Persisted var a: Int }\n#if DEBUG\nextension A { func f() {} }\n#endif")
  }

  @Test("initializers of any kind are no mistake")
  func initializers() {
    expect("class A: Object {\n  @Persisted var a: Int\n  required init() { super.init() }\n}")
    expect("class A: Object {\n  @Persisted var a: Int\n  convenience init(a: Int) { self.init(); self.a = a }\n}")
    expect("class A: Object { @Persisted var a: Int }\nextension A { convenience init?<T>(_ t: T) where T: Equatable { nil } }")
  }

  @Test("unreadable and private coding is reported (unreadable-coding-keys, private-coding)")
  func coding() {
    expect("class A: Object, Codable { @Persisted private var a: Int }")
    expect("class A: Object, Encodable { @Persisted var a: Int; private var b = 1; func encode(to encoder: any Encoder) {} }")
    expect(
      "class A: Object, Codable {\n  @Persisted var a: Int\n  private var b = 1\n}",
      "3:15 'b' is private, and 'encode(to:)' of 'A' is emitted in another file; make it internal, leave it out of 'CodingKeys', or write "
        + "'encode(to:)' [private-coding]")
    expect("class A: Object, Codable {\n  @Persisted var a: Int\n  private var b = 1\n  enum CodingKeys: String, CodingKey { case a }\n}")
    expect(
      "class A: Object, Codable {\n  @Persisted var a: A?\n  @Persisted(originProperty: \"a\") var b: LinkingObjects<A>\n"
        + "  enum CodingKeys: String, CodingKey { case a }\n}")
    expect(
      "class A: Object, Codable {\n  @Persisted var a: Int\n  enum CodingKeys: String, CodingKey { case a = \"\"\"\n  a\n  \"\"\" }\n}",
      "3:49 'CodingKeys' must be an enum whose raw values are literals, since 'encode(to:)' is emitted from it; or write 'encode(to:)' in "
        + "'A' [unreadable-coding-keys]")
  }

  @Test("@Persisted outside of a model is reported (persisted-outside-model)")
  func outside() {
    expect(
      "struct A { @Persisted var a: Int }",
      "1:12 'A' has stored properties and is not a class that derives from Object, EmbeddedObject or AsymmetricObject "
        + "[persisted-outside-model]")
    expect(
      "class A: Other { @Persisted var a: Int }",
      "1:18 'A' has stored properties, but 'Object' is not found among the classes that it derives from; 'Other' is not declared in this "
        + "target [persisted-outside-model]")
    expect(
      "class A: Dog { @Persisted var a: Int }",
      "1:16 'A' cannot add stored properties to 'Dog', which is generated; add them in YAML [persisted-outside-model]",
      yaml: "objects: { Dog: { open: true, properties: { name: String } } }")
  }

  @Test("wrong arguments and missing types are reported (persisted-argument, untyped-property)")
  func arguments() {
    expect(
      "class A: Object { @Persisted(indexed: isFast) var a: Int }",
      "1:30 'indexed: isFast' is not an argument of '@Persisted'; write 'primaryKey: true', 'indexed: true', 'unique: true', 'deleteRule: .cascade' or 'originProperty: \"…\"' "
        + "[persisted-argument]")
    expect(
      "class A: Object { @Persisted var a = nextSeed() }",
      "1:34 cannot tell the type of 'a' from 'nextSeed()'; write its type [untyped-property]")
    expect("class A: Object { @Persisted var a }", "1:34 the property 'a' needs a type [untyped-property]")
  }

  @Test("a repeated property is reported (repeated-property)")
  func repeated() {
    expect(
      "class A: Object { @Persisted var a: Int }\nclass B: A { @Persisted var a: String }",
      "2:29 'B' has two properties named 'a' [repeated-property]")
  }

  @Test("older-style: a warning in a class with @Persisted, an error elsewhere")
  func olderStyle() {
    expect(
      "class A: Object {\n  @Persisted var a: Int\n  @objc dynamic var b = 1\n  let c = List<A>()\n}",
      "3:21 warning: 'b' is not stored: in a class with '@Persisted' only such properties are [older-style]",
      "4:7 warning: 'c' is not stored: in a class with '@Persisted' only such properties are [older-style]")
    expect(
      "class A: Object { @objc dynamic var b = 1 }",
      "1:37 'b' is declared in the older style, which is not stored; write '@Persisted var', or run 'ashlar import --to persisted' "
        + "[older-style]")
  }

  @Test(
    "older-style: collections and boxes by 'var' as well, but nothing that is not stored, and nothing that is ignored by name",
    arguments: [
      ("var b = List<A>()", true), ("private var b: List<A> = List()", true), ("var b = RealmOptional<Int>()", true),
      ("let b = RealmProperty<Int?>()", true), ("var b: Map<String, Int>", true), ("var b = RealmSwift.MutableSet<Int>()", true),
      ("var b: As = As()", true), ("var b: List<A>?", false), ("lazy var b = List<A>()", false), ("var b: List<A> { c }", false),
      ("static let b = List<A>()", false), ("@objc dynamic var b: Int { 1 }", false), ("var b: Results<A>?", false),
      ("var b = [A]()", false),
      ("var b = List<A>()\n  override class func ignoredProperties() -> [String] { [\"b\"] }", false),
    ])
  func unwrapped(declaration: String, isReported: Bool) {
    let source = "typealias As = List<A>\nclass A: Object {\n  @Persisted var a: Int\n  \(declaration)\n}"
    let found = SchemaCompiler(name: "App").check([SourceFile(path: "a.swift", text: source)]).diagnostics
    #expect(found.map { "\($0.location.start.line) \($0.severity) \($0.code)" } == (isReported ? ["4 warning older-style"] : []))
  }

  @Test("a computed setting is reported (computed-setting)")
  func settings() {
    expect(
      "class A: Object {\n  @Persisted var a: Int\n  override class func propertiesMapping() -> [String: String] { names }\n}",
      "3:63 'propertiesMapping()' must return a literal or a constant that has one: it is read when the program is built, and not run [computed-setting]"
    )
  }

  @Test("positions that wrappers cannot use are reported (position-taken, position-too-far, moved-positions)")
  func positions() {
    let compiler = SchemaCompiler(name: "App")
    let result = compiler.check([
      SourceFile(path: "a.swift", text: "class A: Object {\n  @Persisted var a: Int\n}"),
      SourceFile(path: "b.swift", text: "class B: A {\n  @Persisted var b: Int\n}"),
      SourceFile(path: "c.swift", text: "class C: Object {\n  @Persisted var c: Int\n}"),
    ])
    let found = result.diagnostics.map { found in
      "\(found.location.path):\(found.location.start.line) \(found.code), \(found.notes.map { "\($0.location.path):\($0.location.start.line)" })"
    }
    #expect(found == [#"b.swift:2 position-taken, ["a.swift:2"]"#])
    #expect(
      result.diagnostics.first?.message
        == "'b' is at line 2 of its file, at the same place as a property of another class that is or derives from 'A'; "
        + "add a line before one of the two")
    expect(
      "class A: Object { \(String(repeating: " ", count: 2100))@Persisted var a: Int }",
      "1:2134 'a' lies beyond line 1048575 or column 2047, which '@Persisted' cannot hold [position-too-far]")
    expect(
      "#sourceLocation(file: \"b.swift\", line: 1)\nclass A: Object { @Persisted var a: Int }",
      "1:1 '#sourceLocation' moves the positions by which '@Persisted' properties are known; move the models to another file [moved-positions]"
    )
  }

  @Test("not-closed, not-opened: in files with models only")
  func brackets() {
    expect("class A: Object {\n  @Persisted var a: Int\n", "1:17 this '{' is never closed [not-closed]")
    expect("}\nclass A: Object { @Persisted var a: Int }", "1:1 this '}' closes nothing [not-opened]")
    expect("class A {")
  }

  @Test("narrow models and failable types without a value are reported (narrow-model, failable-by-hand)")
  func surroundings() {
    expect(
      "class A: Object { @Persisted var a: Int }",
      "5:12 'dog' is public and its type 'A' is not; make the class public, or write 'access: internal' in the schema [narrow-model]",
      yaml: "objects:\n  Dog:\n    properties:\n      dog: A?\n")
    expect(
      "class A: Object { @Persisted var a: URL }\nextension URL: FailableCustomPersistable { typealias PersistedType = String }",
      "1:37 warning: a new 'URL' is converted from the default of its stored type; if that conversion fails, reading stops the program; "
        + "write an initial value or 'URL?' [failable-by-hand]")
  }

  @Test(
    "the rules of YAML hold, word for word",
    arguments: [
      ("@Persisted var a: Zyxw", "19 unknown type 'Zyxw' [unknown-type]"),
      ("@Persisted var a: A", "19 a link to 'A' must be optional; write 'A?' [link-not-optional]"),
      ("@Persisted var a: [Int]", "19 '[Int]' is not a type of the schema language; write 'List<Int>' [malformed-type]"),
      ("@Persisted var a: List<A?>", "19 a List of objects cannot contain nil; write 'List<A>' [optional-link-in-list]"),
      ("@Persisted var a: Map<String, A>", "19 an object in a Map must be optional; write 'Map<A?>' [link-in-map]"),
      ("@Persisted var a: Map<Int, Int>", "23 the key type of a Map must be String, not 'Int' [map-key]"),
      ("@Persisted var a: List<Int>?", "28 a List cannot be optional; remove the '?' [optional-collection]"),
      (
        "@Persisted var a: AnyRealmValue?",
        "19 'AnyRealmValue' cannot be optional, since it can be nil itself; write 'AnyRealmValue' [optional-any]"
      ),
      (
        "@Persisted(primaryKey: true) var a: Double",
        "12 'Double' cannot be a primary key; integers, String, UUID and ObjectId can, and enums or custom types stored as one of them "
          + "[primary-key-type]"
      ),
      (
        "@Persisted(indexed: true) var a: Double",
        "12 'Double' cannot be indexed; Bool, integers, String, Date, UUID, ObjectId and AnyRealmValue can, and enums or custom types stored as "
          + "one of them [indexed-type]"
      ),
      (
        "@Persisted var a: LinkingObjects<A>",
        "19 'LinkingObjects' needs the key 'origin', the name of the property that links to this type [missing-origin]"
      ),
      ("@Persisted(originProperty: \"b\") var a: LinkingObjects<A>", "28 'A' has no property 'b' [unknown-origin]"),
      ("@Persisted(originProperty: \"b\") var a: Int", "28 'origin' is allowed only on LinkingObjects [origin-not-allowed]"),
      ("@Persisted var a: Int8 = 200", "26 '200' is out of range for Int8 [default-out-of-range]"),
      (
        "@Persisted var realm: Int",
        "16 'realm' cannot be the name of a property: the base class has a member with this name [reserved-property-name]"
      ),
    ])
  func rules(property: String, expected: String) {
    expect("class A: Object {\n\(property)\n}", "2:\(expected)")
  }
}
