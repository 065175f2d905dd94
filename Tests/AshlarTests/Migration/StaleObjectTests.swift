import AshlarSchema
import Testing
import TestSupport

@testable import Ashlar

// Two releases that differ only in the name of a property, so that `renameProperty` closes the sides of the migration.
private enum Before {
  static let schema = _LinkedSchema(
    SchemaModel(
      name: "Before", version: 1,
      entities: [EntityModel(name: "Pet", properties: [property("name", .string), property("friend", .object, target: "Pet")])]))
  enum Pet: EraType { static let entity = schema.entity("Pet", Era<Pet>.self) }
  static let types: [ObjectBase.Type] = [Era<Pet>.self]
}

private enum After {
  static let schema = _LinkedSchema(
    SchemaModel(
      name: "After", version: 2,
      entities: [EntityModel(name: "Pet", properties: [property("title", .string), property("friend", .object, target: "Pet")])]))
  enum Pet: EraType { static let entity = schema.entity("Pet", Era<Pet>.self) }
  static let types: [ObjectBase.Type] = [Era<Pet>.self]
}

@Suite("Objects that a migration block read before a renaming")
struct StaleObjectTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.release(1, Before.types))
    try realm.write { realm.dynamicCreate("Pet", value: ["name": "Rex"]) }
  }

  @Test("are named with their type if the program uses one after the migration")
  func afterwards() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let folder = try TemporaryFolder()
      do {
        let realm = try Realm(configuration: folder.release(1, Before.types))
        try realm.write { _ = realm.dynamicCreate("Pet", value: ["name": "Rex"]) }
      }
      nonisolated(unsafe) var kept: MigrationObject?
      let realm = try Realm(
        configuration: folder.release(2, After.types) { migration, _ in
          migration.enumerateObjects(ofType: "Pet") { old, _ in kept = old }
        })
      withExtendedLifetime(realm) { _ = kept?["friend"] }
    }
    #expect(errorText(result).contains("Object of type 'Pet' accessed after its migration."))
  }

  @Test(
    "are stale on both sides: the migration fails if the block uses one, and the error does not name it an old object",
    arguments: [
      { @Sendable _, new, _ in new.title = "x" },
      { old, _, _ in old.name = "x" },
      { _, new, _ in _ = new.title },
      { old, _, _ in _ = old.name },
      { _, new, migration in migration.delete(new) },
      { old, _, migration in migration.delete(old) },
      { _, new, migration in migration.create("Pet", value: ["title": "x", "friend": new]) },
      { old, _, migration in migration.create("Pet", value: old) },
      { _, new, migration in migration.enumerateObjects(ofType: "Pet") { _, fresh in fresh?.friend = new } },
      { old, _, migration in migration.enumerateObjects(ofType: "Pet") { _, fresh in fresh?.friend = old } },
    ] as [@Sendable (MigrationObject, MigrationObject, Migration) -> Void])
  func stale(use: @escaping @Sendable (MigrationObject, MigrationObject, Migration) -> Void) throws {
    let error = #expect(throws: Realm.Error.self) {
      try Realm(
        configuration: folder.release(2, After.types) { migration, _ in
          var objects: [MigrationObject] = []
          migration.enumerateObjects(ofType: "Pet") { old, new in objects = [old!, new!] }
          migration.renameProperty(onType: "Pet", from: "name", to: "title")
          use(objects[0], objects[1], migration)
        })
    }
    let text = try #require(error).localizedDescription
    let path = folder.file("data.realm")
    #expect(text.hasPrefix("The migration of '\(path)' to schema version 2 failed: Object has been deleted or invalidated."))
    #expect(text.hasSuffix("The file was left as it was."))
    #expect(try Realm(configuration: folder.release(1, Before.types)).dynamicObjects("Pet").map { $0.name as? String } == ["Rex"])
  }
}
