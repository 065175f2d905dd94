import AshlarCompiler
import AshlarSchema
import Testing

@Suite("Settings in class methods of a model")
struct ClassSettingsTests {
  private func check(_ text: String) -> (model: SchemaModel?, messages: [String]) {
    let compiler = SchemaCompiler(name: "App")
    let result = compiler.check([SourceFile(path: "a.swift", text: text)])
    return (result.schema?.model, result.diagnostics.map { "\($0.location.start.line) \($0.message) [\($0.code)]" })
  }

  @Test("names of columns may be a constant of the class, of another type or of the file")
  func mapping() {
    for (value, rest) in [
      ("names", "extension A { static let names = [\"a\": \"first\"] }"),
      ("Self.names", "extension A { static let names = [\"a\": \"first\"] }"),
      ("Names.of.map", "enum Names { enum of { static let map: [String: String] = [\"a\": \"first\",] } }"),
      ("return names", "let names = [\"a\": \"first\"]"),
    ] {
      let found = check(
        "class A: Object {\n@Persisted var a: Int\noverride class func propertiesMapping() -> [String: String] { \(value) }\n}\n\(rest)")
      #expect(found.model?.entities.first?.properties.first?.storedName == "first", "\(found.messages)")
    }
    let computed = check(
      "class A: Object {\n@Persisted var a: Int\noverride class func propertiesMapping() -> [String: String] { names() }\n}\n"
        + "func names() -> [String: String] { [:] }")
    #expect(
      computed.messages
        == [
          "3 'propertiesMapping()' must return a literal or a constant that has one: it is read when the program is built, and not run [computed-setting]"
        ])
  }

  @Test(
    "the table has the name that a method or '@objc' gives to the class",
    arguments: [
      ("class A: Object {", "override class func _realmObjectName() -> String? { \"Renamed\" }"),
      ("class A: Object {", "override class func className() -> String { return \"Renamed\" }"),
      ("class A: Object {", "override class func className() -> String { name }; static let name = \"Renamed\""),
      ("@objc(Renamed) class A: Object {", ""), ("@objc(Renamed)\npublic final class A: Object {", ""),
    ])
  func table(head: String, method: String) {
    let found = check("\(head)\n@Persisted var a: Int\n\(method)\n}")
    #expect(found.model?.entities.first?.storedName == "Renamed" && found.model?.entities.first?.name == "A", "\(found.messages)")
  }

  @Test("a name that is computed is refused: another table would be opened, and be empty")
  func computed() {
    let found = check("class A: Object {\n@Persisted var a: Int\noverride class func className() -> String { prefix + \"A\" }\n}")
    #expect(
      found.messages
        == [
          "3 'className()' must return a literal or a constant that has one: it is read when the program is built, and not run [computed-setting]"
        ])
    #expect(
      check("class A: Object {\n@Persisted var a: Int\noverride class func _realmObjectName() -> String? { nil }\n}").model?.entities.first?
        .storedName == "A")
  }

  @Test("'primaryKey()' names the primary key, and overloads of it name nothing")
  func primaryKey() {
    func key(_ method: String, _ rest: String = "") -> [String] {
      let found = check("class A: Object {\n@Persisted var a: Int\n@Persisted var b: String\n\(method)\n}\n\(rest)")
      return found.model?.entities.map { "\($0.name): \($0.primaryKey.map { "\($0)" } ?? "none")" } ?? found.messages
    }
    #expect(key("override class func primaryKey() -> String? { \"b\" }") == ["A: 1"])
    #expect(key("override static func primaryKey() -> String? { return \"b\" }") == ["A: 1"])
    #expect(key("override class func primaryKey() -> String? { key }; static let key = \"b\"") == ["A: 1"])
    #expect(key("override class func primaryKey() -> String? { nil }") == ["A: none"])
    #expect(
      key("func primaryKey(of other: A) -> String { \"a\" }; static func primaryKey(_ name: String) -> String? { name }") == ["A: none"])
    #expect(
      key(
        "override class func primaryKey() -> String? { \"b\" }; func primaryKey(of other: A) -> String { \"a\" }",
        "class B: A { @Persisted var c: Int }")
        == ["A: 1", "B: 1"])
    #expect(
      key("override class func primaryKey() -> String? { \"uuid\" }")
        == ["4 'primaryKey()' of 'A' names 'uuid', which is not a property with '@Persisted' [key-not-stored]"])
    #expect(
      key("@Persisted(primaryKey: true) var c: Int; override class func primaryKey() -> String? { \"b\" }")
        == ["4 a type can have only one primary key [second-primary-key]"])
  }

  @Test("properties of classes with a common superclass may lie at one place where their columns are the same")
  func places() {
    func check(_ b: String, _ c: String) -> [String] {
      SchemaCompiler(name: "App").check([
        SourceFile(path: "a.swift", text: "class A: Object { @Persisted var a: Int }"), SourceFile(path: "b.swift", text: b),
        SourceFile(path: "c.swift", text: c),
      ]).diagnostics.map { "\($0.location.path) \($0.code)" }
    }
    #expect(check("class B: A {\n@Persisted var b: Int\n@Persisted var d: Int\n}", "class C: A {\n@Persisted var c: Int\n}") == [])
    #expect(
      check("class B: A {\n@Persisted var b: Int\n@Persisted var d: Int\n}", "class C: A {\n\n@Persisted var c: Int\n}") == [
        "c.swift position-taken"
      ])
  }

  @Test("two files of one name are two files")
  func names() {
    let compiler = SchemaCompiler(name: "App")
    let result = compiler.check([
      SourceFile(path: "Models/User.swift", text: "class A: Object { @Persisted var a: Int }"),
      SourceFile(path: "Views/User.swift", text: "class B: Object { @Persisted var b: A? }"),
    ])
    #expect(result.schema?.model.entities.map(\.name) == ["A", "B"])
  }
}
