import Ashlar
import AshlarSchema
import Foundation
import Kinds
import Matrix
import Shelves
import TestSupport
import Testing
import Weather

@testable import AshlarInspection
@testable import AshlarSQLite

@Suite("Export to SQLite")
struct SQLiteExportTests {
  enum Sample: String, CaseIterable {
    case kinds, matrix, collections

    var types: [ObjectBase.Type] {
      switch self {
      case .kinds: KindsSchema.objectTypes
      case .matrix: MatrixSchema.objectTypes
      case .collections: CollectionsSchema.objectTypes
      }
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// An empty file with the types of a schema.
  private func make(_ name: String, _ sample: Sample) throws -> Realm {
    let path = folder.file(name)
    _ = try Realm(configuration: Realm.Configuration(fileURL: URL(fileURLWithPath: path), objectTypes: sample.types))
    return try Realm(storedTypesAt: path, readOnly: false)
  }

  @Test("the copy lacks the objects in the outbox, and a note states their number", arguments: [1, 3])
  func outbox(count: Int) throws {
    let path = folder.file("weather.realm")
    var configuration = Realm.Configuration(
      fileURL: URL(fileURLWithPath: path), objectTypes: WeatherSchema.objectTypes + [Event.self], durability: .unsynced)
    configuration.outbox = Realm.Configuration.Outbox()
    try {
      let realm = try Realm(configuration: configuration)
      try realm.write { for number in 0..<count { realm.create(Event.self, value: ["select": number, "from": ""]) } }
    }()
    let note = count == 1 ? "The copy does not contain the object in the outbox." : "The copy does not contain the 3 objects in the outbox."
    try export(Realm(storedTypesAt: path, readOnly: true), to: "weather.sqlite", notes: [note])
  }

  // Returns the path of the copy.
  @discardableResult private func export(
    _ realm: Realm, to name: String, dates: DateForm = .text, notes: [String] = []
  ) throws -> String {
    let path = folder.file(name)
    try Data().write(to: URL(fileURLWithPath: path))
    let summary = try SQLiteExport(realm, dates: dates) { _ in }.write(to: path, named: name)
    #expect(summary.notes == notes)
    #expect(summary.objects == realm._types.reduce(0) { $0 + ($1.kind == .object ? realm.dynamicObjects($1.name).count : 0) })
    return path
  }

  private func text(_ rows: [[SQLiteValue]]) -> [String] {
    rows.map { row in
      row.map { value in
        switch value {
        case .null: "null"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): text
        case .damagedText(let bytes), .blob(let bytes): "\(bytes)"
        case .damagedUTF16(let units): "\(units)"
        }
      }.joined(separator: "|")
    }
  }

  private func checkWhole(_ path: String, _ label: String) throws {
    let database = try SQLiteDatabase(path, .reading)
    #expect(text(try database.rows("PRAGMA integrity_check")) == ["ok"], "\(label)")
    #expect(try database.rows("PRAGMA foreign_key_check").isEmpty, "\(label)")
    for row in try database.rows("SELECT name, substr(name, 1, length(name) - 5) FROM sqlite_master WHERE type = 'view'") {
      guard case .text(let view) = row[0], case .text(let table) = row[1] else { continue }
      let count = try database.rows("SELECT count(*) FROM \(SQLText.name(table))")
      let found = try database.rows("SELECT * FROM \(SQLText.name(view))")
      #expect([[.integer(Int64(found.count))]] == count, "\(label): \(view)")
    }
  }

  @Test("a copy contains every value of every type", arguments: Sample.allCases, DateForm.allCases)
  func everything(sample: Sample, dates: DateForm) throws {
    let seed = seed()
    for round in 0..<UInt64(rounds(.interchanges)) {
      let realm = try make("a\(round).realm", sample)
      var random = RandomObjects(realm, seed: seed + round, objects: 6)
      try random.fill()
      let path = try export(realm, to: "a\(round).sqlite", dates: dates)
      let copy = try SQLiteCopy(path, of: realm, dates: dates)
      #expect(copy.compared > 20, "seed \(seed + round)")
      if let first = copy.differences.first {
        Issue.record("seed \(seed + round): \(copy.differences.count) differences: \(first.prefix(2000))")
        return
      }
      try checkWhole(path, "seed \(seed + round)")
    }
  }

