import Ashlar
import AshlarSchema
import Foundation
import TestSupport
import Testing

@testable import AshlarInspection
@testable import AshlarSQLite

@Suite("Hostile and damaged SQLite databases")
struct SQLiteHostileTests {
  private let folder: SQLiteFolder

  init() throws { folder = try SQLiteFolder() }

  private func draft(_ name: String, _ statements: [String]) throws -> SchemaModel {
    try folder.compile(SchemaDraft(folder.database("\(name).sqlite", statements), name: "Draft").text)
  }

  // MARK: - Names

  @Test("rows whose rowid is hidden by the names of columns are stored in their order")
  func hiddenRowID() throws {
    let schema = try draft(
      "hidden",
      [
        "CREATE TABLE t (rowid TEXT, _rowid_ TEXT, oid TEXT)", "INSERT INTO t VALUES ('b', 'x', 'y'), ('a', 'z', 'w')",
        "CREATE TABLE u (a TEXT, RowID INTEGER AS (7))", "INSERT INTO u (a) VALUES ('d'), ('c')",
      ])
    let realm = try folder.load("hidden.sqlite", schema, to: "hidden.realm").realm
    #expect(realm.dynamicObjects("t").map { $0["rowid"] as? String } == ["b", "a"])
    #expect(realm.dynamicObjects("u").map { $0["a"] as? String } == ["d", "c"])
  }

