import AshlarSchema
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
    #expect(table.hasIndexes(of: stored.entities[0]))
    var indexes = try #require(table.indexes)
    #expect(indexes.list.map(\.textBudget) == [237])
    indexes.list[0].textBudget = 238
    table.indexes = indexes
    #expect(table.indexes == indexes)
    #expect(!table.hasIndexes(of: stored.entities[0]))
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
}
