import Ashlar
import AshlarSchema
import Foundation
import TestSupport
import Testing

@testable import AshlarInspection
@testable import AshlarSQLite

@Suite("Imports from SQLite in several transactions")
struct SQLiteBatchTests {
  private struct Ended: Error {}

  private let folder: SQLiteFolder

  init() throws { folder = try SQLiteFolder() }

  // People without keys who link to each other in cycles, and cities that precede them.
  private static let people = [
    "CREATE TABLE city (name TEXT PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE person (id INTEGER, name TEXT, friend INTEGER REFERENCES pet (id), city TEXT REFERENCES city)",
    "CREATE TABLE pet (id INTEGER UNIQUE, owner INTEGER REFERENCES pet (id), city TEXT REFERENCES city)",
    "CREATE TABLE pets (city TEXT NOT NULL REFERENCES city, pet INTEGER NOT NULL REFERENCES pet (id), position INTEGER)",
    "INSERT INTO city WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 23) SELECT 'c' || i FROM n",
    """
    INSERT INTO pet WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 61)
      SELECT i * 3, CASE WHEN i % 5 THEN (i * 7 % 61 + 1) * 3 END, 'c' || (i % 23 + 1) FROM n
    """,
    """
    INSERT INTO person WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 47)
      SELECT i, 'p' || i, (i % 61 + 1) * 3, CASE WHEN i % 9 THEN 'c' || (i % 23 + 1) ELSE 'nowhere' END FROM n
    """,
    "INSERT INTO pets SELECT city, id, 100 - id FROM pet", "INSERT INTO pets VALUES ('c1', 1, 1), ('c9', 2, 1), ('lost', 3, 1)",
  ]