  // MARK: - Tables

  private static func library(_ change: (inout EntityModel, inout EntityModel) -> Void = { _, _ in }) -> SchemaModel {
    var author = EntityModel(
      name: "Author",
      properties: [
        PropertyModel(name: "name", type: .string, isPrimaryKey: true),
        PropertyModel(name: "born", type: .date, isOptional: true, isIndexed: true),
        PropertyModel(name: "home", type: .object, isOptional: true, target: "Address"),
        PropertyModel(name: "addresses", type: .object, collection: .list, target: "Address"),
        PropertyModel(name: "byName", type: .object, collection: .map, isOptional: true, target: "Address"),
      ])
    var book = EntityModel(
      name: "Book",
      properties: [
        PropertyModel(name: "title", type: .string),
        PropertyModel(name: "author", type: .object, isOptional: true, target: "Author"),
        PropertyModel(name: "others", type: .object, collection: .list, target: "Author"),
        PropertyModel(name: "tags", type: .string, collection: .set),
        PropertyModel(name: "prices", type: .decimal128, collection: .map),
        PropertyModel(name: "extra", type: .any),
      ])
    change(&author, &book)
    let address = EntityModel(
      name: "Address", kind: .embedded,
      properties: [
        PropertyModel(name: "street", type: .string),
        PropertyModel(name: "owner", type: .object, isOptional: true, target: "Author"),
      ])
    return SchemaModel(name: "Library", version: 1, entities: [author, book, address])
  }

  private func open(_ model: SchemaModel, _ name: String = "library") throws -> Realm {
    try Realm(storedTypesAt: folder.file("\(name).realm"), readOnly: false, creating: model)
  }

  private func fill(_ realm: Realm) throws {
    try realm.write {
      let ada = realm.dynamicCreate(
        "Author",
        value: [
          "name": "Ada", "born": Date(timeIntervalSince1970: 0.5), "home": ["street": "A"],
          "addresses": [["street": "B"], ["street": "C"]], "byName": ["work": ["street": "D"]],
        ] as [String: Any])
      let bob = realm.dynamicCreate("Author", value: ["name": "Bob"] as [String: Any])
      let values: [String: Any] = [
        "title": "One", "author": ada, "others": [bob, ada, bob], "tags": ["x"], "prices": ["EUR": "1.50" as Decimal128], "extra": 5,
      ]
      _ = realm.dynamicCreate("Book", value: values)
      _ = realm.dynamicCreate("Book", value: ["title": "Two"] as [String: Any])
    }
  }

