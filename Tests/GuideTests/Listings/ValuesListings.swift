import Ashlar
import Bookshop
import Foundation
import Testing

@Suite("Guide: values")
struct ValuesListings {
  @Test("decimals are exact")
  func decimals() throws {
    let realm = try bookshop()
    let novel = try #require(realm.object(ofType: Novel.self, forPrimaryKey: "1"))
    // listing: decimal
    try realm.write { novel.price = try Decimal128(string: "19.90") }
    let two = novel.price + novel.price
    // end
    #expect(two.stringValue == "39.8")
  }

  @Test("a property of any type holds one value of any type")
  func any() throws {
    let realm = try bookshop()
    let novel = try #require(realm.object(ofType: Novel.self, forPrimaryKey: "1"))
    // listing: any
    try realm.write {
      novel.extra = .string("signed")
      novel.extra = .dictionary(.init())
      novel.extra.dictionaryValue?["copies"] = .int(3)
    }
    let copies = novel.extra.dictionaryValue?["copies"]?.intValue
    // end
    #expect(copies == 3)
  }

  @Test("a URL is stored as its text")
  func custom() throws {
    let realm = try bookshop()
    let novel = try #require(realm.object(ofType: Novel.self, forPrimaryKey: "1"))
    // listing: custom
    try realm.write { novel.homepage = URL(string: "https://example.com/dispossessed") }
    let found = realm.objects(Novel.self).where { $0.homepage == URL(string: "https://example.com/dispossessed") }
    // end
    #expect(found.count == 1)
  }
}
