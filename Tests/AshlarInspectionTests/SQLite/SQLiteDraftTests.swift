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

  @Test("types fit the first and the last thousand rows, also of tables without rowids", arguments: ["", " WITHOUT ROWID"])
  func ends(_ suffix: String) throws {
    let draft = try draft([
      "CREATE TABLE t (area TEXT, code INTEGER, PRIMARY KEY (area, code))\(suffix)",
      "WITH n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO t SELECT 'a', i FROM n",
      "INSERT INTO t VALUES ('b', 'x')",
    ])
    #expect(draft.contains("code: { type: \"AnyRealmValue\" }  # values of several types: integers, text"), "\(draft)")
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

  @Test("numbers with fractions that can be dates are marked, and references of a key say why they are no links")
  func proposals() throws {
    let draft = try draft([
      "CREATE TABLE t (a REAL, b REAL, c DATE, d REAL)",
      "INSERT INTO t VALUES (2459000.5, 1600000000.25, 2459000.75, 2459000.5), (2459123.25, 1700000000.5, 2459001, 1.5)",
      "CREATE TABLE item (t INTEGER REFERENCES u, n INTEGER, PRIMARY KEY (t, n))", "CREATE TABLE u (id INTEGER PRIMARY KEY)",
    ])
    #expect(draft.contains("a: { type: \"Double?\" }  # perhaps a Date, with --dates julian\n"), "\(draft)")
    #expect(draft.contains("b: { type: \"Double?\" }  # perhaps a Date, with --dates unix\n"), "\(draft)")
    #expect(draft.contains("c: { type: \"Date?\" }  # numbers: import with --dates, probably julian or 2001\n"), "\(draft)")
    #expect(draft.contains("d: { type: \"Double?\" }\n"), "\(draft)")
    #expect(draft.contains("# refers to 'u', and a link cannot be part of a primary key\n"), "\(draft)")
  }

  @Test("characters that end a line in YAML, or that it does not permit, do not end a comment")
  func lines() throws {
    let draft = try draft(["CREATE TABLE t (a TEXT DEFAULT (lower('x\u{2028}y\u{2029}z\u{FFFE}\u{FFFF}\u{FEFF}')), b INTEGER)"])
    #expect(draft.contains("# default: lower('x y z   ')\n"), "\(draft)")
  }

  @Test("the stored name of a collection is the name of no other property")
  func collectionNames() throws {
    let draft = try draft([
      "CREATE TABLE book (id INTEGER PRIMARY KEY, Tags TEXT)", "CREATE TABLE tag (id INTEGER PRIMARY KEY)",
      "CREATE TABLE tags (book INTEGER NOT NULL REFERENCES book, tag INTEGER NOT NULL REFERENCES tag, PRIMARY KEY (book, tag))",
    ])
    #expect(draft.contains("tags: { type: \"MutableSet<Tag>\" }\n"), "\(draft)")
    #expect(draft.contains("column: \"Tags\""), "\(draft)")
  }

  @Test("valid names of an export are kept, and derived names differ from them")
  func exportedNames() {
    var names = DraftedNames()
    #expect(names.retained(["a-b", "aB", "b"], isType: false) == ["a-b": "aB2", "aB": "aB", "b": "b"])
    var types = DraftedNames()
    #expect(types.retained(["a_b", "AB"], isType: true)["AB"] == "AB")
  }

  @Test("all references of a column are mentioned, numbers are no names of columns, and defaults of a Bool can be words")
  func references() throws {
    let draft = try draft([
      "CREATE TABLE a (id INTEGER PRIMARY KEY)", "CREATE TABLE b (id INTEGER PRIMARY KEY)",
      "CREATE TABLE t (x INTEGER REFERENCES a REFERENCES b, n INTEGER CHECK (n > 5), \"5\" INTEGER)",
      "CREATE TABLE flags (y BOOLEAN DEFAULT TRUE, z BOOLEAN DEFAULT false)",
    ])
    #expect(draft.contains("# x also refers to 'b'.\n"), "\(draft)")
    #expect(draft.contains("x: { type: \"A?\" }\n"), "\(draft)")
    #expect(draft.contains("above: 5 }"), "\(draft)")
    #expect(draft.contains("default: true }\n"), "\(draft)")
    #expect(draft.contains("default: false }\n"), "\(draft)")
  }
}