  @Test("the names of tables are not confused with those of temporary tables")
  func temporaryNames() throws {
    let schema = try draft(
      "names",
      [
        "CREATE TABLE point (x REAL, y REAL, name TEXT, PRIMARY KEY (x, y)) WITHOUT ROWID",
        "CREATE TABLE mark (id INTEGER PRIMARY KEY, x REAL, y REAL, FOREIGN KEY (x, y) REFERENCES point (x, y))",
        "CREATE TABLE a (id INTEGER PRIMARY KEY)",
        "CREATE TABLE rows_point (a INTEGER NOT NULL REFERENCES a, mark INTEGER NOT NULL REFERENCES mark)",
        "CREATE TABLE x (a INTEGER NOT NULL REFERENCES a, mark INTEGER NOT NULL REFERENCES mark)",
        "INSERT INTO point VALUES (1.5, 2.5, 'p')", "INSERT INTO mark VALUES (1, 1.5, 2.5)", "INSERT INTO a VALUES (7)",
        "INSERT INTO rows_point VALUES (7, 1)", "INSERT INTO x VALUES (7, 1)",
      ]
        + ["_ashlar_x", "_ashlar_1", "_ashlar_2", "_ashlar_rows_point"].flatMap {
          ["CREATE TABLE \($0) (a INTEGER, mark INTEGER)", "INSERT INTO \($0) VALUES (100, 1), (200, 2), (300, 3)"]
        })
    let (realm, summary) = try folder.load("names.sqlite", schema, to: "names.realm")
    #expect(summary == SQLiteImport.Summary(objects: 15, dangling: 0, notImported: [], missing: []))
    for name in ["_ashlar_x", "_ashlar_1"] { #expect(realm.dynamicObjects(name).map { $0["a"] as? Int } == [100, 200, 300]) }
    #expect((realm.dynamicObjects("mark").first?["x_y"] as? DynamicObject)?["name"] as? String == "p")
  }

  @Test(
    "a table whose name only resembles that of a virtual table's contents is imported",
    arguments: [
      ("fts5(text)", "docs_parent"), ("fts5(text, content = 'docs_content')", "docs_content"), ("rtree(id, a, b)", "docs_data"),
      ("fts3(text)", "docs_docsize"), ("fts3(text)", "docs_stat"), ("FTS4(text, matchinfo=fts3)", "docs_docsize"),
      ("fts4(text, content=\"\")", "docs_content"), ("fts5(text, columnsize=0)", "docs_docsize"), ("fts5(text, col = '0')", "docs_docsize"),
    ])
  func virtualTables(module: String, name: String) throws {
    let schema = try draft(
      "virtual",
      [
        "CREATE TABLE \(name) (id INTEGER PRIMARY KEY, text TEXT)", "CREATE VIRTUAL TABLE docs USING \(module)",
        "INSERT INTO \(name) VALUES (1, 'a')",
      ])
    let summary = try folder.load("virtual.sqlite", schema, to: "virtual.realm").summary
    #expect(summary == SQLiteImport.Summary(objects: 1, dangling: 0, notImported: ["the virtual table 'docs'"], missing: []))
  }

  @Test(
    "the tables with the contents of a virtual table are not imported",
    arguments: ["fts3(content)", "fts4(text)", "fts4(text, matchinfo=fts3)", "fts5(text)", "fts5(text, columnsize=0)", "rtree(id, a, b)"])
  func storage(module: String) throws {
    let database = try folder.database(
      "virtual.sqlite", ["CREATE TABLE t (n INTEGER)", "CREATE VIRTUAL TABLE \"it's\" USING \(module)"])
    // This option creates a table for statistics.
    if module.hasPrefix("fts3") { try database.execute("INSERT INTO \"it's\" (\"it's\") VALUES ('automerge=8')") }
    #expect(try StoreCatalog(database).tables.map(\.name) == ["t"])
    try database.execute("ALTER TABLE \"it's\" RENAME TO other")
    #expect(try StoreCatalog(database).tables.map(\.name) == ["t"])
  }

  @Test("a name that is not valid UTF-8 is refused", arguments: ["t", "c"])
  func namesOfBytes(name: String) throws {
    let database = try folder.database("bytes.sqlite", ["CREATE TABLE t (c)", "PRAGMA writable_schema = ON"])
    let sql = "CREATE TABLE \"t\" (\"c\")".utf8.map { String($0, radix: 16) }.joined()
    let quoted = "\"\(name)\"".utf8.map { String($0, radix: 16) }.joined()
    let changed = sql.replacing(quoted, with: quoted.dropLast(2) + "ff22")
    let bytes = name.utf8.map { String($0, radix: 16) }.joined() + "ff"
    try database.execute("UPDATE sqlite_master SET sql = CAST(x'\(changed)' AS TEXT)")
    if name == "t" {
      try database.execute("UPDATE sqlite_master SET name = CAST(x'\(bytes)' AS TEXT), tbl_name = CAST(x'\(bytes)' AS TEXT)")
    }
    let error = #expect(throws: SQLiteError.self) { _ = try StoreCatalog(SQLiteDatabase(folder.file("bytes.sqlite"), .reading)) }
    #expect(error?.description.contains("', is not valid UTF-8: rename it") == true, "\(String(describing: error))")
  }

  @Test("a definition that is not valid UTF-8 does not hide its table")
  func definitionsOfBytes() throws {
    let database = try folder.database(
      "definition.sqlite",
      [
        "CREATE TABLE t (n INTEGER CHECK (n > 0) DEFAULT '#')", "INSERT INTO t VALUES (5)", "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, '#', CAST(x'FF' AS TEXT))",
      ])
    try database.close()
    let draft = try SchemaDraft(SQLiteDatabase(folder.file("definition.sqlite"), .reading), name: "Draft").text
    #expect(draft.contains("above: 0") && draft.contains("\u{FFFD}"), "\(draft)")
    #expect(try folder.load("definition.sqlite", folder.compile(draft), to: "definition.realm").summary.objects == 1)
  }

  @Test("a text that another program's collation compares is imported")
  func otherCollation() throws {
    let database = try folder.database(
      "collation.sqlite",
      [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE UNIQUE)", "INSERT INTO t VALUES (1, 'b'), (2, 'a')",
        "PRAGMA writable_schema = ON", "UPDATE sqlite_master SET sql = replace(sql, 'NOCASE', 'LOCALIZED')",
      ])
    try database.close()
    let schema = try folder.compile(SchemaDraft(SQLiteDatabase(folder.file("collation.sqlite"), .reading), name: "Draft").text)
    let realm = try folder.load("collation.sqlite", schema, to: "collation.realm").realm
    #expect(realm.dynamicObjects("t").map { $0["name"] as? String } == ["b", "a"])
  }

