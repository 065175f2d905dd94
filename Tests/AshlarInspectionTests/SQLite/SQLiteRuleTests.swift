import Ashlar
import AshlarSchema
import Foundation
import TestSupport
import Testing

@testable import AshlarInspection
@testable import AshlarSQLite

@Suite("Rules of SQLite databases")
struct SQLiteRuleTests {
  private let folder: SQLiteFolder

  init() throws { folder = try SQLiteFolder() }

  private static let hall = [
    """
    CREATE TABLE hall (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE)
    """,
    """
    CREATE TABLE seat (
      hall_id INTEGER NOT NULL REFERENCES hall, row INTEGER NOT NULL, number TEXT NOT NULL CHECK (length(number) BETWEEN 1 AND 3),
      kind TEXT NOT NULL DEFAULT 'plain' CHECK (kind IN ('plain', 'box')), price INTEGER CHECK (price IS NULL OR price > 0),
      opened INTEGER, closed INTEGER, CHECK (opened <= closed), PRIMARY KEY (hall_id, row, number)
    )
    """,
    """
    CREATE TABLE ticket (
      id INTEGER PRIMARY KEY, hall_id INTEGER, row INTEGER, number TEXT, hall_code TEXT REFERENCES hall (code), email TEXT,
      deleted_at INTEGER, FOREIGN KEY (hall_id, row, number) REFERENCES seat ON DELETE RESTRICT, CHECK (email LIKE '%@%'),
      UNIQUE (email, row)
    )
    """,
    "CREATE UNIQUE INDEX ticket_email ON ticket (email) WHERE deleted_at IS NULL",
    "CREATE INDEX ticket_place ON ticket (row, number)",
    "CREATE INDEX ticket_some ON ticket (hall_code, row) WHERE row > 5",
    "INSERT INTO hall VALUES (1, 'A'), (2, 'B')",
    "INSERT INTO seat VALUES (1, 1, 'a', 'plain', 5, 1, 2), (1, 1, 'b', 'box', NULL, NULL, 2)",
    "INSERT INTO ticket VALUES (7, 1, 1, 'b', 'B', 'x@y', NULL), (8, NULL, 1, 'b', NULL, NULL, 9)",
  ]