  @Test("types are tables, and collections are tables with positions and keys")
  func tables() throws {
    let realm = try open(Self.library())
    try fill(realm)
    let database = try SQLiteDatabase(export(realm, to: "b.sqlite"), .reading)
    func rows(_ sql: String) throws -> [String] { text(try database.rows(sql)) }
    #expect(try rows("SELECT * FROM Author ORDER BY name") == ["Ada|1970-01-01 00:00:00.5", "Bob|null"])
    #expect(try rows("SELECT title, author, extra FROM Book ORDER BY _row") == ["One|Ada|5", "Two|null|null"])
    #expect(try rows("SELECT position, value FROM Book_others ORDER BY 1") == ["0|Bob", "1|Ada", "2|Bob"])
    #expect(try rows("SELECT position, key, value FROM Book_prices") == ["0|EUR|1.50"])
    #expect(try rows("SELECT value FROM Book_tags") == ["x"])
    #expect(try rows("SELECT street FROM Address WHERE Author_home = 'Ada'") == ["A"])
    #expect(try rows("SELECT street FROM Address WHERE Author_addresses = 'Ada' ORDER BY _position") == ["B", "C"])
    let entries = "SELECT key, street FROM Author_byName AS m JOIN Address AS a ON a.Author_byName = m._row WHERE m.owner = 'Ada'"
    #expect(try rows(entries) == ["work|D"])
    #expect(
      try rows("SELECT * FROM Author_view WHERE name = 'Ada'") == [
        #"Ada|1970-01-01 00:00:00.5|A|null|[{"street":"B","owner":null},{"street":"C","owner":null}]|{"work":{"street":"D","owner":null}}"#
      ])
    #expect(
      try rows("SELECT title, author, others, tags, prices, extra FROM Book_view WHERE title = 'One'") == [
        #"One|Ada|["Bob","Ada","Bob"]|["x"]|{"EUR":"1.50"}|5"#
      ])
    #expect(
      try rows("SELECT declaration, primaryKey, indexed, \"table\", \"column\" FROM _ashlar_properties WHERE type = 'Author'") == [
        "String|1|1|Author|name", "Date?|0|1|Author|born", "Address?|0|0|Address|Author_home",
        "List<Address>|0|0|Address|Author_addresses", "Map<Address?>|0|0|Author_byName|_row",
      ])
    // SQLite's functions read dates.
    #expect(try rows("SELECT julianday(born) > 2440587.5 AND born < datetime('now') FROM Author WHERE name = 'Ada'") == ["1"])
  }

  // MARK: - Rules

  @Test("rules about values become constraints, and the other rules are noted")
  func constraints() throws {
    let model = Self.library { author, book in
      author.properties += [
        PropertyModel(name: "age", type: .int, isOptional: true), PropertyModel(name: "died", type: .date, isOptional: true),
        PropertyModel(name: "kind", type: .string, isOptional: true),
        PropertyModel(name: "badge", type: .int, isOptional: true, isIndexed: true),
        PropertyModel(name: "wealth", type: .decimal128, isOptional: true), PropertyModel(name: "motto", type: .string, isOptional: true),
      ]
      author.rules = [
        .range("age", ValueBounds(low: .int(0), high: .int(150), excludesHigh: true)), .order("born", .less, "died"),
        .oneOf("kind", [.string("a"), .string("it's")]), .unique(UniqueRule(["badge"])), .length("name", CountBounds(low: 1, high: 5)),
        .range("wealth", ValueBounds(low: .decimal128(low: 0, high: 0x3040_0000_0000_0000))),
        // SQLite matches no longer pattern than one of 50,000 bytes.
        .pattern("motto", "*" + String(repeating: "x", count: 50_000)),
      ]
      book.rules = [.required("author"), .pattern("title", "[A-Z]*"), .count("others", CountBounds(high: 3))]
    }
    let realm = try open(model)
    try realm.write {
      let ada = realm.dynamicCreate(
        "Author",
        value: [
          "name": "Ada", "born": Date(timeIntervalSince1970: 0), "died": Date(timeIntervalSince1970: 0.5), "age": 149, "kind": "it's",
          "badge": 1, "motto": String(repeating: "x", count: 50_000),
        ] as [String: Any])
      // NUL, a far date, and two objects without a badge.
      _ = realm.dynamicCreate(
        "Author",
        value: ["name": "a\0bcd", "born": Date(timeIntervalSince1970: -1e12), "died": Date(timeIntervalSince1970: 1e12)] as [String: Any])
      _ = realm.dynamicCreate("Author", value: ["name": "Bob"] as [String: Any])
      _ = realm.dynamicCreate("Book", value: ["title": "One", "author": ada] as [String: Any])
    }
    let path = try export(
      realm, to: "c.sqlite",
      notes: [
        "The copy does not state the range of 'Author.wealth'.", "The copy does not state the pattern of 'Author.motto'.",
        "The copy does not state the count rule of 'Book.others'.",
      ])
    try checkWhole(path, "rules")
    let database = try SQLiteDatabase(path, .writing)
    func isRefused(_ sql: String) -> Bool {
      do throws(SQLiteError) {
        try database.execute(sql)
        return false
      } catch {
        guard case .failed(_, let code, _, _) = error else { return false }
        return code & 0xFF == 19
      }
    }
    #expect(!isRefused("INSERT INTO Author (name, age, born, died) VALUES ('Eve', 149, '2000-01-01 00:00:00', '2000-01-01 00:00:00.5')"))
    for values in [
      "('', NULL, NULL, NULL, NULL, NULL)", "('abcdef', NULL, NULL, NULL, NULL, NULL)", "('Ada', NULL, NULL, NULL, NULL, NULL)",
      "('x', -1, NULL, NULL, NULL, NULL)", "('x', 150, NULL, NULL, NULL, NULL)", "('x', NULL, NULL, NULL, 'b', NULL)",
      "('x', NULL, '2001-01-01 00:00:00', '2000-01-01 00:00:00', NULL, NULL)", "('x', NULL, NULL, NULL, NULL, 1)",
    ] {
      #expect(isRefused("INSERT INTO Author (name, age, born, died, kind, badge) VALUES \(values)"), "\(values)")
    }
    #expect(isRefused("INSERT INTO Book (title, author) VALUES ('Two', NULL)"))
    #expect(isRefused("INSERT INTO Book (title, author) VALUES ('two', 'Ada')"))
    #expect(!isRefused("INSERT INTO Book (title, author) VALUES ('Two', 'Ada')"))
  }

  @Test("the cases of a schema's enums are constraints, and an object with another value makes the export fail")
  func enums() throws {
    var kind = PropertyModel(name: "kind", type: .int, isOptional: true)
    var kinds = PropertyModel(name: "kinds", type: .int, collection: .list)
    kind.enumName = "Kind"
    kinds.enumName = "Kind"
    let cases = [EnumCaseModel(name: "a", rawValue: .int(1)), EnumCaseModel(name: "b", rawValue: .int(2))]
    let model = SchemaModel(
      name: "E", version: 1, entities: [EntityModel(name: "T", properties: [kind, kinds])],
      enums: [EnumModel(name: "Kind", rawType: .int, cases: cases)])
    let realm = try open(model)
    let types = Array(try ImportedTypes(realm._types, schema: model).models.values)
    try realm.write { _ = realm.dynamicCreate("T", value: ["kind": 1, "kinds": [2, 1]] as [String: Any]) }
    let path = folder.file("enums.sqlite")
    func export() throws {
      try Data().write(to: URL(fileURLWithPath: path))
      _ = try SQLiteExport(realm, types: types, enums: model.enums, dates: .text) { _ in }.write(to: path, named: "enums.sqlite")
    }
    try export()
    let database = try SQLiteDatabase(path, .writing)
    #expect(text(try database.rows("SELECT declaration FROM _ashlar_properties")) == ["Int?", "List<Int>"])
    #expect(throws: SQLiteError.self) { try database.execute("INSERT INTO T (kind) VALUES (3)") }
    #expect(throws: SQLiteError.self) { try database.execute("INSERT INTO T_kinds VALUES (0, 2, 3)") }
    try database.execute("INSERT INTO T (kind) VALUES (NULL)")
    try database.close()
    // A file contains no cases, so it stores any value.
    try realm.write { _ = realm.dynamicCreate("T", value: ["kind": 3] as [String: Any]) }
    let error = #expect(throws: SQLiteExport.Failure.self) { try export() }
    #expect(error?.description.hasPrefix("'T', row 1: SQLite failed with code 275 in 'enums.sqlite': CHECK constraint failed") == true)
  }

  // Deletes rows of a copy of a library with rules. Returns the numbers of rows of the tables, and the authors of the books; or the
  // refusal.
  private func afterDeleting(
    _ table: String, _ condition: String, _ rules: (inout EntityModel, inout EntityModel) -> Void
  ) throws -> [String] {
    let name = UUID().uuidString
    let realm = try open(Self.library(rules), name)
    try fill(realm)
    let database = try SQLiteDatabase(export(realm, to: "\(name).sqlite"), .writing)
    try database.execute("PRAGMA foreign_keys = ON")
    do throws(SQLiteError) {
      try database.execute("DELETE FROM \(table) WHERE \(condition)")
    } catch {
      guard case .failed(_, let code, let message, _) = error, code & 0xFF == 19 else { throw error }
      return ["refused: \(message)"]
    }
    let counts = try ["Author", "Book", "Book_others", "Address", "Author_byName"].map { table in
      text(try database.rows("SELECT count(*) FROM \(table)"))[0]
    }
    return counts + text(try database.rows("SELECT ifnull(author, '-') FROM Book"))
  }

  @Test("deleting an object deletes its embedded objects and its list elements, and sets links to it to NULL")
  func nullify() throws {
    let rows = try afterDeleting("Author", "name = 'Ada'") { _, _ in }
    #expect(rows == ["1", "2", "2", "0", "0", "-", "-"])
  }

  @Test("delete rules of linking objects cascade or deny")
  func targets() throws {
    let cascade = try afterDeleting("Author", "name = 'Ada'") { $1.rules = [.targetDeleted("author", .cascade)] }
    #expect(cascade == ["1", "1", "0", "0", "0", "-"])
    let deny = try afterDeleting("Author", "name = 'Ada'") { $1.rules = [.targetDeleted("author", .deny)] }
    #expect(deny == ["refused: FOREIGN KEY constraint failed"])
    let list = try afterDeleting("Author", "name = 'Bob'") { $1.rules = [.targetDeleted("others", .cascade)] }
    #expect(list == ["1", "1", "0", "4", "1", "-"])
    let denyingList = try afterDeleting("Author", "name = 'Bob'") { $1.rules = [.targetDeleted("others", .deny)] }
    #expect(denyingList == ["refused: FOREIGN KEY constraint failed"])
  }

  @Test("delete rules of links and lists cascade or deny")
  func holders() throws {
    let link = try afterDeleting("Book", "title = 'One'") { $1.rules = [.holderDeleted("author", .cascade)] }
    #expect(link == ["1", "1", "0", "0", "0", "-"])
    let list = try afterDeleting("Book", "title = 'One'") { $1.rules = [.holderDeleted("others", .cascade)] }
    #expect(list == ["0", "1", "0", "0", "0", "-"])
    for property in ["author", "others"] {
      let deny = try afterDeleting("Book", "title = 'One'") { $1.rules = [.holderDeleted(property, .deny)] }
      #expect(deny == ["refused: The delete rule of 'Book.\(property)' denies the deletion"])
    }
  }

  // MARK: - Names

  @Test("names that SQLite does not distinguish are different tables and columns")
  func hostileNames() throws {
    let names = ["Select", "select", "sqlite_x", "a\"b", "it's", "_ashlar_properties", "Select_list"]
    let properties = ["a", "A", "_row", "_ROW", "rowid", "order", "x\"y", "\u{202E}"]
    let entities = names.map { name in
      EntityModel(
        name: name,
        properties: properties.map { PropertyModel(name: $0, type: .int) }
          + [PropertyModel(name: "list", type: .object, collection: .list, target: name)])
    }
    let realm = try open(SchemaModel(name: "Names", version: 1, entities: entities))
    try realm.write {
      for name in names {
        let values = Dictionary(uniqueKeysWithValues: properties.enumerated().map { ($1, $0 as Any) })
        let object = realm.dynamicCreate(name, value: values)
        object["list"] = [object]
      }
    }
    let path = try export(realm, to: "names.sqlite")
    try checkWhole(path, "names")
    let database = try SQLiteDatabase(path, .reading)
    for name in names {
      let places = try database.rows(
        "SELECT \"table\", \"column\" FROM \"_ashlar_properties\" WHERE type = \(SQLText.literal(name)) AND property <> 'list' ORDER BY property"
      )
      #expect(places.count == properties.count)
      for (place, property) in zip(places, properties.sorted { $0.isBefore($1) }) {
        guard case .text(let table) = place[0], case .text(let column) = place[1] else { continue }
        let value = try database.rows("SELECT \(SQLText.name(column)) FROM \(SQLText.name(table))")
        #expect(value == [[.integer(Int64(properties.firstIndex(of: property) ?? -1))]], "\(name).\(property)")
      }
    }
  }
}
