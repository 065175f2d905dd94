import AshlarCompiler
import Testing

@Suite("Structs of compound primary keys")
struct KeyEmissionTests {
  private func files(_ path: String, _ text: String) throws -> [String: String] {
    try generate([SourceFile(path: path, text: text)], name: "K")
  }

  @Test("a generated class has a struct with the parts, in the order of the key and with the types of the properties")
  func generated() throws {
    let text = try #require(
      try files(
        "seats.yaml",
        """
        ashlar: 1
        enums:
          Row: { raw: Int, cases: [first, second] }
          Side: { raw: Int, external: true, cases: [left, right] }
        types: { Code: { persisted: String } }
        objects:
          Seat:
            primaryKey: [row, hall, side, code, class]
            properties:
              hall: Int32
              row: Row
              side: Side
              code: Code
              class: { type: UUID, column: c }
              note: String
          Plain: { properties: { a: { type: Int, primaryKey: true } } }
        """)["seats.swift"])
    #expect(
      text.contains(
        """
          /// The values of the primary key.
          public nonisolated struct PrimaryKey: Sendable, Hashable {
            public var row: Row
            public var hall: Int32
            public var side: Int
            public var code: String
            public var `class`: UUID

            public init(row: Row, hall: Int32, side: Int, code: String, `class`: UUID) {
              self.row = row
              self.hall = hall
              self.side = side
              self.code = code
              self.`class` = `class`
            }
          }

          public nonisolated static func _encode(_ key: PrimaryKey, to parts: inout _KeyParts) {
            parts.append(key.row.rawValue)
            parts.append(key.hall)
            parts.append(key.side)
            parts.append(key.code)
            parts.append(key.`class`)
          }

        """), "\(text)")
    // The properties of the key, and the key of one property.
    #expect(text.components("_willSetKey(") == 6)
    #expect(text.contains("set { _willSetKey(0); _setValue(0, newValue) }"))
    #expect(text.contains("set { _setString(5, newValue) }"))
    #expect(text.contains("final class Seat: Object, CompoundKeyed {"))
    #expect(text.components("struct PrimaryKey") == 1)
  }

  @Test("a class written by hand has it in an extension, and a subclass inherits it")
  func byHand() throws {
    let text = try #require(
      try files(
        "a.swift",
        """
        public class Seat: Object {
          @Persisted public var hall: Int
          @Persisted public var chair: String
          public override class var schemaRules: [SchemaRule] { [.primaryKey(\\Seat.hall, \\Seat.chair)] }
        }
        class Box: Seat { @Persisted var guests: Int }
        """
      )["KSchema.swift"])
    #expect(
      text.contains(
        """
        extension Seat: CompoundKeyed {
          /// The values of the primary key.
          public nonisolated struct PrimaryKey: Sendable, Hashable {
            public var hall: Int
            public var chair: String

            public init(hall: Int, chair: String) {
              self.hall = hall
              self.chair = chair
            }
          }

          public nonisolated static func _encode(_ key: PrimaryKey, to parts: inout _KeyParts) {
            parts.append(key.hall)
            parts.append(key.chair)
          }
        }

        """), "\(text)")
    #expect(text.components("CompoundKeyed") == 1)
    // The wrappers do not state that the properties are parts of the key.
    #expect(text.contains("public nonisolated static var _namesKeyByMethod: Bool { true }"))
  }
}

extension String {
  /// The number of occurrences of a text.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
