import Ashlar
import AshlarSchema
import Foundation
import TestSupport
import Testing

@testable import AshlarInspection
@testable import AshlarSQLite

@Suite("Copies that have been changed in SQLite")
struct SQLiteChangedCopyTests {
  private let folder: SQLiteFolder

  init() throws { folder = try SQLiteFolder() }

  private static let owners = """
    ashlar: 1
    schema: { name: S }
    objects:
      Owner:
        properties:
          id: { type: Int, primaryKey: true }
          home: Part?
          parts: List<Part>
          named: Map<Part?>
          tags: List<String>
      Plain: { properties: { n: Int, links: { type: List<Owner>, deleteRule: cascade } } }
    embedded:
      Part: { properties: { n: Int } }
    """

  // Exports a file with two owners, of which the first has embedded objects, and returns its schema and its copy.
  private func copy(_ name: String) throws -> (SchemaModel, SQLiteDatabase) {
    let schema = try folder.compile(Self.owners)
    let realm = try folder.realm("\(name).realm", schema)
    try realm.write {
      let values: [String: Any] = [
        "id": 1, "home": ["n": 1], "parts": [["n": 2], ["n": 3]], "named": ["a": ["n": 4], "b": ["n": 5]], "tags": ["x"],
      ]
      _ = realm.dynamicCreate("Owner", value: values)
      _ = realm.dynamicCreate("Owner", value: ["id": 2] as [String: Any])
      _ = realm.dynamicCreate("Plain", value: ["n": 1] as [String: Any])
    }
    let copy = try folder.database("\(name).sqlite", [])
    _ = try SQLiteExport(realm, dates: .text) { _ in }.write(to: folder.file("\(name).sqlite"), named: name)
    return (schema, copy)
  }

  @Test("everything that has been added is listed, and everything that the export has created is not")
  func additions() throws {
    let (schema, copy) = try copy("a")
    #expect(try folder.load("a.sqlite", schema, to: "b.realm").summary.notImported == [])
    for statement in [
      "ALTER TABLE Owner ADD COLUMN extra TEXT", "ALTER TABLE Owner ADD COLUMN twice INTEGER AS (id * 2)",
      "ALTER TABLE Part ADD COLUMN _row_2 INTEGER", "ALTER TABLE Owner_tags ADD COLUMN note", "ALTER TABLE Owner_named ADD COLUMN note",
      "CREATE VIEW mine_view AS SELECT 1", "CREATE TRIGGER mine AFTER INSERT ON Plain BEGIN SELECT 1; END",
      "CREATE VIRTUAL TABLE docs USING fts5(text)", "CREATE TABLE other (a)",
    ] { try copy.execute(statement) }
    let expected: Set = [
      "the column 'Owner.extra'", "the generated column 'Owner.twice'", "the column 'Part._row_2'", "the column 'Owner_tags.note'",
      "the column 'Owner_named.note'", "the view 'mine_view'", "the trigger 'mine'", "the virtual table 'docs'", "the table 'other'",
    ]
    let summary = try folder.load("a.sqlite", schema, to: "c.realm").summary
    #expect(Set(summary.notImported) == expected)
    #expect(summary.notImported.count == expected.count)
    #expect(try SchemaDraft(copy, name: "Draft").text.contains("# Not imported: the view 'mine_view'.\n"))
  }

  @Test(
    "embedded rows and entries without an owner are refused, or counted if requested",
    arguments: [
      ("UPDATE Part SET Owner_parts = 99 WHERE n = 2", "1 row of 'Part' belongs to no row of 'Owner' or 'Owner_named'"),
      ("UPDATE Part SET Owner_named = 99 WHERE n = 4", "1 row of 'Part' belongs to no row of 'Owner' or 'Owner_named'"),
      ("UPDATE Owner_named SET owner = 99", "2 rows of 'Owner_named' belong to no row of 'Owner'"),
    ])
  func orphans(statement: String, message: String) throws {
    let (schema, copy) = try copy("a")
    try copy.execute(statement)
    let error = #expect(throws: ImportFailure.self) { try folder.load("a.sqlite", schema, to: "b.realm") }
    let whole = "\(message); with '--dangling nil', such rows are omitted"
    #expect(error?.description.contains(whole) == true, "\(String(describing: error))")
    let summary = try folder.load("a.sqlite", schema, to: "c.realm", danglingIsNil: true).summary
    #expect(summary.dangling == 0)
    #expect(summary.omitted == ["\(message) and \(message.hasPrefix("1") ? "was" : "were") omitted."])
  }

