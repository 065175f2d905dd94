import Ashlar
import Bookshop
import Foundation
import Testing

@Suite("Guide: testing")
struct TestingListings {
  // listing: test
  @Test("a novel is found by its title")
  func findsNovel() throws {
    let realm = try Realm(
      configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: BookshopSchema.objectTypes))
    try realm.write { realm.create(Novel.self, value: ["isbn": "1", "title": "Emma"]) }

    #expect(realm.objects(Novel.self).where { $0.title == "Emma" }.count == 1)
  }
  // end
}
