import Ashlar
import AshlarSchema
import Foundation
import TestSupport
import Testing

@testable import AshlarInspection
@testable import AshlarSQLite

@Suite("Foreign keys of SQLite databases")
struct SQLiteForeignKeyTests {
  private let folder: SQLiteFolder

  init() throws { folder = try SQLiteFolder() }

  // Drafts and imports a database.
  private func load(_ name: String, _ statements: [String], embeds: Bool = false, danglingIsNil: Bool = false) throws -> Realm {
    let database = try folder.database("\(name).sqlite", statements)
    let schema = try folder.compile(SchemaDraft(database, name: "Draft", embeds: embeds).text)
    return try folder.load("\(name).sqlite", schema, to: "\(name)-\(danglingIsNil).realm", danglingIsNil: danglingIsNil).realm
  }

  // Returns the integers in a property of the elements of a list.
  private func numbers(_ object: DynamicObject, _ list: String, _ property: String) throws -> [Int?] {
    guard case .elements(let elements) = object._contents(try #require(object._model.columns.firstIndex { $0.name == list })) else {
      return []
    }
    return elements.map { element -> Int? in if case .object(let element) = element { element[property] as? Int } else { nil } }
  }

  @Test("a link to a column that is compared without regard to case leads to the row that SQLite finds", arguments: [false, true])
  func collation(danglingIsNil: Bool) throws {
    let realm = try load(
      "nocase",
      [
        "CREATE TABLE parent (code TEXT PRIMARY KEY COLLATE NOCASE, n INTEGER)",
        "CREATE TABLE child (id INTEGER PRIMARY KEY, parent TEXT REFERENCES parent)",
        "INSERT INTO parent VALUES ('ABC', 1), ('d', 2)", "INSERT INTO child VALUES (1, 'abc'), (2, 'ABC'), (3, 'D'), (4, NULL)",
      ], danglingIsNil: danglingIsNil)
    #expect(realm.dynamicObjects("child").map { ($0["parent"] as? DynamicObject)?["n"] as? Int } == [1, 1, 2, nil])
  }

  @Test("a link of several columns is compared as its target declares")
  func compound() throws {
    let realm = try load(
      "compound",
      [
        "CREATE TABLE parent (a TEXT COLLATE NOCASE, b INTEGER, n INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID",
        "CREATE TABLE child (id INTEGER PRIMARY KEY, a TEXT, b TEXT, FOREIGN KEY (a, b) REFERENCES parent)",
        "INSERT INTO parent VALUES ('X', 1, 5), ('y', 2, 6)", "INSERT INTO child VALUES (1, 'x', '1'), (2, 'Y', '2')",
      ])
    #expect(realm.dynamicObjects("child").map { ($0["a_b"] as? DynamicObject)?["n"] as? Int } == [5, 6])
  }

  @Test("the column that a link refers to determines how its value is converted")
  func affinity() throws {
    let statements = [
      "CREATE TABLE parent (id INTEGER PRIMARY KEY, code TEXT UNIQUE)",
      "CREATE TABLE child (id INTEGER PRIMARY KEY, ref INTEGER REFERENCES parent (code), other TEXT REFERENCES parent (id))",
      // As numbers, both codes are 5.
      "INSERT INTO parent VALUES (1, '05'), (2, '5')", "INSERT INTO child VALUES (1, 5, '2'), (2, NULL, ' 1 ')",
    ]
    let realm = try load("affinity", statements)
    #expect(try SQLiteDatabase(folder.file("affinity.sqlite"), .reading).rows("PRAGMA foreign_key_check").isEmpty)
    #expect(realm.dynamicObjects("child").map { ($0["ref"] as? DynamicObject)?["id"] as? Int } == [2, nil])
    #expect(realm.dynamicObjects("child").map { ($0["other"] as? DynamicObject)?["id"] as? Int } == [2, 1])
  }

