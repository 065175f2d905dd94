import Ashlar
import AshlarSchema
import Foundation
import TestSupport
import Testing

@testable import AshlarInspection
@testable import AshlarSQLite

@Suite("Foreign keys of SQLite databases to columns that are not unique")
struct SQLiteUniqueTargetTests {
  private let folder: SQLiteFolder

  init() throws { folder = try SQLiteFolder() }

  // SQLite permits such foreign keys in a schema, and fails only when it enforces them.
  private static let statements = [
    "CREATE TABLE parent (id INTEGER PRIMARY KEY, code TEXT, name TEXT COLLATE NOCASE, UNIQUE (name COLLATE BINARY))",
    "CREATE TABLE tag (id INTEGER PRIMARY KEY)", "INSERT INTO parent VALUES (1, 'a', 'x'), (2, 'a', 'X')",
    "CREATE TABLE child (id INTEGER PRIMARY KEY, code TEXT REFERENCES parent (code))", "INSERT INTO child VALUES (1, 'a')",
    "CREATE TABLE named (id INTEGER PRIMARY KEY, name TEXT REFERENCES parent (name))", "INSERT INTO named VALUES (1, 'x')",
    "CREATE TABLE pair (id INTEGER PRIMARY KEY, a TEXT, b TEXT, FOREIGN KEY (a, b) REFERENCES parent (code, code))",
    "CREATE TABLE tags (parent TEXT NOT NULL REFERENCES parent (code), tag INTEGER NOT NULL REFERENCES tag)",
    "CREATE TABLE line (parent TEXT NOT NULL REFERENCES parent (code) ON DELETE CASCADE, n INTEGER)", "INSERT INTO line VALUES ('a', 5)",
  ]

  @Test("a draft makes no link of them, and a comment says why")
  func draft() throws {
    let draft = try SchemaDraft(folder.database("a.sqlite", Self.statements), name: "Draft", embeds: true).text
    #expect(draft.contains("code: { type: \"String?\" }  # refers to 'parent' by 'code', which is not unique there\n"), "\(draft)")
    #expect(draft.contains("name: { type: \"String?\" }  # refers to 'parent' by 'name', which is not unique there\n"), "\(draft)")
    #expect(draft.contains("# a, b refer to 'parent' by 'code, code', which is not unique there.\n"), "\(draft)")
    #expect(draft.contains("  Tags:\n") && !draft.contains("embedded:"), "\(draft)")
    let (_, summary) = try folder.load("a.sqlite", folder.compile(draft), to: "a.realm")
    #expect(summary.objects == 5)
  }

  @Test(
    "an import whose schema has such a link, collection or embedded object names the table and the columns",
    arguments: [
      ("Child: { table: child, properties: { code: Parent? } }", "", "'child.code' refers to 'parent.code'"),
      ("Child: { table: named, properties: { name: Parent? } }", "", "'named.name' refers to 'parent.name'"),
      ("Other: { table: tag, properties: { id: Int } }", ", tags: List<Other>", "'tags.parent' refers to 'parent.code'"),
      ("Other: { table: tag, properties: { id: Int } }", ", line: List<Line>", "'line.parent' refers to 'parent.code'"),
    ])
  func refused(type: String, property: String, message: String) throws {
    try folder.database("b.sqlite", Self.statements)
    let schema = try folder.compile(
      """
      ashlar: 1
      schema: { name: S }
      objects:
        Parent: { table: parent, properties: { id: { type: Int, primaryKey: true }\(property) } }
        \(type)
      embedded:
        Line: { table: line, properties: { n: Int } }
      """)
    let error = #expect(throws: ImportFailure.self) { try folder.load("b.sqlite", schema, to: "b.realm") }
    #expect(error?.description.contains("\(message), which is not unique") == true, "\(String(describing: error))")
  }

  @Test("columns that are the primary key of the schema identify objects")
  func keys() throws {
    try folder.database(
      "c.sqlite",
      [
        "CREATE TABLE parent (code TEXT, n INTEGER)", "INSERT INTO parent VALUES ('a', 1), ('b', 2)",
        "CREATE TABLE child (code TEXT REFERENCES parent (code))", "INSERT INTO child VALUES ('b')",
      ])
    let schema = try folder.compile(
      """
      ashlar: 1
      schema: { name: S }
      objects:
        Parent: { table: parent, properties: { code: { type: String, primaryKey: true }, n: Int } }
        Child: { table: child, properties: { code: Parent? } }
      """)
    let realm = try folder.load("c.sqlite", schema, to: "c.realm").realm
    #expect((realm.dynamicObjects("child").first?["code"] as? DynamicObject)?["n"] as? Int == 2)
  }

  @Test("a link does not lead to a row that SQLite does not find")
  func literal() throws {
    try folder.database(
      "d.sqlite",
      [
        "CREATE TABLE parent (id TEXT PRIMARY KEY)", "CREATE TABLE child (id INTEGER PRIMARY KEY, parent TEXT REFERENCES parent)",
        "INSERT INTO parent VALUES ('00112233-4455-6677-8899-aabbccddeeff')",
        "INSERT INTO child VALUES (1, '00112233-4455-6677-8899-AABBCCDDEEFF'), (2, '00112233-4455-6677-8899-aabbccddeeff')",
      ])
    let schema = try folder.compile(
      """
      ashlar: 1
      schema: { name: S }
      objects:
        Parent: { table: parent, properties: { id: { type: UUID, primaryKey: true } } }
        Child: { table: child, properties: { parent: Parent? } }
      """)
    let error = #expect(throws: SQLiteImport.Refused.self) { try folder.load("d.sqlite", schema, to: "d.realm") }
    #expect(error?.description.hasPrefix("child, rowid 1: column 'parent': ") == true, "\(String(describing: error))")
    #expect(error?.failures.count == 1)
    let (realm, summary) = try folder.load("d.sqlite", schema, to: "e.realm", danglingIsNil: true)
    #expect(summary.dangling == 1)
    #expect(realm.dynamicObjects("child").map { $0["parent"] as? DynamicObject != nil } == [false, true])
  }
}
