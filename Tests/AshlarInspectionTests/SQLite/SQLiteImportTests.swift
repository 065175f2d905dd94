import Ashlar
import AshlarCompiler
import AshlarSchema
import Foundation
import Kinds
import Matrix
import Shelves
import TestSupport
import Testing

@testable import AshlarInspection
@testable import AshlarSQLite

@Suite("Import from SQLite")
struct SQLiteImportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func database(_ name: String, _ statements: [String]) throws -> SQLiteDatabase {
    let path = folder.file(name)
    try Data().write(to: URL(fileURLWithPath: path))
    let database = try SQLiteDatabase(path, .writing, named: name)
    for statement in statements { try database.execute(statement) }
    return database
  }

  private func compile(_ yaml: String) throws -> SchemaModel {
    let result = SchemaCompiler(needsName: false).check([SourceFile(path: "draft.yaml", bytes: Array(yaml.utf8))])
    let messages = result.diagnostics.map { "\($0)" }
    return try #require(result.schema?.model, "\(messages)\n\(yaml)")
  }

  @discardableResult private func load(
    _ name: String, _ schema: SchemaModel, to file: String, dates: NumericDates? = nil, danglingIsNil: Bool = false
  ) throws -> (realm: Realm, summary: SQLiteImport.Summary) {
    let realm = try Realm(storedTypesAt: folder.file(file), readOnly: false, creating: schema)
    let summary = try SQLiteImport(folder.file(name), dates: dates, danglingIsNil: danglingIsNil).store(in: realm, schema: schema) {
      _, _, _ in
    }
    return (realm, summary)
  }

  // MARK: - Exports

  @Test("an imported export equals the original file, except for the sign of zero", arguments: SQLiteExportTests.Sample.allCases)
  func roundTrip(sample: SQLiteExportTests.Sample) throws {
    let seed = seed()
    for round in 0..<UInt64(rounds(.interchanges)) {
      let path = folder.file("a\(round).realm")
      _ = try Realm(configuration: Realm.Configuration(fileURL: URL(fileURLWithPath: path), objectTypes: sample.types))
      let realm = try Realm(storedTypesAt: path, readOnly: false)
      var random = RandomObjects(realm, seed: seed + round, objects: 6)
      try random.fill()
      let copy = try database("a\(round).sqlite", [])
      _ = try SQLiteExport(realm, dates: .text) { _ in }.write(to: folder.file("a\(round).sqlite"), named: "a")
      // With the schema of the file, and with the drafted one.
      let draft = try compile(SchemaDraft(copy, name: "Draft").text)
      let stored = SchemaModel(name: "Stored", entities: realm._types)
      for (index, schema) in [stored, draft].enumerated() {
        let (back, summary) = try load("a\(round).sqlite", schema, to: "b\(round)-\(index).realm")
        #expect(summary.notImported == [], "seed \(seed + round)")
        #expect(summary.missing == [], "seed \(seed + round)")
        let (before, after) = (Dump(realm, isOrdered: false).lines, Dump(back, isOrdered: false).lines)
        #expect(before.count == after.count, "seed \(seed + round)")
        #expect(!before.isEmpty, "seed \(seed + round)")
        if let (a, b) = zip(before, after).first(where: { $0 != $1 }) {
          Issue.record("seed \(seed + round), schema \(index): \(a.prefix(2000))\n\(b.prefix(2000))")
          return
        }
      }
    }
  }

  // MARK: - Other databases

  private static let library = [
    """
    CREATE TABLE author (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, mentor_id INTEGER REFERENCES author (id), born DATE
    )
    """,
    """
    CREATE TABLE book (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, author_id INTEGER NOT NULL REFERENCES author ON DELETE CASCADE,
      price DECIMAL(10, 2), in_print BOOLEAN NOT NULL DEFAULT 1
    )
    """,
    "CREATE INDEX book_title ON book (title)",
    "CREATE TABLE tag (name TEXT PRIMARY KEY) WITHOUT ROWID",
    """
    CREATE TABLE book_tag (
      book_id INTEGER NOT NULL REFERENCES book (id), tag_name TEXT NOT NULL REFERENCES tag (name), PRIMARY KEY (book_id, tag_name)
    ) WITHOUT ROWID
    """,
    "CREATE VIEW titles AS SELECT title FROM book",
    // Ada and Bob are mentors of each other.
    "INSERT INTO author VALUES (1, 'Ada', 2, '1815-12-10'), (2, 'Bob', 1, NULL)",
    "INSERT INTO book VALUES (10, 'One', 1, 9.5, 1), (11, 'Two', 1, 12, 1)",
    "INSERT INTO tag VALUES ('new'), ('old')",
    "INSERT INTO book_tag VALUES (10, 'old'), (10, 'new'), (11, 'new')",
  ]

  @Test("a draft has links, collections, keys, rules and defaults of a database")
  func draft() throws {
    let draft = try SchemaDraft(database("library.sqlite", Self.library), name: "Library")
    #expect(
      draft.text == """
        # Drafted from 'library.sqlite'. Check the types, and delete what you do not need; 'ashlar import' lists what it does not read.
        # Not imported: the view 'titles'.
        ashlar: 1

        schema:
          name: Library

        objects:
          Author:
            table: "author"
            properties:
              id: { type: "Int", primaryKey: true }
              name: { type: "String", unique: true }
              mentor: { type: "Author?", column: "mentor_id" }
              born: { type: "Date?" }
              author: { type: "LinkingObjects<Author>", origin: mentor }
              book: { type: "LinkingObjects<Book>", origin: author, deleteRule: cascade }

          Book:
            table: "book"
            properties:
              id: { type: "Int", primaryKey: true }
              title: { type: "String", indexed: true }
              author: { type: "Author?", column: "author_id", required: true }
              price: { type: "Decimal128?" }  # SQLite has stored binary numbers: their shortest decimals
              inPrint: { type: "Bool", column: "in_print", default: true }
              bookTag: { type: "MutableSet<Tag>", column: "book_tag" }

          Tag:
            table: "tag"
            properties:
              name: { type: "String", primaryKey: true }

        """)
    _ = try compile(draft.text)
  }

  @Test("rows become objects with links in cycles, sets, dates and decimals")
  func objects() throws {
    let schema = try compile(SchemaDraft(database("library.sqlite", Self.library), name: "Library").text)
    let (realm, summary) = try load("library.sqlite", schema, to: "library.realm")
    #expect(summary == SQLiteImport.Summary(objects: 6, dangling: 0, notImported: ["the view 'titles'"], missing: []))
    #expect(
      Dump(realm, isOrdered: false).lines.count == 6)
    let one = try #require(realm.dynamicObjects("book").first { $0["id"] as? Int == 10 })
    #expect(one["title"] as? String == "One")
    #expect(one["price"] as? Decimal128 == ("9.5" as Decimal128))
    #expect(one["in_print"] as? Bool == true)
    let author = try #require(one["author_id"] as? DynamicObject)
    #expect(author["name"] as? String == "Ada")
    #expect(author["born"] as? Date == Date(timeIntervalSince1970: -4_861_728_000))
    let mentor = try #require(author["mentor_id"] as? DynamicObject)
    #expect((mentor["mentor_id"] as? DynamicObject)?["name"] as? String == "Ada")
    guard case .elements(let tags) = one._contents(try #require(one._model.columns.firstIndex { $0.name == "book_tag" })) else {
      Issue.record("book_tag is a set")
      return
    }
    #expect(tags.count == 2)
  }

  @Test("a join table with positions is a list in their order, and elements without an owner are refused")
  func lists() throws {
    let statements = [
      "CREATE TABLE list (id INTEGER PRIMARY KEY)", "CREATE TABLE item (name TEXT PRIMARY KEY)",
      "CREATE TABLE entries (list_id INTEGER NOT NULL REFERENCES list, item TEXT NOT NULL REFERENCES item, position INTEGER)",
      "INSERT INTO list VALUES (1), (2)", "INSERT INTO item VALUES ('a'), ('b'), ('c')",
      "INSERT INTO entries VALUES (1, 'a', 3), (2, 'c', 1), (1, 'b', 1), (1, 'a', 2)",
    ]
    let draft = try SchemaDraft(database("l.sqlite", statements), name: "Lists").text
    let comment = "in the order of 'position', whose numbers are not kept; an order of the rows of 'list' within one of 'item' is lost"
    #expect(draft.contains("entries: { type: \"List<Item>\" }  # \(comment)\n"), "\(draft)")
    let schema = try compile(draft)
    let (realm, summary) = try load("l.sqlite", schema, to: "l.realm")
    #expect(summary == SQLiteImport.Summary(objects: 5, dangling: 0, notImported: [], missing: []))
    let lines = Dump(realm, isOrdered: false).lines.filter { $0.hasPrefix("list ") }
    // The bytes of a and b.
    let (a, b, c) = ("link item key string [97]", "link item key string [98]", "link item key string [99]")
    #expect(lines == ["list key int 1 id=int 1;entries=[\(b),\(a),\(a)]", "list key int 2 id=int 2;entries=[\(c)]"])
    _ = try database("m.sqlite", statements + ["INSERT INTO entries VALUES (9, 'a', 1)"])
    let error = #expect(throws: ImportFailure.self) { try load("m.sqlite", schema, to: "m.realm") }
    #expect(
      error?.description.contains("1 row of 'entries' belongs to no row of 'list'; with '--dangling nil', such rows are omitted") == true)
    let omitted = try load("m.sqlite", schema, to: "n.realm", danglingIsNil: true).summary
    #expect((omitted.objects, omitted.dangling) == (5, 0))
    #expect(omitted.omitted == ["1 row of 'entries' belongs to no row of 'list' and was omitted."])
  }

  @Test("the object within which positions are unique has the list", arguments: ["PRIMARY KEY", "UNIQUE"])
  func ordered(rule: String) throws {
    let statements = [
      "CREATE TABLE track (name TEXT PRIMARY KEY)", "CREATE TABLE playlist (name TEXT PRIMARY KEY)",
      """
      CREATE TABLE entries (
        track TEXT NOT NULL REFERENCES track, playlist TEXT NOT NULL REFERENCES playlist, position INTEGER, \(rule) (playlist, position)
      )
      """,
      "INSERT INTO track VALUES ('a'), ('b')", "INSERT INTO playlist VALUES ('p'), ('q')",
      "INSERT INTO entries VALUES ('a', 'p', 3), ('b', 'q', 2), ('b', 'p', 1), ('a', 'q', 4), ('a', 'p', 2)",
    ]
    let database = try database("o.sqlite", statements)
    let draft = try SchemaDraft(database, name: "Lists").text
    let line = "entries: { type: \"List<Track>\" }  # in the order of 'position', whose numbers are not kept\n"
    #expect(draft.contains(line), "\(draft)")
    let realm = try load("o.sqlite", compile(draft), to: "o.realm").realm
    for playlist in realm.dynamicObjects("playlist") {
      let name = playlist["name"] as? String ?? ""
      let column = try #require(playlist._model.columns.firstIndex { $0.name == "entries" })
      guard case .elements(let tracks) = playlist._contents(column) else {
        Issue.record("entries is a list")
        return
      }
      let names = tracks.map { track -> SQLiteValue in
        if case .object(let track) = track, let name = track["name"] as? String { .text(name) } else { .null }
      }
      let rows = try database.rows("SELECT track FROM entries WHERE playlist = '\(name)' ORDER BY position")
      #expect(rows.map { $0[0] } == names)
    }
  }

  @Test("all rows with values that do not fit are listed, and nothing is stored")
  func refused() throws {
    _ = try database(
      "t.sqlite",
      [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER NOT NULL, s TEXT)",
        "INSERT INTO t VALUES (1, 5, 'a'), (2, 'abc', 'b'), (3, 1.5, 'c'), (4, 6, x'00'), (5, 300, CAST(x'ff' AS TEXT)), (6, '7', 8)",
      ])
    let schema = try compile(
      """
      ashlar: 1
      schema: { name: T }
      objects:
        T: { table: t, properties: { id: { type: Int, primaryKey: true }, n: Int8, s: { type: "String?" } } }
      """)
    let error = #expect(throws: SQLiteImport.Refused.self) { try load("t.sqlite", schema, to: "t.realm") }
    #expect(
      error?.description == """
        t, rowid 2: column 'n': the text "abc" is not an integer
        t, rowid 3: column 'n': the number 1.5 is not an integer
        t, rowid 4: column 's': a BLOB of 1 bytes is not text
        t, rowid 5: column 'n': the integer 300 is not in the range of Int8, -128 to 127
        """)
    #expect(try Realm(storedTypesAt: folder.file("t.realm"), readOnly: false).dynamicObjects("t").isEmpty)
  }

  @Test("a link without a target is refused, or becomes nil if requested")
  func dangling() throws {
    _ = try database(
      "library.sqlite", Self.library + ["INSERT INTO author VALUES (3, 'Cid', 99, NULL)", "INSERT INTO book_tag VALUES (11, 'lost')"])
    let schema = try compile(SchemaDraft(SQLiteDatabase(folder.file("library.sqlite"), .reading), name: "Library").text)
    let error = #expect(throws: SQLiteImport.Refused.self) { try load("library.sqlite", schema, to: "a.realm") }
    let text = error?.description ?? ""
    #expect(
      text.contains("author, rowid 3: 'author.mentor_id': the database contains no 'author' with key 99; with '--dangling nil'"), "\(text)")
    #expect(text.contains("book, rowid 11: 'book.book_tag'"), "\(text)")
    let (realm, summary) = try load("library.sqlite", schema, to: "b.realm", danglingIsNil: true)
    #expect(summary.dangling == 1)
    #expect(summary.omitted == ["1 element of a collection had no target and was omitted."])
    let cid = try #require(realm.dynamicObjects("author").first { $0["id"] as? Int == 3 })
    #expect(cid["mentor_id"] as? DynamicObject == nil)
  }

  @Test(
    "numbers are dates only in the stated form",
    arguments: [
      (NumericDates.unix, "1700000000", 1_700_000_000.0), (.unix, "1700000000.5", 1_700_000_000.5),
      (.unixMilliseconds, "1700000000500", 1_700_000_000.5),
      (.julian, "2440588.0", 43_200.0), (.reference, "0", 978_307_200.0), (.unix, "-0.5", -0.5),
    ] as [(NumericDates, String, Double)])
  func numericDates(form: NumericDates, number: String, seconds: Double) throws {
    _ = try database("d.sqlite", ["CREATE TABLE d (id INTEGER PRIMARY KEY, at DATE)", "INSERT INTO d VALUES (1, \(number))"])
    let schema = try compile(
      """
      ashlar: 1
      schema: { name: D }
      objects:
        D: { table: d, properties: { id: { type: Int, primaryKey: true }, at: { type: "Date?" } } }
      """)
    let error = #expect(throws: SQLiteImport.Refused.self) { try load("d.sqlite", schema, to: "none.realm") }
    #expect(error?.description.contains("is a date of unknown form: state what such numbers mean with '--dates'") == true)
    let (realm, _) = try load("d.sqlite", schema, to: "d.realm", dates: form)
    let date = try #require(realm.dynamicObjects("d").first?["at"] as? Date)
    #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
  }

  @Test("tables and columns that the schema does not name are listed, and missing ones are errors")
  func unread() throws {
    _ = try database("library.sqlite", Self.library + ["CREATE TABLE gen (a INTEGER, b INTEGER AS (a + 1))"])
    let schema = try compile(
      """
      ashlar: 1
      schema: { name: L }
      objects:
        Author:
          table: author
          properties: { id: { type: Int, primaryKey: true }, name: String, extra: { type: "Int?" } }
      """)
    let (_, summary) = try load("library.sqlite", schema, to: "a.realm")
    #expect(
      summary.notImported == [
        "the view 'titles'", "the generated column 'gen.b'", "the column 'author.mentor_id'", "the column 'author.born'",
        "the table 'book'",
        "the table 'book_tag'", "the table 'gen'", "the table 'tag'",
      ])
    #expect(summary.missing == ["the property 'author.extra'"])
    let other = try compile(
      """
      ashlar: 1
      schema: { name: L }
      objects:
        Author: { properties: { id: { type: Int, primaryKey: true }, age: Int } }
        Nobody: { properties: { id: Int } }
      """)
    let error = #expect(throws: ImportFailure.self) { try load("library.sqlite", other, to: "b.realm") }
    #expect(error?.description.contains("the table 'author' has no column 'age' for the required property 'Author.age'") == true)
  }

  @Test("names that differ only in the composition of characters are refused")
  func composition() throws {
    let database = try database("c.sqlite", ["CREATE TABLE \"caf\u{E9}\" (a)", "CREATE TABLE \"cafe\u{301}\" (a)"])
    let error = #expect(throws: SQLiteError.self) { _ = try StoreCatalog(database) }
    #expect(error?.description.contains("differ only in the composition of 'caf\u{E9}'") == true)
  }

  @Test("every database has a draft that compiles, and its rows are stored as they are or refused")
  func randomDatabases() throws {
    let seed = seed()
    var stored = 0
    for round in 0..<UInt64(rounds(.databases)) {
      let label = "seed \(seed + round)"
      let name = "r\(round).sqlite"
      let database = try database(name, [])
      _ = try RandomDatabase(database, seed: seed + round)
      let text = try SchemaDraft(database, name: "Draft").text
      let schema = try compile(text)
      for danglingIsNil in [false, true] {
        do {
          let (realm, summary) = try load(
            name, schema, to: "r\(round)-\(danglingIsNil).realm", dates: .unix, danglingIsNil: danglingIsNil)
          var rows: Int64 = 0
          for type in schema.entities {
            guard case .integer(let count)? = try database.rows("SELECT count(*) FROM \(SQLText.name(type.storedName))").first?.first else {
              continue
            }
            #expect(realm.dynamicObjects(type.storedName).count == Int(count), "\(label): \(type.storedName)")
            rows += count
          }
          #expect(summary.objects == Int(rows), "\(label)")
          stored += 1
          break
        } catch let error as SQLiteImport.Refused {
          #expect(!error.failures.isEmpty, "\(label)")
        } catch let error as ImportFailure {
          // A link to a table without rowids and without a key of one column, or elements of rows that do not exist.
          #expect("\(error)".contains("have no rowid") || "\(error)".contains(" to no row of "), "\(label): \(error)")
        }
      }
      try FileManager.default.removeItem(atPath: folder.file(name))
    }
    #expect(stored > rounds(.databases) / 10, "seed \(seed)")
  }
}