  @Test("the elements of a collection belong to the owner that SQLite finds, and to no other one")
  func elements() throws {
    let statements = [
      "CREATE TABLE tag (name TEXT PRIMARY KEY)", "CREATE TABLE word (name TEXT PRIMARY KEY COLLATE NOCASE)",
      "CREATE TABLE item (id INTEGER PRIMARY KEY)",
      "CREATE TABLE tag_item (tag TEXT NOT NULL COLLATE NOCASE REFERENCES tag, item INTEGER NOT NULL REFERENCES item)",
      "CREATE INDEX tag_index ON tag_item (tag)",
      "CREATE TABLE word_item (word TEXT NOT NULL REFERENCES word, item INTEGER NOT NULL REFERENCES item)",
      "CREATE INDEX word_index ON word_item (word)", "INSERT INTO item VALUES (1), (2), (3)",
      "INSERT INTO tag VALUES ('a'), ('A')", "INSERT INTO tag_item VALUES ('a', 1), ('A', 2), ('a', 3)",
      "INSERT INTO word VALUES ('B')", "INSERT INTO word_item VALUES ('b', 1), ('B', 2)",
    ]
    let realm = try load("elements", statements)
    #expect(try realm.dynamicObjects("tag").map { try numbers($0, "tag_item", "id") } == [[1, 3], [2]])
    #expect(try realm.dynamicObjects("word").map { try numbers($0, "word_item", "id") } == [[1, 2]])
  }

  @Test("embedded objects belong to the owner that SQLite finds, and to no other one")
  func embedded() throws {
    let statements = [
      "CREATE TABLE book (code TEXT PRIMARY KEY)",
      "CREATE TABLE line (n INTEGER, book TEXT NOT NULL COLLATE NOCASE REFERENCES book ON DELETE CASCADE)",
      "CREATE INDEX line_book ON line (book)", "INSERT INTO book VALUES ('a'), ('A')",
      "INSERT INTO line VALUES (1, 'A'), (2, 'a'), (3, 'A')",
    ]
    let realm = try load("embedded", statements, embeds: true)
    #expect(try realm.dynamicObjects("book").map { try numbers($0, "line", "n") } == [[2], [1, 3]])
  }

  @Test("a key beside the rowid is not the rowid")
  func descendingKey() throws {
    try folder.database(
      "desc.sqlite",
      [
        "CREATE TABLE parent (id INTEGER PRIMARY KEY DESC, n INTEGER)",
        "CREATE TABLE child (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parent)", "INSERT INTO parent VALUES (2, 20), (1, 10)",
        "INSERT INTO child VALUES (1, 2)",
      ])
    let schema = try folder.compile(
      """
      ashlar: 1
      schema: { name: S }
      objects:
        Parent: { table: parent, properties: { n: Int } }
        Child: { table: child, properties: { parent: Parent? } }
      """)
    let realm = try folder.load("desc.sqlite", schema, to: "desc.realm").realm
    #expect((realm.dynamicObjects("child").first?["parent"] as? DynamicObject)?["n"] as? Int == 20)
  }

  @Test("a link that leads nowhere is refused with the table, the row and the option that permits it")
  func dangling() throws {
    let statements = [
      "CREATE TABLE parent (code TEXT PRIMARY KEY COLLATE NOCASE)",
      "CREATE TABLE plain (code TEXT PRIMARY KEY)",
      "CREATE TABLE child (id INTEGER PRIMARY KEY, parent TEXT REFERENCES parent, plain TEXT REFERENCES plain)",
      "INSERT INTO parent VALUES ('a')", "INSERT INTO plain VALUES ('b')",
      "INSERT INTO child VALUES (7, NULL, 'B'), (8, 'x', NULL), (9, 'A', 'b')",
    ]
    let error = #expect(throws: SQLiteImport.Refused.self) { try load("dangling", statements) }
    #expect(
      error?.description == """
        child, rowid 7: 'child.plain': the database contains no 'plain' with key "B"; with '--dangling nil', such links are nil
        child, rowid 8: column 'parent': the text "x" identifies no 'parent'; with '--dangling nil', such links are nil
        """)
    let realm = try load("dangling", statements, danglingIsNil: true)
    #expect(realm.dynamicObjects("child").map { ($0["parent"] as? DynamicObject)?["code"] as? String } == [nil, nil, "a"])
  }
}
