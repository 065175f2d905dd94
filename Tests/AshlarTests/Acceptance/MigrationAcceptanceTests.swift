import Ashlar
import AshlarSchema
import AshlarStore
import Foundation
import People
import Testing
import TestSupport

/// The checks of RealmSwift's own tests that concern migrations.
@Suite("Migrations and their objects")
struct MigrationAcceptanceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func writePets() throws {
    let realm = try Realm(configuration: folder.release(1, FirstRelease.types))
    try realm.write { for number in 0..<3 { realm.dynamicCreate("Pet", value: ["name": "Pet \(number)"]) } }
  }

  @Test("a block runs for equal types under a higher version, and the old schema lists only the types of the file")
  func equalTypes() throws {
    _ = try Realm(configuration: folder.release(1, [Era<FirstRelease.Setting>.self]))
    let old = Guarded<[String]>([])
    _ = try Realm(
      configuration: folder.release(2, FirstRelease.types) { migration, _ in
        old.withLock { $0 += migration.oldSchema.objectSchema.map(\.className) }
      })
    #expect(old.withLock { $0 } == ["Setting"])
    _ = try Realm(
      configuration: folder.release(3, FirstRelease.types) { migration, _ in
        old.withLock { $0 = migration.oldSchema.objectSchema.map(\.className) }
      })
    #expect(old.withLock { $0 } == ["Person", "Pet", "Setting"])
  }

  @Test("unknown types, deleted objects and objects created by the block are not enumerated")
  func enumerating() throws {
    try writePets()
    _ = try Realm(
      configuration: folder.release(2, FirstRelease.types) { migration, _ in
        migration.enumerateObjects(ofType: "Nobody") { _, _ in Issue.record("there is no such type") }
        var visited = 0
        migration.enumerateObjects(ofType: "Pet") { old, new in
          visited += 1
          migration.create("Pet", value: ["name": "made"])
          if old?["name"] as? String == "Pet 1", let new { migration.delete(new) }
        }
        #expect(visited == 3)
        var left: [String?] = []
        migration.enumerateObjects(ofType: "Pet") { old, _ in left.append(old?["name"] as? String) }
        #expect(left == ["Pet 0", "Pet 2"])
      })
  }

  @Test("old objects have the stored names of properties, and new ones those of the class")
  func names() throws {
    func configuration(_ version: UInt64, _ block: MigrationBlock? = nil) -> Realm.Configuration {
      folder.release(version, PeopleSchema.objectTypes, migration: block)
    }
    do {
      let realm = try Realm(configuration: configuration(1))
      try realm.write { realm.create(Person.self, value: ["firstName": "Ada", "lastName": "King"]) }
    }
    do {
      let realm = try Realm(
        configuration: configuration(2) { migration, _ in
          migration.enumerateObjects(ofType: Person.className()) { old, new in
            new?["lastName"] = "\(old?["last_name"] as? String ?? "none") of Lovelace"
          }
        })
      #expect(realm.objects(Person.self).first?.lastName == "King of Lovelace")
    }
    let error = #expect(throws: Realm.Error.self) {
      try Realm(
        configuration: configuration(3) { migration, _ in
          migration.enumerateObjects(ofType: Person.className()) { old, _ in _ = old?["lastName"] }
        })
    }
    #expect(error?.localizedDescription.contains("Property 'lastName' not found in object of type 'Person'") == true)
  }

  @Test("with 'deleteRealmIfMigrationNeeded' the block never runs")
  func deleting() throws {
    try writePets()
    var configuration = folder.release(2, SecondRelease.types) { _, _ in Issue.record("the file is deleted, not migrated") }
    configuration.deleteRealmIfMigrationNeeded = true
    #expect(try Realm(configuration: configuration).isEmpty)
  }

  @Test("a rename keeps the value, and only the new name remains")
  func renaming() throws {
    try writePets()
    let realm = try Realm(
      configuration: folder.release(2, SecondRelease.types) { migration, _ in
        migration.renameProperty(onType: "Pet", from: "name", to: "title")
      })
    let titles: [String?] = realm.dynamicObjects("Pet").map { $0["title"] as? String }
    #expect(titles == ["Pet 0", "Pet 1", "Pet 2"])
    #expect(realm.schema["Pet"]?.properties.map(\.name) == ["title", "owner"])
    let stored = try FileInspection.schema(folder.file("data.realm")).entities.first { $0.name == "Pet" }
    #expect(stored?.properties.map(\.name).sorted() == ["owner", "title"])
  }
}