  @Test("an import that is ended after any transaction continues, and loses and repeats nothing", arguments: [1, 7, 1000])
  func interrupted(batch: Int) throws {
    let schema = try folder.compile(SchemaDraft(folder.database("p.sqlite", Self.people), name: "People").text)
    let (whole, expected) = try folder.load("p.sqlite", schema, to: "whole.realm", danglingIsNil: true)
    #expect(expected.dangling == 5)
    let elements = "2 elements of collections had no target and were omitted."
    #expect(expected.omitted == ["1 row of 'pets' belongs to no row of 'city' and was omitted.", elements])
    var mark: ImportMark?
    var runs = 0
    var summary: SQLiteImport.Summary?
    var random = SeededGenerator(seed: seed())
    while summary == nil, runs < 1000 {
      runs += 1
      // Before a commit, the mark is saved although the transaction is lost; after one, the mark may be lost although the rows are stored.
      var left = random.below(4) + 1
      let isSaved = random.chance(50)
      let realm = try folder.realm("parts.realm", schema)
      do {
        summary = try SQLiteImport(folder.file("p.sqlite"), dates: nil, danglingIsNil: true).store(
          in: realm, schema: schema, batch: batch, after: mark
        ) { next in
          left -= 1
          if left > 0 || isSaved { mark = ImportMark(next.text) }
          if left == 0 { throw Ended() }
        } progress: { _, total, _ in
          #expect(total == 131)
        }
      } catch is Ended {}
    }
    #expect(summary == expected)
    let parts = try folder.realm("parts.realm", schema)
    #expect(Dump(parts, isOrdered: false).lines == Dump(whole, isOrdered: false).lines)
    if batch < 1000 { #expect(runs > 5) }
    // The result can be determined again if it could not be reported.
    let last = try #require(mark)
    let again = SQLiteImport(folder.file("p.sqlite"), dates: nil, danglingIsNil: true)
    #expect(try again.summary(of: parts, schema: schema, after: last) == expected)
  }

  @Test("an import with links in values of any type continues")
  func anyLinks() throws {
    try folder.database(
      "any.sqlite",
      [
        "CREATE TABLE a (id INTEGER PRIMARY KEY, v JSON_TEXT)", "CREATE TABLE b (n INTEGER)", "INSERT INTO b VALUES (7), (8), (9)",
        // An export describes its columns: the values of another program would not be JSON.
        "CREATE TABLE _ashlar_properties (type, kind, property, \"table\", \"column\")",
        "INSERT INTO _ashlar_properties VALUES ('a', '', 'v', 'a', 'v')",
        "INSERT INTO a VALUES (1, '{\"$type\":\"b\",\"$row\":3}'), (2, '{\"$type\":\"b\",\"$row\":1}')",
      ])
    let schema = try folder.compile(
      """
      ashlar: 1
      schema: { name: S }
      objects:
        A: { table: a, properties: { id: { type: Int, primaryKey: true }, v: AnyRealmValue } }
        B: { table: b, properties: { n: Int } }
      """)
    let whole = try folder.load("any.sqlite", schema, to: "whole.realm").realm
    try folder.database(
      "stray.sqlite",
      [
        "CREATE TABLE a (id INTEGER PRIMARY KEY, v JSON_TEXT)", "CREATE TABLE b (n INTEGER)",
        "CREATE TABLE _ashlar_properties (type, kind, property, \"table\", \"column\")",
        "INSERT INTO _ashlar_properties VALUES ('a', '', 'v', 'a', 'v')", "INSERT INTO a VALUES (1, '{\"$type\":\"b\",\"$row\":3}')",
      ])
    let error = #expect(throws: SQLiteImport.Refused.self) {
      try folder.load("stray.sqlite", schema, to: "stray.realm", danglingIsNil: true)
    }
    let message = "the database contains no 'b' with $row 3; correct the value, which '--dangling' does not concern"
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    var mark: ImportMark?
    var summary: SQLiteImport.Summary?
    for _ in 0..<20 where summary == nil {
      var left = 2
      do {
        summary = try SQLiteImport(folder.file("any.sqlite"), dates: nil, danglingIsNil: false).store(
          in: folder.realm("parts.realm", schema), schema: schema, batch: 1, after: mark
        ) { next in
          left -= 1
          if left == 0 { throw Ended() }
          mark = ImportMark(next.text)
        } progress: { _, _, _ in
        }
      } catch is Ended {}
    }
    #expect(summary?.objects == 5)
    #expect(Dump(try folder.realm("parts.realm", schema), isOrdered: false).lines == Dump(whole, isOrdered: false).lines)
  }

  @Test("the log of a database is beside the file to which a symbolic link leads")
  func linkedLog() throws {
    let database = try folder.database("real.sqlite", ["PRAGMA journal_mode = WAL", "CREATE TABLE t (a)"])
    try FileManager.default.createDirectory(atPath: folder.file("links"), withIntermediateDirectories: false)
    let link = folder.file("links/link.sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file("real.sqlite"))
    let other = try SQLiteDatabase(link, .writing)
    try other.execute("INSERT INTO t VALUES (1)")
    let log = SQLiteDatabase.logPath(of: link)
    #expect(log.hasSuffix("/real.sqlite-wal"))
    #expect(FileManager.default.fileExists(atPath: log))
    #expect(!FileManager.default.fileExists(atPath: link + "-wal"))
    #expect(try database.rows("SELECT count(*) FROM t") == [[.integer(1)]])
  }

  @Test("objects that an import has not stored are not continued after")
  func others() throws {
    let schema = try folder.compile(SchemaDraft(folder.database("p.sqlite", Self.people), name: "People").text)
    let realm = try folder.realm("other.realm", schema)
    try realm.write { _ = realm.dynamicCreate("person", value: [:] as [String: Any]) }
    let error = #expect(throws: ImportFailure.self) {
      try SQLiteImport(folder.file("p.sqlite"), dates: nil, danglingIsNil: true).store(
        in: realm, schema: schema, batch: 10, after: nil, save: { _ in }, progress: { _, _, _ in })
    }
    #expect(error?.description.contains("the objects in the file are not those that an import in batches has stored") == true)
  }