  @Test("a row with two owners is refused", arguments: [false, true])
  func severalOwners(danglingIsNil: Bool) throws {
    let (schema, copy) = try copy("a")
    try copy.execute("PRAGMA ignore_check_constraints = ON")
    try copy.execute("UPDATE Part SET Owner_home = 2 WHERE n = 2")
    let error = #expect(throws: ImportFailure.self) {
      try folder.load("a.sqlite", schema, to: "b.realm", danglingIsNil: danglingIsNil)
    }
    #expect(error?.description.contains("1 row of 'Part' belongs to several objects") == true, "\(String(describing: error))")
  }

  @Test("rows of an owner that the schema lacks are not without an owner, and their column is listed")
  func omittedProperty() throws {
    _ = try copy("a")
    let schema = try folder.compile(Self.owners.replacing("      home: Part?\n", with: ""))
    let summary = try folder.load("a.sqlite", schema, to: "b.realm").summary
    #expect(summary.notImported == ["the column 'Part.Owner_home'"])
    #expect(summary.dangling == 0)
  }

  @Test("entries with the same key, and several objects of one entry, are refused with the row")
  func entries() throws {
    let (schema, copy) = try copy("a")
    try copy.execute("DROP INDEX Part_Owner_named_index")
    try copy.execute("UPDATE Part SET Owner_named = 1 WHERE Owner_named = 2")
    let several = #expect(throws: SQLiteImport.Refused.self) { try folder.load("a.sqlite", schema, to: "b.realm") }
    let text = "Owner, rowid 1: table 'Owner_named', rowid 1: 2 rows of 'Part' are the object of this entry"
    #expect(several?.description == text)
    for statement in [
      "UPDATE Part SET Owner_named = 2 WHERE n = 5", "DROP TABLE Owner_named",
      "CREATE TABLE Owner_named (_row INTEGER PRIMARY KEY, owner INTEGER REFERENCES Owner (id), position INTEGER, key TEXT)",
      "INSERT INTO Owner_named VALUES (1, 1, 0, 'a'), (2, 1, 1, 'a')",
    ] { try copy.execute(statement) }
    let equal = #expect(throws: SQLiteImport.Refused.self) { try folder.load("a.sqlite", schema, to: "c.realm") }
    #expect(
      equal?.description == "Owner, rowid 1: table 'Owner_named', rowid 2: the text \"a\" is the key of another entry of the same map")
  }

  @Test("rows of a map with the same key are refused with the table, the row and the key")
  func mapKeys() throws {
    try folder.database(
      "m.sqlite",
      [
        "CREATE TABLE bag (id INTEGER PRIMARY KEY)",
        "CREATE TABLE numbers (bag INTEGER NOT NULL REFERENCES bag, key TEXT, value INTEGER)", "INSERT INTO bag VALUES (1), (2)",
        "INSERT INTO numbers VALUES (1, 'a', 5), (1, 'b', 6), (2, 'a', 7), (1, 'a', 8)",
      ])
    let schema = try folder.compile(
      """
      ashlar: 1
      schema: { name: S }
      objects:
        Bag: { table: bag, properties: { id: Int, numbers: Map<Int> } }
      """)
    let error = #expect(throws: SQLiteImport.Refused.self) { try folder.load("m.sqlite", schema, to: "m.realm") }
    #expect(error?.description == "bag, rowid 1: table 'numbers', rowid 4: the text \"a\" is the key of another entry of the same map")
  }

  @Test("rows that own each other in a circle are refused, or counted if requested")
  func circle() throws {
    let (schema, _) = try chain(3)
    let copy = try SQLiteDatabase(folder.file("chain.sqlite"), .writing)
    #expect(try folder.load("chain.sqlite", schema, to: "a.realm").summary.notImported == [])
    // The second and the third row.
    try copy.execute("UPDATE Node SET Node_inner = 3 WHERE _row = 2")
    let error = #expect(throws: ImportFailure.self) { try folder.load("chain.sqlite", schema, to: "b.realm") }
    let message = "2 rows of 'Node' belong to no object, because rows own each other in a circle"
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    #expect(
      try folder.load("chain.sqlite", schema, to: "c.realm", danglingIsNil: true).summary.omitted == ["\(message), and were omitted."])
  }

  @Test("a chain of embedded objects of any length is exported")
  func longChain() throws {
    let (_, summary) = try chain(100_000)
    #expect(summary.objects == 1)
    let copy = try SQLiteDatabase(folder.file("chain.sqlite"), .reading)
    let row = try copy.rows("SELECT count(*), sum(Node_inner = _row - 1), max(n) FROM Node")
    #expect(row == [[.integer(100_000), .integer(99_999), .integer(100_000)]])
  }

  // Exports an object that contains objects in each other.
  private func chain(_ count: Int) throws -> (SchemaModel, SQLiteExport.Summary) {
    // The compiler refuses embedded types that contain themselves, but a file can have such types.
    let root = EntityModel(
      name: "Root",
      properties: [PropertyModel(name: "id", type: .int), PropertyModel(name: "first", type: .object, isOptional: true, target: "Node")])
    let node = EntityModel(
      name: "Node", kind: .embedded,
      properties: [PropertyModel(name: "n", type: .int), PropertyModel(name: "inner", type: .object, isOptional: true, target: "Node")])
    let schema = SchemaModel(name: "S", version: 1, entities: [root, node])
    let realm = try folder.realm("chain.realm", schema)
    try realm.write {
      let root = realm.dynamicCreate("Root", value: ["id": 1, "first": ["n": 1]] as [String: Any])
      var node = root["first"] as? DynamicObject
      for number in 1..<count {
        node?["inner"] = ["n": number + 1] as [String: Any]
        node = node?["inner"] as? DynamicObject
      }
    }
    try folder.database("chain.sqlite", [])
    return (schema, try SQLiteExport(realm, dates: .text) { _ in }.write(to: folder.file("chain.sqlite"), named: "chain"))
  }

  // MARK: - Types without properties

  @Test("a type without properties is found in its copy, also in one of an earlier version", arguments: [false, true])
  func withoutProperties(isEarlier: Bool) throws {
    let schema = try folder.compile(
      """
      ashlar: 1
      schema: { name: S }
      objects:
        Tag: { properties: { name: String } }
        Other: { table: tag, properties: {} }
      """)
    let realm = try folder.realm("a.realm", schema)
    try realm.write {
      for name in ["a", "b", "c"] { _ = realm.dynamicCreate("Tag", value: ["name": name] as [String: Any]) }
      _ = realm.dynamicCreate("tag", value: [:] as [String: Any])
    }
    let copy = try folder.database("a.sqlite", [])
    _ = try SQLiteExport(realm, dates: .text) { _ in }.write(to: folder.file("a.sqlite"), named: "a")
    let described = try copy.rows("SELECT \"table\" FROM _ashlar_properties WHERE property = ''")
    #expect(described == [[.text("tag_2")]])
    if isEarlier { try copy.execute("DELETE FROM _ashlar_properties WHERE property = ''") }
    let (back, summary) = try folder.load("a.sqlite", folder.compile(SchemaDraft(copy, name: "Draft").text), to: "b.realm")
    #expect(summary == SQLiteImport.Summary(objects: 4, dangling: 0, notImported: [], missing: []))
    #expect(back.dynamicObjects("tag").count == 1)
  }

  @Test("two types of one table are refused")
  func sameTable() throws {
    try folder.database("t.sqlite", ["CREATE TABLE tag (name TEXT)", "INSERT INTO tag VALUES ('a')"])
    let schema = try folder.compile(
      """
      ashlar: 1
      schema: { name: S }
      objects:
        Tag: { properties: { name: String } }
        Other: { table: tag, properties: { name: String } }
      """)
    let error = #expect(throws: ImportFailure.self) { try folder.load("t.sqlite", schema, to: "t.realm") }
    let message = "the types 'Tag' and 'tag' would both contain the rows of the table 'tag'"
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
  }

  @Test("an embedded property that the file does not have is listed, and takes no rows of another one")
  func addedProperty() throws {
    let text = """
      ashlar: 1
      schema: { name: S }
      objects:
        Owner: { properties: { id: { type: Int, primaryKey: true }, parts: List<Part> } }
      embedded:
        Part: { properties: { n: Int } }
      """
    let realm = try folder.realm("a.realm", folder.compile(text))
    try realm.write { _ = realm.dynamicCreate("Owner", value: ["id": 1, "parts": [["n": 2]]] as [String: Any]) }
    try folder.database("a.sqlite", [])
    _ = try SQLiteExport(realm, dates: .text) { _ in }.write(to: folder.file("a.sqlite"), named: "a")
    let schema = try folder.compile(text.replacing("parts: List<Part>", with: "parts: List<Part>, spare: List<Part>"))
    let (copy, summary) = try folder.load("a.sqlite", schema, to: "b.realm")
    #expect(summary.missing == ["the property 'Owner.spare'"])
    let lines = Dump(copy).lines
    #expect(lines.count == 1 && lines[0].contains("parts=[(n=int 2)]") && lines[0].contains("spare=[]"), "\(lines)")
  }
}
