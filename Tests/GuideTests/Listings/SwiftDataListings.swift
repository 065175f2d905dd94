import Ashlar
import Bookshop
import Foundation
import Testing

@Suite("Guide: coming from SwiftData and Core Data")
struct SwiftDataListings {
  @Test("a fetch request is a condition, an order and a limit")
  func fetch() throws {
    let realm = try bookshop()
    // listing: fetch
    let novels = realm.objects(Novel.self)
      .where { $0.pages > 150 && $0.author.name == "Ursula K. Le Guin" }
      .sorted(by: \.title)
      .limited(to: 20)
    // end
    #expect(novels.map(\.isbn) == ["2", "1"])
  }

  @Test("an object is deleted with those that link to it")
  func cascade() throws {
    let realm = try bookshop()
    let author = try #require(realm.object(ofType: Novelist.self, forPrimaryKey: "Ursula K. Le Guin"))
    // listing: cascade
    try realm.write {
      realm.delete(author.novels)
      realm.delete(author)
    }
    // end
    #expect(realm.objects(Novel.self).map(\.isbn) == ["3"])
    #expect(realm.objects(Novelist.self).isEmpty)
  }
}
