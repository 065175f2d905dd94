import AshlarSchema
import Foundation
import TestSupport
import Testing

@testable import Ashlar

private final class AsymmetricEra<T: EraType>: AsymmetricObject {
  override class var _entity: _Entity { T.entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(AsymmetricEra(row, own), to: Self.self) }
}

/// A type of events, of one kind or another.
private func events(_ kind: EntityKind) -> _LinkedSchema {
  _LinkedSchema(
    SchemaModel(
      name: "Events",
      entities: [
        EntityModel(
          name: "Event", kind: kind,
          properties: [
            property("id", .int) { ($0.isPrimaryKey, $0.isIndexed) = (true, true) }, property("text", .string),
          ])
      ]))
}

private enum Ordinary {
  static let schema = events(.object)
  enum Event: EraType { static let entity = schema.entity("Event", Era<Event>.self) }
}

private enum Asymmetric {
  static let schema = events(.asymmetric)
  enum Event: EraType { static let entity = schema.entity("Event", AsymmetricEra<Event>.self) }
}

@Suite("A type that becomes asymmetric, or is so no longer")
struct AsymmetricChangesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func ordinary(_ version: UInt64) -> Realm.Configuration { folder.release(version, [Era<Ordinary.Event>.self]) }

  private func asymmetric(_ version: UInt64, migration: MigrationBlock? = nil) -> Realm.Configuration {
    var configuration = folder.release(version, [AsymmetricEra<Asymmetric.Event>.self], migration: migration)
    configuration.outbox = .init()
    return configuration
  }

  private func writeObject() throws {
    let realm = try Realm(configuration: ordinary(1))
    try realm.write { realm.dynamicCreate("Event", value: ["id": 1, "text": "kept"]) }
  }

  private static let message =
    "Type 'Event' is asymmetric now, and the file has a table of its objects, which cannot be moved to the outbox. Give the asymmetric type "
    + "another name, or remove the table with 'deleteData(forType:)' in a migration block."

  @Test("objects in a table are not hidden: opening is refused, with or without a higher version", arguments: [1, 2] as [UInt64])
  func refused(version: UInt64) throws {
    try writeObject()
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: asymmetric(version)) }
    #expect(error?.code == .fail)
    #expect(error?.localizedDescription.contains(AsymmetricChangesTests.message) == true)
    #expect(try Realm(configuration: ordinary(1)).dynamicObject(ofType: "Event", forPrimaryKey: 1)?.text as? String == "kept")
  }

  @Test("the plan says that opening will be refused, with or without a higher version", arguments: [1, 2] as [UInt64])
  func planned(version: UInt64) throws {
    try writeObject()
    let plan = try Realm.migrationPlan(for: asymmetric(version))
    #expect(plan.wouldFail)
    #expect(plan.description.contains(AsymmetricChangesTests.message))
  }

  @Test("a block that leaves the table is undone")
  func block() throws {
    try writeObject()
    let error = #expect(throws: Realm.Error.self) {
      try Realm(
        configuration: asymmetric(2) { migration, _ in migration.enumerateObjects(ofType: "Event") { old, _ in _ = old?["text"] } })
    }
    #expect(error?.localizedDescription.contains(AsymmetricChangesTests.message) == true)
    #expect(try schemaVersionAtURL(folder.url("data.realm")) == 1)
  }

  @Test("a block that removes the table opens the file, and its objects go to the outbox from then on")
  func removed() throws {
    try writeObject()
    let realm = try Realm(configuration: asymmetric(2) { migration, _ in migration.deleteData(forType: "Event") })
    try realm.write { realm.create(AsymmetricEra<Asymmetric.Event>.self, value: ["id": 2, "text": "sent"]) }
    #expect(realm.outboxStatus?.waiting == 1)
  }

  @Test("objects in the outbox remain there when the type becomes an ordinary one")
  func ordinaryAgain() throws {
    do {
      let realm = try Realm(configuration: asymmetric(1))
      try realm.write { realm.create(AsymmetricEra<Asymmetric.Event>.self, value: ["id": 1, "text": "waits"]) }
    }
    var configuration = ordinary(2)
    configuration.outbox = .init()
    let realm = try Realm(configuration: configuration)
    #expect(realm.dynamicObjects("Event").isEmpty)
    #expect(realm.outboxStatus?.waiting == 1)
    try realm.write { realm.dynamicCreate("Event", value: ["id": 1, "text": "kept"]) }
    #expect(realm.dynamicObjects("Event").count == 1)
  }
}