  @Test("rejected rows end a batch, which is not stored, and earlier ones remain")
  func refused() throws {
    try folder.database(
      "t.sqlite",
      [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER)",
        "INSERT INTO t VALUES (1, 5), (2, 6), (3, 7), (4, 'x'), (5, 8), (6, 'y'), (7, 'z')",
      ])
    let schema = try folder.compile(
      """
      ashlar: 1
      schema: { name: T }
      objects:
        T: { table: t, properties: { id: { type: Int, primaryKey: true }, n: Int } }
      """)
    let realm = try folder.realm("t.realm", schema)
    let error = #expect(throws: SQLiteImport.Refused.self) {
      try SQLiteImport(folder.file("t.sqlite"), dates: nil, danglingIsNil: false).store(
        in: realm, schema: schema, batch: 3, after: nil, save: { _ in }, progress: { _, _, _ in })
    }
    #expect(
      error?.description == """
        t, rowid 4: column 'n': the text "x" is not an integer
        t, rowid 6: column 'n': the text "y" is not an integer
        t, rowid 7: column 'n': the text "z" is not an integer
        """)
    #expect(realm.dynamicObjects("t").count == 3)
  }

  @Test("a link that must not be nil is set with its object, or the batches are refused if links form a cycle")
  func required() throws {
    let statements = [
      "CREATE TABLE a (id INTEGER PRIMARY KEY, z INTEGER NOT NULL REFERENCES z)", "CREATE TABLE z (id INTEGER PRIMARY KEY)",
      "INSERT INTO z VALUES (1), (2)", "INSERT INTO a VALUES (1, 2), (2, 1), (3, 2)",
    ]
    let schema = try folder.compile(SchemaDraft(folder.database("r.sqlite", statements), name: "R").text)
    func load(_ name: String, _ schema: SchemaModel, to file: String) throws -> SQLiteImport.Summary {
      try SQLiteImport(folder.file(name), dates: nil, danglingIsNil: false).store(
        in: folder.realm(file, schema), schema: schema, batch: 1, after: nil, save: { _ in }, progress: { _, _, _ in })
    }
    #expect(try load("r.sqlite", schema, to: "r.realm").objects == 5)
    let cycle = ["CREATE TABLE a (id INTEGER PRIMARY KEY, a INTEGER NOT NULL REFERENCES a)", "INSERT INTO a VALUES (1, 2), (2, 1)"]
    let other = try folder.compile(SchemaDraft(folder.database("c.sqlite", cycle), name: "C").text)
    let error = #expect(throws: ImportFailure.self) { try load("c.sqlite", other, to: "c.realm") }
    let message = "the rule that 'a.a' is required must be satisfied when an object is stored"
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    #expect(try folder.load("c.sqlite", other, to: "d.realm").summary.objects == 2)
  }

  @Test("a rule that a later link breaks is reported with the table and the row")
  func lateRules() throws {
    try folder.database(
      "u.sqlite",
      [
        "CREATE TABLE p (id INTEGER PRIMARY KEY, partner INTEGER REFERENCES p)", "INSERT INTO p VALUES (1, 3), (2, 3), (3, NULL)",
      ])
    let schema = try folder.compile(
      """
      ashlar: 1
      schema: { name: S }
      objects:
        P: { table: p, properties: { id: { type: Int, primaryKey: true }, partner: { type: "P?", unique: true } } }
      """)
    let error = #expect(throws: SQLiteImport.Refused.self) {
      try SQLiteImport(folder.file("u.sqlite"), dates: nil, danglingIsNil: false).store(
        in: folder.realm("u.realm", schema), schema: schema, batch: 10, after: nil, save: { _ in }, progress: { _, _, _ in })
    }
    #expect(error?.description.hasPrefix("p, rowid ") == true, "\(String(describing: error))")
  }
}