  @Test("columns whose names are reserved in Swift have others in a draft")
  func reservedNames() throws {
    let names = ["hash", "hashValue", "self", "description", "realm", "class", "Type", "isEqual", "_id", "init", "objectSchema", "id"]
    let schema = try draft("reserved", ["CREATE TABLE t (\(SQLText.names(names)))", "CREATE TABLE hash (a INTEGER)"])
    #expect(schema.entities.flatMap(\.properties).map(\.storedName).sorted() == (names + ["a"]).sorted())
    #expect(schema.entities.flatMap(\.properties).contains { $0.name == "hashValue2" })
  }

  // MARK: - Damage

  @Test("a damaged page ends its table with one message, and nothing is stored")
  func damagedPage() throws {
    let insert =
      "INSERT INTO t WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) SELECT i, hex(zeroblob(100)) FROM n"
    let schema = try draft("damaged", ["PRAGMA page_size = 1024", "CREATE TABLE t (id INTEGER PRIMARY KEY, s TEXT)", insert])
    let url = URL(fileURLWithPath: folder.file("damaged.sqlite"))
    var bytes = try Data(contentsOf: url)
    // The cells of a leaf, whose header remains.
    bytes.replaceSubrange(25 * 1024 + 64..<26 * 1024, with: Data(repeating: 0xFF, count: 960))
    try bytes.write(to: url)
    let error = #expect(throws: SQLiteImport.Refused.self) { try folder.load("damaged.sqlite", schema, to: "damaged.realm") }
    #expect(error?.failures.count == 1)
    let text = error?.description ?? ""
    #expect(text.hasPrefix("t: SQLite failed with code 11 in "), "\(text)")
    #expect(text.contains("'sqlite3 damaged.sqlite .recover | sqlite3 new.sqlite' makes a new database of what can be read"), "\(text)")
    #expect(try Realm(storedTypesAt: folder.file("damaged.realm"), readOnly: false).dynamicObjects("t").isEmpty)
  }

