import AshlarCompiler
import AshlarSchema
import Testing

@Suite("Types of properties that are declared with an initial value alone")
struct InferredTypeTests {
  /// The types of the properties of a class `A`, or what is wrong with the files.
  private func types(_ body: String, _ rest: String = "") -> [String] {
    let compiler = SchemaCompiler(name: "App")
    let result = compiler.check([
      SourceFile(path: "a.swift", text: "class A: Object {\n\(body)\n}"), SourceFile(path: "b.swift", text: rest),
    ])
    guard let schema = result.schema else { return result.diagnostics.map { "\($0.message) [\($0.code)]" } }
    return schema.model.entities.first { $0.name == "A" }?.properties.map { "\($0.name): \($0.type)\($0.isOptional ? "?" : "")" } ?? []
  }

  @Test(
    "follow from constants, variables, cases and static methods of the target, wherever they are declared",
    arguments: [
      ("Constants.title", "enum Constants { static let title = \"\" }", "a: string"),
      ("Constants.x", "struct Constants { static let x: Float = 1 }", "a: float"),
      ("Outer.Inner.start", "enum Outer { struct Inner { static var start = Date() } }", "a: date"),
      ("Outer.first", "enum Outer { static let first = Outer.second; static let second = third }\nlet third = 1.5", "a: double"),
      ("Mood.calm.rawValue", "enum Mood: Int8 { case calm }", "a: int8"),
      ("Sort.Modified", "enum Sort: String, PersistableEnum { case Modified, Name }", "a: string"),
      ("Sort.standard", "enum Sort: Int, PersistableEnum { case name; static let standard = Sort.name }", "a: int"),
      ("Sort.standard", "enum Sort: Int, PersistableEnum { case name; static var standard: Self { .name } }", "a: int"),
      ("Sort.standard.rawValue", "enum Sort: Int, PersistableEnum { case name; static let standard = Sort.name }", "a: int"),
      ("standardTitle", "let standardTitle = \"\"", "a: string"),
      ("Self.title", "extension A { static let title = \"\" }", "a: string"),
      ("String.untitled", "extension String { static let untitled = \"\" }", "a: string"),
      ("Date.start", "extension Date { static let start: TimeInterval = 1 }", "a: double"),
      ("Keys.make()", "enum Keys { static func make() -> UUID { UUID() } }", "a: uuid"),
      ("Keys.make()", "enum Keys { static func make() throws -> String? { nil } }", "a: string?"),
      ("0 as Float", "", "a: float"), ("nil as Int?", "", "a: int?"),
      ("Date.distantPast", "", "a: date"), ("ObjectId.generate()", "", "a: objectId"),
    ])
  func inferred(value: String, rest: String, expected: String) {
    #expect(types("  @Persisted var a = \(value)", rest) == [expected])
  }

  @Test(
    "are to be written where only the Swift compiler knows them",
    arguments: [
      ("Constants.x", "enum Constants { static let x = compute() }"), ("Constants.y", "enum Constants { static let x = 1 }"),
      ("Constants.x", "enum Constants { static let x = Constants.x }"),
      ("Keys.make()", "enum Keys { static func make() -> Int { 1 }; static func make() -> String { \"\" } }"), ("nextTag()", ""),
    ])
  func unknown(value: String, rest: String) {
    #expect(
      types("  @Persisted var a = \(value)", rest) == ["cannot tell the type of 'a' from '\(value)'; write its type [untyped-property]"])
  }

  @Test("names that Foundation, the standard library and Core Location give to other types mean these")
  func aliases() {
    #expect(
      types("  @Persisted var a: TimeInterval\n  @Persisted var b: List<Foundation.TimeInterval>\n  @Persisted var c: CLLocationDegrees?")
        == ["a: double", "b: double", "c: double?"])
    #expect(types("  @Persisted var a: TimeInterval", "typealias TimeInterval = Int") == ["a: int"])
  }

  @Test("enums and custom types conform through protocols and aliases of the target")
  func protocols() {
    #expect(
      types("  @Persisted var a: E", "protocol Stored: PersistableEnum, Codable {}\nenum E: String, Stored { case a }") == ["a: string"])
    #expect(types("  @Persisted var a: E", "typealias Stored = PersistableEnum & Codable\nenum E: Int, Stored { case a }") == ["a: int"])
    #expect(
      types(
        "  @Persisted var a: Link",
        "protocol Stored: Named, CustomPersistable {}\nprotocol Named {}\nstruct Link: Stored { typealias PersistedType = String }")
        == ["a: string"])
  }
}
