import AshlarCompiler
import AshlarSchemaTools
import Testing

@Suite("Emitted properties of every kind")
struct KindsTests {
  private func text(_ body: String) throws -> String {
    try #require(try generate([SourceFile(path: "dogs.yaml", text: "ashlar: 1\n" + body)], name: "K")["dogs.swift"])
  }

  private func property(_ type: String, _ more: String = "") throws -> String {
    let text = try text(
      """
      enums: { Mood: [calm] }
      types: { Web: { persisted: String, failable: true, swift: Zoo.Web }, Spot: { persisted: Home } }
      objects: { Dog: { properties: { x: { type: "\(type)"\(more) } } } }
      embedded: { Home: {} }
      """)
    let line = try #require(text.split(separator: "\n").first { $0.contains(" var x: ") })
    return String(line.trimmingPrefix("  public var "))
  }

  @Test(
    "each kind has its accessors",
    arguments: [
      ("MutableSet<String>", "MutableSet<String> { @inlinable get { _mutableSet(0) } set { _setMutableSet(0, newValue) } }"),
      ("MutableSet<Dog>", "MutableSet<Dog> { @inlinable get { _mutableSet(0) } set { _setMutableSet(0, newValue) } }"),
      ("Map<Int?>", "Map<String, Int?> { @inlinable get { _map(0) } set { _setMap(0, newValue) } }"),
      ("Map< String , Dog? >", "Map<String, Dog?> { @inlinable get { _map(0) } set { _setMap(0, newValue) } }"),
      ("Map<Web>", "Map<String, Zoo.Web> { @inlinable get { _map(0) } set { _setMap(0, newValue) } }"),
      ("List<Mood?>", "List<Mood?> { @inlinable get { _list(0) } set { _setList(0, newValue) } }"),
      ("List<Spot>", "List<Spot> { @inlinable get { _list(0) } set { _setList(0, newValue) } }"),
      ("AnyRealmValue", "AnyRealmValue { @inlinable get { _any(0) } set { _setAny(0, newValue) } }"),
      ("String!", "String! { @inlinable get { _optionalString(0) } set { _setOptionalString(0, newValue) } }"),
      ("Home!", "Home! { @inlinable get { _embedded(0, Home.self) } set { _setEmbedded(0, newValue) } }"),
      ("Web?", "Zoo.Web? { @inlinable get { _optionalCustom(0) } set { _setOptionalCustom(0, newValue) } }"),
      ("Web", "Zoo.Web { @inlinable get { _custom(0) } set { _setCustom(0, newValue) } }"),
      ("Spot", "Spot { @inlinable get { _customObject(0) } set { _setCustomObject(0, newValue) } }"),
      ("Spot?", "Spot? { @inlinable get { _optionalCustomObject(0) } set { _setOptionalCustomObject(0, newValue) } }"),
    ])
  func accessors(_ type: String, _ emitted: String) throws {
    #expect(try property(type) == "x: " + emitted)
  }

