import Ashlar
import AshlarSchema
import Foundation
import TestSupport
import Testing

@testable import AshlarSQLite

@Suite("Comments of drafts for SQLite databases")
struct SQLiteDraftTests {
  private let folder: SQLiteFolder

  init() throws { folder = try SQLiteFolder() }

  // Returns a draft, which must compile.
  private func draft(_ statements: [String]) throws -> String {
    let text = try SchemaDraft(folder.database("d.sqlite", statements), name: "Draft").text
    _ = try folder.compile(text)
    return text
  }

  @Test("a trigger with the name of a table does not hide the conditions of the table and its indexes")
  func triggers() throws {
    let draft = try draft([
      "CREATE TABLE t (n INTEGER CHECK (n > 0), a INTEGER, gone INTEGER)", "CREATE UNIQUE INDEX i ON t (a) WHERE gone IS NULL",
      "CREATE TRIGGER t AFTER INSERT ON t BEGIN SELECT 1; END", "CREATE TRIGGER i AFTER INSERT ON t BEGIN SELECT 1; END",
    ])
    #expect(draft.contains("\"n\": { type: \"Int?\", above: 0 }"), "\(draft)")
    #expect(draft.contains("unique: [{ of: [a], whenNil: gone }]"), "\(draft)")
  }

  @Test("conditions on texts that are not compared byte for byte remain comments")
  func collations() throws {
    let draft = try draft([
      """
      CREATE TABLE t (
        kind TEXT COLLATE NOCASE CHECK (kind IN ('a', 'b')), x TEXT, y TEXT COLLATE RTRIM, plain TEXT CHECK (plain IN ('c', 'd')),
        CHECK (x <> y)
      )
      """
    ])
    #expect(draft.contains("# CHECK (kind IN ('a', 'b')).\n") && draft.contains("# CHECK (x <> y).\n"), "\(draft)")
    #expect(!draft.contains("checks:") && draft.contains("plain: { type: \"TPlain?\" }"), "\(draft)")
  }

  @Test("unique indexes of a key by another comparison are comments")
  func keys() throws {
    let draft = try draft([
      "CREATE TABLE a (code TEXT PRIMARY KEY, n INTEGER)", "CREATE UNIQUE INDEX a_code ON a (code COLLATE NOCASE)",
      "CREATE UNIQUE INDEX a_again ON a (code)", "CREATE TABLE b (code TEXT PRIMARY KEY COLLATE NOCASE)",
      "CREATE TABLE c (x TEXT UNIQUE)", "CREATE UNIQUE INDEX c_x ON c (x COLLATE NOCASE)",
    ])
    #expect(draft.contains("  # Unique: code, by another comparison.\n  A:\n"), "\(draft)")
    #expect(draft.contains("  # Unique: code, by another comparison.\n  B:\n"), "\(draft)")
    #expect(draft.contains("x: { type: \"String?\", unique: true }  # unique in the database, by another comparison\n"), "\(draft)")
  }

  @Test("defaults of enums that are no case, of links and of keys are comments")
  func defaults() throws {
    let draft = try draft([
      "CREATE TABLE parent (id TEXT PRIMARY KEY DEFAULT (hex(randomblob(8))))",
      """
      CREATE TABLE child (
        parent TEXT DEFAULT 'none' REFERENCES parent, kind TEXT DEFAULT 'z' CHECK (kind IN ('a', 'b')),
        other TEXT DEFAULT 'a' CHECK (other IN ('a', 'b')), absent TEXT DEFAULT NULL CHECK (absent IN ('a', 'b'))
      )
      """,
    ])
    #expect(draft.contains("parent: { type: \"Parent?\" }  # default: 'none'\n"), "\(draft)")
    #expect(draft.contains("kind: { type: \"ChildKind?\" }  # default: 'z'\n"), "\(draft)")
    #expect(draft.contains("other: { type: \"ChildOther?\", default: a }\n"), "\(draft)")
    #expect(draft.contains("absent: { type: \"ChildAbsent?\" }\n"), "\(draft)")
    #expect(draft.contains("id: { type: \"String\", primaryKey: true }  # default: hex(randomblob(8))\n"), "\(draft)")
  }

  @Test("a column of the type ANY stores every value unchanged only in a STRICT table")
  func strict() throws {
    let database = try folder.database("s.sqlite", ["CREATE TABLE loose (v ANY)"])
    do throws(SQLiteError) { try database.execute("CREATE TABLE firm (v ANY) STRICT") } catch {
      // SQLite has such tables since version 3.37.
      return
    }
    let catalog = try StoreCatalog(database)
    #expect(catalog.table("loose")?.column("v")?.affinity == .numeric)
    #expect(catalog.table("firm")?.column("v")?.affinity == .blob)
  }
}
