import AshlarSchema
import StoreFixtures
import Testing

@testable import AshlarStore

/// Types and properties that are stored under other names than before.
@Suite("Renames of a file's tables")
struct RenameTests {
  private static func model(_ name: String, was: [String] = [], column: (String, [String]) = ("value", [])) -> SchemaModel {
    var property = PropertyModel(name: column.0, type: .int)
    property.was = column.1
    var entity = EntityModel(
      name: name,
      properties: [property, PropertyModel(name: "next", type: .object, isOptional: true, target: name)])
    entity.was = was
    return SchemaModel(name: "Rename", version: 1, entities: [entity])
  }

  private func open(_ engine: any StorageEngine, _ model: SchemaModel) throws -> [TableDefinition?] {
    try Catalog.open(
      engine, WantedSchema(model, ordinals: [model.entities[0].name: 0], unlisted: UnlistedOrdinals(from: 1).ordinal), version: 1)
  }

  @Test("a renamed type keeps its table, its links and its rows")
  func type() throws {
    let engine = try EnvironmentRegistry.openInMemory(identifier: "renamed type")
    let before = try #require(try open(engine, Self.model("Cat"))[0])
    let after = try #require(try open(engine, Self.model("Dog", was: ["Cur", "Cat"]))[0])
    #expect(after.id == before.id && after.columnIds == before.columnIds)
    #expect(after.links.count == 1 && after.links[0].target == 0)
    // From then on it is known under the new name alone.
    #expect(try open(engine, Self.model("Dog"))[0]?.id == before.id)
    #expect(try open(engine, Self.model("Cat"))[0]?.id != before.id)
  }

  @Test("a renamed property is a mismatch, which is stated in the message")
  func property() throws {
    let engine = try EnvironmentRegistry.openInMemory(identifier: "renamed property")
    _ = try open(engine, Self.model("Dog"))
    #expect(throws: CatalogError.schemaMismatch(path: engine.path, [.propertyRenamed(type: "Dog", property: "number", from: "value")])) {
      try open(engine, Self.model("Dog", column: ("number", ["value"])))
    }
  }
}
