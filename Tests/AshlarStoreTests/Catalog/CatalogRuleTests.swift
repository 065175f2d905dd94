import AshlarSchema
import StoreFixtures
import Testing

@testable import AshlarStore

/// The rules of a catalog, without sessions.
@Suite("Rules in a catalog")
struct CatalogRuleTests {
  private func model(_ rules: [EntityRule], version: UInt64 = 1, _ change: (inout EntityModel) -> Void = { _ in }) -> SchemaModel {
    var row = EntityModel(
      name: "Row", storedName: "rows",
      properties: [
        PropertyModel(name: "a", type: .int), PropertyModel(name: "b", storedName: "c", type: .int),
        PropertyModel(name: "status", type: .string),
      ])
    row.rules = rules
    change(&row)
    return SchemaModel(name: "Rules", version: version, entities: [row])
  }

  private func catalog(_ rules: [EntityRule]) -> Catalog {
    let stored = model(rules).storedForm
    return Catalog(schema: stored, tables: [Catalog.Table(id: 1, stored.entities[0], in: stored)])
  }

  private func evolved(_ old: [EntityRule], to new: SchemaModel) throws -> [EntityRule] {
    try catalog(old).evolved(to: new.storedForm, filling: new, version: new.version, path: "rules").catalog.schema.entities[0].rules
  }

  private let range = EntityRule.range("a", ValueBounds(low: .int(0)))
  private let index = EntityRule.index(["a", "c"])

  private func cases(_ values: String...) -> EntityRule { .oneOf("status", values.map { .string($0) }) }

  @Test("the stored form has the rules, except those of asymmetric types")
  func storedForm() {
    #expect(model([range, index]).storedForm.entities[0].rules == [index, range])
    #expect(model([range, index]) { $0.kind = .asymmetric }.storedForm.entities[0].rules == [])
  }

  @Test("a shape of the outbox has no rules, so that earlier releases can read it")
  func shape() {
    #expect(OutboxTable.shape(of: model([range, index])).descriptor == OutboxTable.shape(of: model([])).descriptor)
  }

  @Test("the file's indexes of several properties and cases remain under the same version, and new ones are added")
  func sameVersion() throws {
    #expect(try evolved([index], to: model([])) == [index])
    #expect(try evolved([], to: model([index])) == [index])
    #expect(try evolved([cases("x", "y")], to: model([cases("z", "y")])) == [cases("x", "y", "z")])
    #expect(throws: CatalogError.self) { try evolved([range], to: model([])) }
    #expect(throws: CatalogError.self) { try evolved([], to: model([range])) }
    #expect(throws: CatalogError.self) { try evolved([], to: model([cases("x")])) }
    #expect(throws: CatalogError.self) { try evolved([cases("x")], to: model([])) }
  }

  @Test("under a higher version, the rules are those of the schema, and indexes remain while their columns do")
  func higherVersion() throws {
    #expect(try evolved([range, cases("x", "y")], to: model([cases("y")], version: 2)) == [cases("y")])
    #expect(try evolved([index], to: model([range], version: 2)) == [index, range])
    let renamed = model([], version: 2) { entity in
      entity.properties[1].storedName = "d"
      entity.properties[1].was = ["c"]
    }
    #expect(try evolved([index], to: renamed) == [.index(["a", "d"])])
    #expect(try evolved([index], to: model([], version: 2) { $0.properties.remove(at: 1) }) == [])
  }

  @Test("an index whose texts do not fit into a key does not match the schema")
  func budget() throws {
    let entity = model([.index(["status", "note"])]) { entity in
      entity.properties.append(PropertyModel(name: "note", type: .string, isOptional: true))
    }
    let stored = entity.storedForm
    var table = Catalog.Table(id: 1, stored.entities[0], in: stored)
    let layouts = Dictionary(uniqueKeysWithValues: table.layout.columns.map { ($0.number, $0.layout) })
    #expect(table.hasIndexes(of: stored.entities[0], layouts))
    var indexes = try #require(table.indexes)
    #expect(indexes.list.map(\.textBudget) == [237])
    indexes.list[0].textBudget = 238
    table.indexes = indexes
    #expect(table.indexes == indexes)
    #expect(!table.hasIndexes(of: stored.entities[0], layouts))
  }

