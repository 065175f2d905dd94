import TestSupport
import Testing

@testable import AshlarSQLite

@Suite("Names and constants of SQLite")
struct SQLTextTests {
  @Test("names that SQLite does not distinguish, reserves or cannot read receive others")
  func names() {
    var names = SQLNames()
    let wanted = ["Person", "person", "PERSON", "Person_2", "É", "é", "sqlite_master", "SQLite_x", "", "a\0b", "a\"b"]
    #expect(
      wanted.map { names.unique($0) } == [
        "Person", "person_2", "PERSON_3", "Person_2_2", "É", "é", "_sqlite_master", "_SQLite_x", "_", "a_b", "a\"b",
      ])
    #expect(SQLText.names(["a\"b", "c"]) == "\"a\"\"b\", \"c\"")
  }

  @Test("constants are equal to the text or the number")
  func literals() throws {
    let database = try SQLiteDatabase(":memory:", .memory)
    for text in ["", "it's", "a\0b", "'", "\"", "\u{301}'x", "\n\\n"] {
      #expect(try database.rows("SELECT \(SQLText.literal(text))") == [[.text(text)]])
    }
    #expect(SQLText.literal(.nan) == nil)
    #expect(SQLText.literal(.infinity) == nil)
    #expect(SQLText.literal(0.1) == "0.1")
    #expect(SQLText.literal(-5.0) == "-5.0")
    #expect(SQLText.literal(0.10000000149011612) == nil)
    #expect(SQLText.literal(1e300) == nil)
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let number = Double(random.below(1_000_000_000)) / random.pick([1, 10, 1e3, 1e9, 1e12, 7])
      guard let text = SQLText.literal(number) else { continue }
      #expect(try database.rows("SELECT \(text)") == [[.real(number)]], "seed \(seed): \(text)")
    }
  }
}
