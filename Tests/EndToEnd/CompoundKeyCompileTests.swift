import Foundation
import TestSupport
import TestTraits
import Testing

@testable import AshlarCompiler

@Suite(
  "Primary keys of several properties in compiled code", .blocking,
  .enabled(if: Compiler.modules != nil, "the library is built beside the tests"))
struct CompoundKeyCompileTests {
  private static let yaml = """
    ashlar: 1
    schema: { name: Kennel }
    enums:
      Row: { raw: Int8, cases: [first, second] }
      Side: { raw: String, cases: [left, right], unknown: left }
    types: { Code: { persisted: String } }
    objects:
      Seat:
        primaryKey: [row, hall, side, code, class, day]
        properties:
          hall: Int32
          row: Row
          side: Side
          code: Code
          class: { type: UUID, column: c }
          day: Date
          note: String
      Loge:
        open: true
        primaryKey: [a, b]
        properties: { a: ObjectId, b: Bool }
    """

  private static let swift = """
    public import Ashlar
    public import Foundation

    public class Chair: Object {
      @Persisted public var hall: Int
      @Persisted public var chair: String
      @Persisted public var made: Date
      public override class var schemaRules: [SchemaRule] { [.primaryKey(\\Chair.hall, \\Chair.chair, \\Chair.made)] }
    }
    public class Throne: Chair { @Persisted public var guests: Int }

    """

  private static let support = """
    public import Ashlar

    public struct Code: CustomPersistable, Sendable {
      public typealias PersistedType = String
      public init(persistedValue: String) {}
      public var persistableValue: String { "" }
    }

    """

  // What the Swift compiler says about the emitted code and `uses`.
  private func messages(_ uses: String) throws -> String {
    let files = [SourceFile(path: "seats.yaml", text: Self.yaml), SourceFile(path: "Chairs.swift", text: Self.swift)]
    let compiler = SchemaCompiler(name: "Kennel")
    let result = compiler.check(files)
    let generated = compiler.generate(try #require(result.schema, "\(result.diagnostics.map { $0.text() }.joined())"))
    let folder = try TemporaryFolder()
    for file in generated { try folder.write(file.text, to: file.name) }
    try folder.write(Self.swift, to: "Chairs.swift")
    try folder.write(Self.support, to: "Support.swift")
    try folder.write("import Ashlar\nimport Foundation\n\n" + uses, to: "Uses.swift")
    return try Compiler.typecheck(["Chairs.swift", "Support.swift", "Uses.swift"] + generated.map(\.name), in: folder.url).errors
  }

  @Test("the emitted code compiles, and '.init' names the values without a type")
  func accepted() throws {
    let found = try messages(
      """
      nonisolated func uses(_ realm: Realm, _ chair: Chair) {
        let seat: Seat? = realm.object(
          ofType: Seat.self,
          forPrimaryKey: .init(row: .first, hall: 1, side: .left, code: "x", class: UUID(), day: Date()))
        _ = realm.object(ofType: Chair.self, forPrimaryKey: .init(hall: 1, chair: "A", made: Date()))
        _ = realm.object(ofType: Throne.self, forPrimaryKey: Chair.PrimaryKey(hall: 1, chair: "A", made: Date()))
        _ = realm.object(ofType: Loge.self, forPrimaryKey: .init(a: .generate(), b: true))
        let keys: Set<Seat.PrimaryKey> = []
        _ = (seat, keys)
        seat?.hall = 2
        chair.hall = 3
      }
      nonisolated func generic<T: Object>(_ realm: Realm, _ type: T.Type, _ key: Any) -> T? {
        realm.object(ofType: type, forPrimaryKey: key)
      }
      nonisolated func generic<T: Object & CompoundKeyed>(_ realm: Realm, _ type: T.Type, key: T.PrimaryKey) -> T? {
        realm.object(ofType: type, forPrimaryKey: key)
      }

      """)
    #expect(found == "")
  }

  @Test("a key of another type is a warning, and a misspelled part an error")
  func rejected() throws {
    let warned = try messages(
      "nonisolated func a(_ realm: Realm) { _ = realm.object(ofType: Seat.self, forPrimaryKey: 7) }\n"
        + "nonisolated func b(_ realm: Realm) { _ = realm.object(ofType: Chair.self, forPrimaryKey: [1, \"A\"] as [Any]) }\n")
    #expect(!warned.contains("error:"))
    for line in [4, 5] {
      #expect(
        warned.split(separator: "\n").contains {
          $0.contains("Uses.swift:\(line):") && $0.contains("warning:")
            && $0.contains("the primary key has several properties: pass their values as '.init(...)', the class's 'PrimaryKey'")
        }, "\(warned)")
    }
    let wrong = try messages(
      "nonisolated func a(_ realm: Realm) { _ = realm.object(ofType: Chair.self, forPrimaryKey: .init(hall: 1, chair: \"A\")) }\n")
    #expect(wrong.contains("error:"))
  }

  @Test("the setters of the properties of a key check that the object is not in a Realm, and no others")
  func setters() throws {
    let compiler = SchemaCompiler(name: "Kennel")
    let files = [SourceFile(path: "seats.yaml", text: Self.yaml), SourceFile(path: "Chairs.swift", text: Self.swift)]
    let generated = compiler.generate(try #require(compiler.check(files).schema))
    let seats = try #require(generated.first { $0.name == "seats.swift" }).text
    // Six properties of seats, and two of the open class.
    #expect(seats.ranges(of: "_willSetKey(").count == 8)
    let namespace = try #require(generated.first { $0.name == "KennelSchema.swift" }).text
    #expect(namespace.contains("nonisolated static var _namesKeyByMethod: Bool { true }"))
  }
}
