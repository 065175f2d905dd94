import Ashlar
import Bookshop
import Foundation
import Testing
import TestSupport

@Suite("Guide: changing a schema")
struct ChangingListings {
  @Test("a block says what becomes of values of another type")
  func block() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("bookshop.realm")
    try writeOlderBookshop(url)
    var configuration = Realm.Configuration(fileURL: url, objectTypes: BookshopSchema.objectTypes)
    // listing: block
    configuration.schemaVersion = 2
    configuration.migrationBlock = { migration, oldVersion in
      if oldVersion < 2 {
        migration.renameProperty(onType: "Novel", from: "name", to: "title")
        var authors: [String: MigrationObject] = [:]
        migration.enumerateObjects(ofType: "Novel") { old, new in
          guard let old, let new else { return }
          new["isbn"] = "\(old["isbn"] as? Int ?? 0)"
          guard let name = old["authorName"] as? String else { return }
          let author = authors[name] ?? migration.create("Novelist", value: ["name": name])
          authors[name] = author
          new["author"] = author
        }
      }
    }
    let realm = try Realm(configuration: configuration)
    // end
    let lem = try #require(realm.object(ofType: Novelist.self, forPrimaryKey: "Lem"))
    #expect(lem.novels.map(\.title) == ["Solaris", "Fiasco"])
    #expect(realm.object(ofType: Novel.self, forPrimaryKey: "4")?.title == "Beowulf")
  }
  @Test("a look at what would be done")
  func look() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("bookshop.realm")
    try writeOlderBookshop(url)
    let configuration = Realm.Configuration(fileURL: url, schemaVersion: 2, objectTypes: BookshopSchema.objectTypes)
    // listing: look
    let plan = try Realm.migrationPlan(for: configuration)
    if plan.wouldFail { print(plan) }
    // end
    #expect(plan.failure?.contains("'Novel.isbn'") == true)
  }
}