  @Test("constraints become keys, rules, enums and links of several columns, and others are comments")
  func draft() throws {
    let draft = try SchemaDraft(folder.database("hall.sqlite", Self.hall), name: "Hall")
    #expect(
      draft.text == """
        # Drafted from 'hall.sqlite'. Check the types, and delete what you do not need; 'ashlar import' lists what it does not read.
        ashlar: 1

        schema:
          name: Hall

        enums:
          SeatKind:
            raw: String
            checked: true
            cases:
              plain: "plain"
              box: "box"

        objects:
          Hall:
            table: "hall"
            properties:
              id: { type: "Int", primaryKey: true }
              code: { type: "String", unique: true }
              ticket: { type: "LinkingObjects<Ticket>", origin: hallCode }

          Seat:
            table: "seat"
            primaryKey: [hallId, row, number]
            checks: ["opened <= closed"]
            properties:
              hallId: { type: "Int", column: "hall_id" }  # refers to 'hall', and a link cannot be part of a primary key
              row: { type: "Int" }
              number: { type: "String", length: 1...3 }
              kind: { type: "SeatKind", default: plain }
              price: { type: "Int?", above: 0 }
              opened: { type: "Int?" }
              closed: { type: "Int?" }
              ticket: { type: "LinkingObjects<Ticket>", origin: seat, deleteRule: deny }

          # Indexed: hall_code, row, where row > 5.
          # CHECK (email LIKE '%@%').
          Ticket:
            table: "ticket"
            unique: [{ of: [email], whenNil: deletedAt }, [email, row]]
            indexes: [[row, number]]
            properties:
              id: { type: "Int", primaryKey: true }
              hallId: { type: "Int?", column: "hall_id" }
              row: { type: "Int?" }
              number: { type: "String?" }
              hallCode: { type: "Hall?", column: "hall_code" }
              email: { type: "String?", indexed: true }
              deletedAt: { type: "Int?", column: "deleted_at" }
              seat: { type: "Seat?", column: "hall_id_row_number" }  # by hall_id, row, number

        """)
    let schema = try folder.compile(draft.text)
    let (realm, summary) = try folder.load("hall.sqlite", schema, to: "hall.realm")
    #expect(summary == SQLiteImport.Summary(objects: 6, dangling: 0, notImported: [], missing: []))
    let ticket = try #require(realm.dynamicObjects("ticket").first { $0["id"] as? Int == 7 })
    #expect((ticket["hall_id_row_number"] as? DynamicObject)?["number"] as? String == "b")
    #expect((ticket["hall_code"] as? DynamicObject)?["id"] as? Int == 2)
    // A key of which a column is NULL refers to nothing.
    let other = try #require(realm.dynamicObjects("ticket").first { $0["id"] as? Int == 8 })
    #expect(other["hall_id_row_number"] as? DynamicObject == nil)
    #expect(other["number"] as? String == "b")
  }

  @Test("unique indexes that no rule can state are comments, and a default that is an expression is one as well")
  func comments() throws {
    let statements = [
      """
      CREATE TABLE kind (
        code BLOB UNIQUE, weight REAL UNIQUE, name TEXT, label TEXT DEFAULT ('a' || 'b'), plain TEXT DEFAULT 'it''s',
        other TEXT REFERENCES kind (name)
      )
      """,
      "CREATE UNIQUE INDEX kind_lower ON kind (lower(name))", "CREATE INDEX kind_upper ON kind (upper(name))",
      "CREATE INDEX kind_weight ON kind (weight)", "CREATE UNIQUE INDEX kind_name ON kind (name)",
      "CREATE UNIQUE INDEX kind_other ON kind (other COLLATE NOCASE)",
    ]
    let draft = try SchemaDraft(folder.database("k.sqlite", statements), name: "Kinds").text
    for comment in ["Unique: code.", "Unique: weight.", "Unique: an expression.", "Indexed: an expression.", "Indexed: weight."] {
      #expect(draft.contains(comment), "\(draft)")
    }
    #expect(draft.contains("default: 'a' || 'b'"), "\(draft)")
    #expect(draft.contains("plain: { type: \"String?\", default: \"it's\""), "\(draft)")
    #expect(draft.contains("name: { type: \"String?\", unique: true }"), "\(draft)")
    #expect(draft.contains("# unique in the database, by another comparison"), "\(draft)")
    _ = try folder.compile(draft)
  }

  @Test("a row that breaks a rule of the schema is named")
  func broken() throws {
    try folder.database("t.sqlite", ["CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER)", "INSERT INTO t VALUES (1, 5), (2, -5)"])
    let schema = try folder.compile(
      """
      ashlar: 1
      schema: { name: T }
      objects:
        T: { table: t, properties: { id: { type: Int, primaryKey: true }, n: { type: Int, min: 0 } } }
      """)
    let error = #expect(throws: SQLiteImport.Refused.self) { try folder.load("t.sqlite", schema, to: "t.realm") }
    #expect(error?.description.hasPrefix("t, rowid 2: the range of 't.n' is broken") == true, "\(String(describing: error))")
  }

  @Test("rules, keys of several properties and delete rules of a file return from its export")
  func roundTrip() throws {
    let yaml = """
      ashlar: 1
      schema: { name: Rules, version: 3 }
      enums:
        Kind: { raw: Int, checked: true, cases: { low: -1, high: 9 } }
      objects:
        Seat:
          primaryKey: [hall, row]
          unique: [[row, name], { of: [name], whenNil: closed }, { of: [next, name], nilCounts: true }]
          indexes: [[name, closed]]
          checks: ["row != hall"]
          properties:
            hall: Int
            row: { type: Int, min: 0, below: 100 }
            name: { type: String, length: 1...9, pattern: "[a-z]*" }
            closed: "Date?"
            kind: Kind
            next: { type: "Seat?", deleteRule: deny }
            tickets: { type: List<Ticket>, count: ...5, deleteRule: cascade }
        Ticket:
          properties:
            code: { type: String, unique: true }
            seat: { type: "Seat?", required: true }
            seats: { type: LinkingObjects<Seat>, origin: tickets, deleteRule: deny }
      """
    let schema = try folder.compile(yaml)
    let realm = try folder.realm("a.realm", schema)
    try realm.write {
      let seat = realm.dynamicCreate("Seat", value: ["hall": 1, "row": 2, "name": "a", "kind": 9] as [String: Any])
      let other = realm.dynamicCreate("Seat", value: ["hall": 1, "row": 3, "name": "b", "kind": -1, "next": seat] as [String: Any])
      let ticket = realm.dynamicCreate("Ticket", value: ["code": "x", "seat": other] as [String: Any])
      seat["tickets"] = [ticket]
    }
    let copy = try folder.database("a.sqlite", [])
    _ = try SQLiteExport(realm, dates: .text) { _ in }.write(to: folder.file("a.sqlite"), named: "a")
    #expect(try copy.rows("SELECT name FROM pragma_table_info('Seat') WHERE pk > 0 ORDER BY pk") == [[.text("hall")], [.text("row")]])
    #expect(try copy.rows("PRAGMA foreign_key_check").isEmpty)
    let draft = try folder.compile(SchemaDraft(copy, name: "Draft").text)
    #expect(draft.version == 3)
    let (back, summary) = try folder.load("a.sqlite", draft, to: "b.realm")
    #expect(summary == SQLiteImport.Summary(objects: 3, dangling: 0, notImported: [], missing: []))
    for (before, after) in zip(realm._types, back._types) {
      #expect(before.name == after.name)
      #expect(before.rules == after.rules)
      #expect(before.columns.map(\.isIndexed) == after.columns.map(\.isIndexed))
    }
    #expect(Dump(realm, isOrdered: false).lines == Dump(back, isOrdered: false).lines)
  }

  @Test(
    "conditions are read, and what no rule can state is returned as text",
    arguments: [
      ("a > 5", "range a 5x nil"), ("5 < a", "range a 5x nil"), ("(a >= -1.5e3)", "range a -1.5e3 nil"),
      ("a BETWEEN 1 AND 2", "range a 1 2"), ("a BETWEEN 1 AND 2 AND b < 3", "range a 1 2; range b nil 3x"),
      ("length(a) = 4", "length a 4 4"), ("length([a]) > 0", "length a 1 nil"), ("LENGTH(a) BETWEEN 1 AND 9", "length a 1 9"),
      ("a GLOB '[a-z]*'", "pattern a [a-z]*"), ("a IN ('x', 'it''s')", "texts a x it's"),
      ("a IN (1, -2)", "numbers a 1 -2"), ("a IS NULL OR a > 5", "range a 5x nil"), ("a > 5 OR a IS NULL", "range a 5x nil"),
      ("a <= b", "order a <= b"), ("a > b", "order b < a"), ("\"a\" <> `b`", "order a != b"), ("a = b", "order a == b"),
      ("a IN (1, 'x')", "other"), ("a > 5 OR b > 5", "other"), ("b IS NULL OR a > 5", "other"), ("a", "other"), ("a > c", "other"),
      ("a LIKE 'x%'", "other"), ("a = 5", "other"), ("NOT (a > 5)", "other"), ("a > x'05'", "other"), ("length(a) > b", "other"),
      ("abs(a) > 5", "other"), ("a > 5 -- AND b > 5", "range a 5x nil"), ("a /* > 6 */ > 5", "range a 5x nil"), ("a > 0x10", "other"),
      ("a > 5 AND b > 2 OR b = 0", "other"), ("b = 0 OR a > 5 AND b > 2", "other"), ("(a > 5 OR b > 2) AND a < 9", "other; range a nil 9x"),
      ("CASE WHEN a AND b < 5 AND a THEN 1 ELSE 0 END", "other"),
      ("CASE a WHEN 1 THEN 2 ELSE 3 END = 2 AND b < 5", "other; range b nil 5x"),
    ] as [(String, String)])
  func conditions(sql: String, expected: String) throws {
    let tokens = SQLTokens("CREATE TABLE t (a INTEGER, b INTEGER, CHECK (\(sql)\n))").checks
    #expect(tokens.count == 1)
    let parts = ColumnCondition.read(try #require(tokens.first)) { token in
      switch token {
      case .word(let name), .name(let name): name == "a" || name == "b" ? name : nil
      case .text, .symbol: nil
      }
    }
    func text(_ bound: ColumnCondition.Bound?) -> String { bound.map { $0.text + ($0.isExcluded ? "x" : "") } ?? "nil" }
    let texts = parts.map { part -> String in
      switch part.condition {
      case .range(let column, let low, let high): "range \(column) \(text(low)) \(text(high))"
      case .length(let column, let low, let high): "length \(column) \(low) \(high.map { "\($0)" } ?? "nil")"
      case .pattern(let column, let text): "pattern \(column) \(text)"
      case .texts(let column, let texts): "texts \(column) \(texts.joined(separator: " "))"
      case .numbers(let column, let numbers): "numbers \(column) \(numbers.map { "\($0)" }.joined(separator: " "))"
      case .order(let column, let symbol, let other): "order \(column) \(symbol) \(other)"
      case nil: "other"
      }
    }
    #expect(texts.joined(separator: "; ") == expected)
  }

  @Test("a table without rowids and without a usable key is linked to by the order of its rows")
  func unusableKeys() throws {
    let statements = [
      "CREATE TABLE point (x REAL, y REAL, name TEXT, PRIMARY KEY (x, y)) WITHOUT ROWID",
      "CREATE TABLE mark (id INTEGER PRIMARY KEY, x REAL, y REAL, FOREIGN KEY (x, y) REFERENCES point (x, y))",
      "INSERT INTO point VALUES (2.5, 1.0, 'c'), (0.5, 9.0, 'a'), (0.5, 9.5, 'b')",
      "INSERT INTO mark VALUES (1, 0.5, 9.5), (2, 2.5, 1.0), (3, NULL, 1.0), (4, 0.5, 9.0)",
    ]
    let draft = try SchemaDraft(folder.database("p.sqlite", statements), name: "Points").text
    #expect(draft.contains("# The primary key has several columns, whose values cannot be a key here: x, y.\n"), "\(draft)")
    let schema = try folder.compile(draft)
    let (realm, _) = try folder.load("p.sqlite", schema, to: "p.realm")
    let names = realm.dynamicObjects("mark").map { ($0["x_y"] as? DynamicObject)?["name"] as? String }
    #expect(Array(names) == ["b", "c", nil, "a"])
  }

  @Test("with a flag, rows that belong to one other row are embedded objects")
  func embedded() throws {
    let statements = [
      "CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT)", "CREATE TABLE shop (name TEXT PRIMARY KEY)",
      """
      CREATE TABLE line (
        id INTEGER PRIMARY KEY, book_id INTEGER NOT NULL REFERENCES book ON DELETE CASCADE, position INTEGER, text TEXT UNIQUE,
        shop TEXT REFERENCES shop
      )
      """,
      "CREATE TABLE cover (book_id INTEGER NOT NULL UNIQUE REFERENCES book ON DELETE CASCADE, color TEXT NOT NULL)",
      "INSERT INTO book VALUES (1, 'One'), (2, 'Two')", "INSERT INTO shop VALUES ('s')",
      "INSERT INTO line VALUES (5, 1, 2, 'b', 's'), (6, 2, 1, 'c', NULL), (7, 1, 1, 'a', NULL)", "INSERT INTO cover VALUES (2, 'red')",
    ]
    let database = try folder.database("b.sqlite", statements)
    let plain = try SchemaDraft(database, name: "Books").text
    let comment = "# Each row belongs to one of 'book', and nothing refers to it: with '--embed', it is an embedded object.\n"
    #expect(plain.contains(comment), "\(plain)")
    _ = try folder.compile(plain)
    let draft = try SchemaDraft(database, name: "Books", embeds: true).text
    let schema = try folder.compile(draft)
    #expect(draft.contains("  # Unique: text.\n  Line:\n"), "\(draft)")
    #expect(!draft.contains("Unique: book_id"), "\(draft)")
    #expect(schema.entities.filter { $0.kind == .embedded }.map(\.name).sorted() == ["Cover", "Line"])
    let (realm, summary) = try folder.load("b.sqlite", schema, to: "b.realm")
    #expect(summary == SQLiteImport.Summary(objects: 3, dangling: 0, notImported: [], missing: []))
    let books = Dictionary(uniqueKeysWithValues: realm.dynamicObjects("book").map { ($0["id"] as? Int ?? 0, $0) })
    let one = try #require(books[1])
    guard case .elements(let lines) = one._contents(try #require(one._model.columns.firstIndex { $0.name == "line" })) else {
      Issue.record("line is a list")
      return
    }
    let texts = lines.map { line -> String? in if case .object(let line) = line { line["text"] as? String } else { nil } }
    #expect(texts == ["a", "b"])
    #expect((books[2]?["cover"] as? DynamicObject)?["color"] as? String == "red")
    #expect(one["cover"] as? DynamicObject == nil)
    // Rows without an owner would be lost.
    try database.execute("INSERT INTO line VALUES (8, 99, 1, 'd', NULL)")
    let error = #expect(throws: ImportFailure.self) { try folder.load("b.sqlite", schema, to: "c.realm") }
    #expect(error?.description.contains("1 row of 'line' belongs to no row of 'book'") == true, "\(String(describing: error))")
  }

  @Test("a column that refers to another table is a link, also if its name is that of a position")
  func referencesAreNoPositions() throws {
    let statements = [
      "CREATE TABLE employee (id INTEGER PRIMARY KEY)", "CREATE TABLE position (id INTEGER PRIMARY KEY, title TEXT)",
      """
      CREATE TABLE job (
        employee INTEGER NOT NULL REFERENCES employee ON DELETE CASCADE, position INTEGER REFERENCES position, since INTEGER
      )
      """,
      "CREATE TABLE sequence (id INTEGER PRIMARY KEY)", "CREATE TABLE gene (id INTEGER PRIMARY KEY)",
      """
      CREATE TABLE genes (
        gene INTEGER NOT NULL REFERENCES gene, sequence INTEGER NOT NULL REFERENCES sequence, PRIMARY KEY (gene, sequence)
      )
      """,
      "INSERT INTO employee VALUES (1)", "INSERT INTO position VALUES (1, 'x'), (2, 'y')",
      "INSERT INTO job VALUES (1, 2, 1999), (1, 1, 2001)",
    ]
    let draft = try SchemaDraft(folder.database("p.sqlite", statements), name: "Staff", embeds: true).text
    #expect(draft.contains("position: { type: \"Position?\" }\n"), "\(draft)")
    #expect(draft.contains("job: { type: \"List<Job>\" }\n"), "\(draft)")
    #expect(draft.contains("genes: { type: \"MutableSet<Sequence"), "\(draft)")
    let (realm, summary) = try folder.load("p.sqlite", folder.compile(draft), to: "p.realm")
    #expect(summary.notImported == [])
    let employee = try #require(realm.dynamicObjects("employee").first)
    guard case .elements(let jobs) = employee._contents(try #require(employee._model.columns.firstIndex { $0.name == "job" })) else {
      Issue.record("job is a list")
      return
    }
    let titles = jobs.map { job -> String? in
      if case .object(let job) = job { (job["position"] as? DynamicObject)?["title"] as? String } else { nil }
    }
    #expect(titles == ["y", "x"])
  }
}