  @Test("rows that an index lacks are stored in batches, too")
  func staleIndex() throws {
    let database = try folder.database(
      "index.sqlite",
      [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, s TEXT)", "CREATE INDEX i ON t (n)",
        "INSERT INTO t VALUES (1, 1, 'a'), (2, 2, 'b')",
        "CREATE TABLE kept AS SELECT * FROM sqlite_master WHERE name = 'i'", "PRAGMA writable_schema = ON",
        "DELETE FROM sqlite_master WHERE name = 'i'",
      ])
    try database.close()
    let other = try SQLiteDatabase(folder.file("index.sqlite"), .writing)
    for sql in [
      "INSERT INTO t VALUES (3, 3, 'c'), (4, 4, 'd'), (5, 5, 'e')", "PRAGMA writable_schema = ON",
      "INSERT INTO sqlite_master SELECT * FROM kept", "DROP TABLE kept",
    ] { try other.execute(sql) }
    try other.close()
    let reading = try SQLiteDatabase(folder.file("index.sqlite"), .reading)
    #expect(try reading.rows("SELECT count(*) FROM t") == [[.integer(2)]])
    let schema = try folder.compile(SchemaDraft(reading, name: "Draft").text)
    let realm = try folder.realm("index.realm", schema)
    let summary = try SQLiteImport(folder.file("index.sqlite"), dates: nil, danglingIsNil: false).store(
      in: realm, schema: schema, batch: 2, after: nil, save: { _ in }, progress: { _, _, _ in })
    #expect(summary.objects == 5)
  }

  // MARK: - Values

  @Test(
    "numbers of dates have the precision of their form",
    arguments: [
      (NumericDates.julian, "julianday('2024-01-15 10:23:45')", 1_705_314_225, 0),
      (.julian, "julianday('2024-01-15 10:23:45.678')", 1_705_314_225, 678_000_000),
      (.julian, "julianday('1969-12-31 23:59:59.25')", 0, -750_000_000), (.unixMilliseconds, "1700000000678.0", 1_700_000_000, 678_000_000),
      (.unixMilliseconds, "-1500.0", -1, -500_000_000), (.unixMilliseconds, "-1000.0", -1, 0), (.unix, "-1.5", -1, -500_000_000),
      (.reference, "-978307200.5", 0, -500_000_000), (.reference, "0.25", 978_307_200, 250_000_000), (.unix, "0.9999999999", 1, 0),
    ] as [(NumericDates, String, Int64, Int32)])
  func dates(form: NumericDates, number: String, seconds: Int64, nanoseconds: Int32) throws {
    guard case .real(let value)? = try SQLiteDatabase("", .memory).rows("SELECT \(number)").first?.first else {
      Issue.record("\(number) is a number")
      return
    }
    let parts = try #require(form.parts(value))
    #expect(parts == (seconds, nanoseconds))
  }

  @Test("a number that only Swift reads is refused, and the row of another table is named")
  func refusedElements() throws {
    try folder.database(
      "refused.sqlite",
      [
        "CREATE TABLE list (id INTEGER PRIMARY KEY)", "CREATE TABLE numbers (list INTEGER NOT NULL REFERENCES list, value TEXT)",
        "CREATE TABLE one (id INTEGER PRIMARY KEY, value TEXT)", "INSERT INTO list VALUES (1)", "INSERT INTO one VALUES (4, '0x1p3')",
        "INSERT INTO numbers VALUES (1, '5'), (1, '0x10')",
      ])
    let schema = try folder.compile(
      """
      ashlar: 1
      schema: { name: S }
      objects:
        Bag: { table: list, properties: { id: Int, numbers: { type: List<Double>, column: numbers } } }
        One: { table: one, properties: { value: Double } }
      """)
    let error = #expect(throws: SQLiteImport.Refused.self) { try folder.load("refused.sqlite", schema, to: "refused.realm") }
    #expect(
      error?.description == """
        list, rowid 1: table 'numbers', rowid 2: column 'value': the text "0x10" is not a number that a Double represents
        one, rowid 4: column 'value': the text "0x1p3" is not a number that a Double represents
        """)
  }

  @Test("rows whose keys are equal in the type of the schema are refused by name")
  func equalKeys() throws {
    try folder.database("keys.sqlite", ["CREATE TABLE t (k PRIMARY KEY)", "INSERT INTO t VALUES ('1'), (1)"])
    let schema = try folder.compile(
      """
      ashlar: 1
      schema: { name: S }
      objects: { T: { table: t, properties: { k: { type: String, primaryKey: true } } } }
      """)
    let error = #expect(throws: SQLiteImport.Refused.self) { try folder.load("keys.sqlite", schema, to: "keys.realm") }
    let message =
      "t, rowid 2: 't' \"1\" already exists; the keys of several rows are equal in the schema's type: change one of them, or the type"
    #expect(error?.description == message)
  }

  // MARK: - Copies

  @Test("types whose names are those of rows in triggers and views are copied with working triggers and views")
  func namesInTriggers() throws {
    let schema = try folder.compile(
      """
      ashlar: 1
      schema: { name: S }
      objects:
        Old: { table: old, properties: { name: { type: String, primaryKey: true } } }
        New: { table: new, primaryKey: [a, b], properties: { a: Int, b: Int, name: { type: "Old?", deleteRule: cascade } } }
        Part: { table: part, properties: { id: Int, os: List<O> } }
      embedded:
        O: { table: o, properties: { id: Int } }
      """)
    let realm = try folder.realm("triggers.realm", schema)
    try realm.write {
      let a = realm.dynamicCreate("old", value: ["name": "a"] as [String: Any])
      let b = realm.dynamicCreate("old", value: ["name": "b"] as [String: Any])
      _ = realm.dynamicCreate("new", value: ["a": 1, "b": 1, "name": a] as [String: Any])
      _ = realm.dynamicCreate("new", value: ["a": 1, "b": 2, "name": b] as [String: Any])
      for id in [5, 6] { _ = realm.dynamicCreate("part", value: ["id": id, "os": [["id": id * 10]]] as [String: Any]) }
    }
    let copy = try folder.database("triggers.sqlite", [])
    _ = try SQLiteExport(realm, dates: .text) { _ in }.write(to: folder.file("triggers.sqlite"), named: "triggers")
    try copy.execute("PRAGMA foreign_keys = ON")
    #expect(
      try copy.rows("SELECT id, os FROM part_view") == [[.integer(5), .text(#"[{"id":50}]"#)], [.integer(6), .text(#"[{"id":60}]"#)]])
    try copy.execute("INSERT INTO new_2 (a, b) VALUES (5, 6)")
    #expect(try copy.rows("SELECT DISTINCT _row FROM new_2").count == 3)
    try copy.execute("DELETE FROM new_2 WHERE b = 1")
    #expect(try copy.rows("SELECT name FROM old_2") == [[.text("b")]])
    #expect(try folder.compile(SchemaDraft(copy, name: "Draft").text).entities.map(\.storedName).sorted() == ["new", "o", "old", "part"])
  }

  @Test("a type without single values is found in its copy, also if its table has another name")
  func onlyCollections() throws {
    let schema = try folder.compile(
      """
      ashlar: 1
      schema: { name: S }
      objects:
        Person: { properties: { tags: List<String> } }
        Other: { table: person, properties: { tags: List<String> } }
        Third: { table: PERSON, properties: { parts: List<Part> } }
      embedded:
        Part: { properties: { n: Int } }
      """)
    let realm = try folder.realm("a.realm", schema)
    try realm.write {
      for tag in ["a", "b"] { _ = realm.dynamicCreate("Person", value: ["tags": [tag]] as [String: Any]) }
      _ = realm.dynamicCreate("person", value: ["tags": ["c"]] as [String: Any])
      _ = realm.dynamicCreate("PERSON", value: ["parts": [["n": 5]]] as [String: Any])
    }
    let copy = try folder.database("a.sqlite", [])
    _ = try SQLiteExport(realm, dates: .text) { _ in }.write(to: folder.file("a.sqlite"), named: "a")
    let (back, summary) = try folder.load("a.sqlite", folder.compile(SchemaDraft(copy, name: "Draft").text), to: "b.realm")
    #expect(summary.objects == 4)
    #expect(Dump(realm, isOrdered: false).lines == Dump(back, isOrdered: false).lines)
  }

  @Test("a link to rows without a number, and a type with too many values, are refused by name")
  func limits() throws {
    let statements = [
      "CREATE TABLE p (rowid TEXT, _rowid_ TEXT, oid INTEGER UNIQUE)", "CREATE TABLE q (p INTEGER REFERENCES p (oid))",
      "INSERT INTO p VALUES ('a', 'b', 1)", "INSERT INTO q VALUES (1)",
    ]
    let schema = try draft("numbers", statements)
    let error = #expect(throws: ImportFailure.self) { try folder.load("numbers.sqlite", schema, to: "numbers.realm") }
    #expect(error?.description.contains("columns of 'p' have all names of the rowid") == true, "\(String(describing: error))")
    let names = (0..<2000).map { "c\($0)" }
    try folder.database("wide.sqlite", ["CREATE TABLE t (\(names.joined(separator: ", ")))"])
    let properties = names.map { "\($0): \"String?\"" }.joined(separator: ", ")
    let wide = try folder.compile(
      """
      ashlar: 1
      schema: { name: S }
      objects:
        T: { table: t, properties: { \(properties) } }
      """)
    let tooWide = #expect(throws: ImportFailure.self) { try folder.load("wide.sqlite", wide, to: "wide.realm") }
    #expect(tooWide?.description.contains("SQLite selects at most 2000: remove properties") == true, "\(String(describing: tooWide))")
  }
}