  @Test("the primary key of a custom type cannot be set on managed objects")
  func key() throws {
    #expect(
      try property("Web", ", primaryKey: true, default: y")
        == "x: Zoo.Web { @inlinable get { _custom(0) } set { _willSetKey(0); _setCustom(0, newValue) } }")
  }

  @Test("a new object gets generated values and Swift defaults from code")
  func made() throws {
    let text = try text(
      """
      enums: { Kind: { external: true, swift: Zoo.Kind }, Mood: [calm] }
      types: { Spot: { persisted: Home } }
      objects:
        Dog:
          properties:
            a: { type: String, primaryKey: true, default: { new: UUID } }
            b: { type: "ObjectId?", default: new }
            c: { type: Kind, default: default }
            d: { type: "Int?", default: { swift: "Limits.standard + 1" } }
            e: { type: "Dog?", default: { swift: Dog() } }
            f: { type: Spot, default: { swift: .origin } }
            g: { type: Mood, default: { swift: .calm } }
            h: { type: ObjectId, default: new }
            i: { type: UUID, default: { new: UUIDv7 } }
            j: { type: "String?", default: { new: UUIDv7 } }
      embedded: { Home: {} }
      """)
    #expect(
      text.contains(
        """
          public required init() {
            super.init()
            _setString(0, UUID._fresh().uuidString)
            _setOptionalValue(1, ObjectId.generate())
            _setValue(2, Zoo.Kind.`default`)
            _setOptionalInt(3, Limits.standard + 1)
            _setObject(4, Dog())
            _setCustomObject(5, .origin)
            _setValue(6, .calm)
            _setValue(8, UUID._freshOrdered())
            _setOptionalString(9, UUID._freshOrdered().uuidString)
          }

        """))
    #expect(text.contains("\npublic import Foundation\n"))
  }

  @Test("properties of custom types have their key paths in a table")
  func keyPathColumns() throws {
    let text = try text(
      """
      types: { Web: { persisted: String, failable: true } }
      objects: { Dog: { properties: { a: Int, b: Web, c: "Web?", d: { type: Web, default: x }, default: Web } } }
      """)
    let table = "[\\Dog.b: 1, \\Dog.c: 2, \\Dog.d: 3, \\Dog.`default`: 4]"
    #expect(text.contains("  public override class var _keyPathColumns: [AnyKeyPath: Int] { \(table) }\n"))
  }

  @Test("a custom type is checked against its stored type")
  func customTypes() throws {
    let text = try text(
      """
      types: { Web: { persisted: String, failable: true, swift: Zoo.Web }, Spot: { persisted: Home, doc: Where. } }
      embedded: { Home: {} }
      """)
    #expect(
      text.contains(
        "func _checkWeb(_ value: Zoo.Web) -> (any FailableCustomPersistable, String) { (value, value.persistableValue) }\n"))
    #expect(text.contains("func _checkSpot(_ value: Spot) -> (any CustomPersistable, Home) { (value, value.persistableValue) }\n"))
  }

  @Test("unknown values read as a case, which may be deprecated")
  func unknown() throws {
    #expect(try text("enums: { E: { unknown: b, cases: [a, b] } }").contains("  public static var _unknownCase: Self? { .b }\n"))
    let deprecated = try text("enums: { E: { unknown: b, cases: { a: , b: { deprecated: no } } } }")
    #expect(deprecated.contains("  public static var _unknownCase: Self? { allCases[1] }\n"))
  }

  @Test("asymmetric types have a base class of their own, and no place in a file")
  func asymmetric() throws {
    let files = try generate(
      [SourceFile(path: "dogs.yaml", text: "ashlar: 1\nobjects: { Dog: {} }\nasymmetric: { Bark: { properties: { a: Int } } }")], name: "K")
    #expect(files["dogs.swift"]?.contains("public nonisolated final class Bark: AsymmetricObject {\n") == true)
    #expect(files["KSchema.swift"]?.contains("let objectTypes: [ObjectBase.Type] = [Dog.self]\n") == true)
  }

  @Test("ignored properties of every kind begin with a value")
  func ignored() throws {
    let text = try text(
      """
      types: { Web: { persisted: String, failable: true }, Size: { persisted: Int } }
      objects:
        Dog:
          properties:
            a: { type: MutableSet<Int>, ignored: true }
            b: { type: "Map<Int>", ignored: true }
            c: { type: AnyRealmValue, ignored: true }
            d: { type: Web, ignored: true, default: y }
            e: { type: Web?, ignored: true, default: y }
            f: { type: Size, ignored: true }
            g: { type: Size, ignored: true, default: 3 }
            h: { type: Size?, ignored: true }
            i: { type: String, ignored: true, default: { new: UUID } }
            j: { type: Int, ignored: true, default: { swift: Limits.standard } }
      """)
    for line in [
      "a: MutableSet<Int> = MutableSet<Int>()", "b: Map<String, Int> = Map<String, Int>()", "c: AnyRealmValue = AnyRealmValue.none",
      "d: Web = Web(persistedValue: \"y\") ?? Web._rlmDefaultValue()", "e: Web? = Web(persistedValue: \"y\")",
      "f: Size = Size._rlmDefaultValue()", "g: Size = Size(persistedValue: 3)", "h: Size? = nil",
      "i: String = UUID._fresh().uuidString", "j: Int = Limits.standard",
    ] {
      #expect(text.contains("  public var \(line)\n"), "\(line)")
    }
  }
}