  @Test("a catalog accepts a schema whose indexes and cases it has")
  func accepts() {
    func accepts(_ stored: [EntityRule], _ wanted: [EntityRule]) -> Bool { catalog(stored).accepts(model(wanted).storedForm, 1) }
    #expect(accepts([index, range], [range]))
    #expect(!accepts([range], [index, range]))
    #expect(accepts([cases("x", "y")], [cases("y")]))
    #expect(!accepts([cases("x")], [cases("x", "y")]))
    #expect(!accepts([cases("x")], []))
    #expect(!accepts([range], []))
  }

  @Test("the last number of an index is refused with a message about indexes, not about columns")
  func indexLimit() throws {
    var catalog = catalog([index])
    catalog.tables[0].indexes?.next = 0xFFFE
    let one = model([index, .index(["c", "a"])], version: 2)
    catalog = try catalog.evolved(to: one.storedForm, filling: one, version: 2, path: "p").catalog
    #expect(catalog.tables[0].indexes?.list.map(\.number) == [0x8000, 0xFFFE])
    // A rule that uses the columns of an index needs no other number.
    let rule = EntityRule.unique(UniqueRule(["c", "a"]))
    let ruled = model([rule, index, .index(["c", "a"])], version: 3)
    catalog = try catalog.evolved(to: ruled.storedForm, filling: ruled, version: 3, path: "p").catalog
    let error = CatalogError.tooManyIndexes(path: "p", type: "rows", limit: 32_767)
    for new in [EntityRule.index(["a", "status"]), .unique(UniqueRule(["a", "status"]))] {
      let two = model(EntityRule.sorted([rule, index, .index(["c", "a"]), new]), version: 4)
      #expect(throws: error) { try catalog.evolved(to: two.storedForm, filling: two, version: 4, path: "p") }
    }
    #expect(error.description.hasPrefix("'p' cannot be converted: 'rows' has had 32767 indexes of several properties over time"))
  }

  @Test("a new type with more indexes than there are numbers is refused")
  func indexesOfNewType() throws {
    let names = (0..<182).map { "p\($0)" }
    let pairs = names.flatMap { first in names.compactMap { first == $0 ? nil : EntityRule.index([first, $0]) } }
    func evolved(_ count: Int) throws -> Catalog {
      var model = model([], version: 2)
      var many = EntityModel(name: "Many", properties: names.map { PropertyModel(name: $0, type: .int) })
      many.rules = Array(pairs.prefix(count))
      model.entities.append(many)
      return try catalog([]).evolved(to: model.storedForm, filling: model, version: 2, path: "p").catalog
    }
    #expect(try evolved(32_767).tables.last?.indexes?.list.last?.number == 0xFFFE)
    #expect(throws: CatalogError.tooManyIndexes(path: "p", type: "Many", limit: 32_767)) { try evolved(32_768) }
  }

  @Test("a file with impossible indexes of several columns is damaged", arguments: 0..<7)
  func wrongIndexes(_ kind: Int) throws {
    let engine = try EnvironmentRegistry.openInMemory(identifier: "wrong indexes \(kind)")
    do { _ = try TupleStore(engine, [.index(["name", "note"]), .index(["kind", "flag"])]) }
    var catalog = try #require(try Catalog.read(engine))
    var indexes = try #require(catalog.tables[0].indexes)
    let place = try #require(indexes.list.firstIndex { $0.textBudget < 240 })
    switch kind {
    // Two texts of this size and what follows them are longer than a key of LMDB.
    case 0: indexes.list[place].textBudget += 1
    case 1: indexes.list[place].textBudget = 0
    case 2: indexes.list[place].columns[0] = 900
    case 3: indexes.list[place].columns.swapAt(0, 1)
    case 4: indexes.list.removeLast()
    case 5: indexes.next = 0x8001
    default: indexes.list[1].number = 0x7FFF
    }
    catalog.tables[0].indexes = indexes
    try engine.commit(sync: false) { writer in try catalog.write(to: writer) }
    let error = StoreError.damaged(path: engine.path, detail: "its list of tables does not match its schema")
    #expect(throws: error) { try Catalog.read(engine) }
  }
}
