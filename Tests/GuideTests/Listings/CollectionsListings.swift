import Ashlar
import Bookshop
import Foundation
import Testing

@Suite("Guide: collections")
struct CollectionsListings {
  @Test("lists keep their order")
  func lists() throws {
    let realm = try bookshop()
    let novel = try #require(realm.object(ofType: Novel.self, forPrimaryKey: "1"))
    let others = realm.objects(Novel.self).where { $0.isbn != "1" }
    // listing: list
    try realm.write {
      novel.similar.append(objectsIn: others)
      novel.similar.move(from: 1, to: 0)
      novel.similar.remove(at: 1)
    }
    // end
    #expect(novel.similar.map(\.isbn) == ["3"])
  }

  @Test("sets hold each value once")
  func sets() throws {
    let realm = try bookshop()
    let novel = try #require(realm.object(ofType: Novel.self, forPrimaryKey: "1"))
    // listing: set
    try realm.write {
      novel.tags.insert(objectsIn: ["utopia", "physics", "utopia"])
      novel.tags.remove("physics")
    }
    let isUtopian = novel.tags.contains("utopia")
    // end
    #expect(isUtopian)
    #expect(novel.tags.count == 1)
  }

  @Test("maps hold a value for each key")
  func maps() throws {
    let realm = try bookshop()
    let novel = try #require(realm.object(ofType: Novel.self, forPrimaryKey: "1"))
    // listing: map
    try realm.write {
      novel.stock["Lisbon"] = 3
      novel.stock["Porto"] = 0
      novel.stock["Porto"] = nil  // removes the key
    }
    for entry in novel.stock {
      print(entry.key, entry.value)
    }
    // end
    #expect(novel.stock.keys == ["Lisbon"])
  }

  @Test("assigning a collection copies its contents")
  func assignment() throws {
    let realm = try bookshop()
    let novel = try #require(realm.object(ofType: Novel.self, forPrimaryKey: "1"))
    let other = try #require(realm.object(ofType: Novel.self, forPrimaryKey: "2"))
    // listing: assign
    try realm.write {
      other.tags = novel.tags
    }
    // end
    #expect(other.tags.isEmpty)
  }
}
