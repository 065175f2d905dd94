import Ashlar
import Bookshop
import Foundation
import Testing
import Traits

@Suite("Guide: limits")
struct LimitsListings {
  // listing: unique
  struct TitleTaken: Error {}

  /// Adds a novel whose title no other novel has.
  func add(_ title: String, isbn: String, to realm: Realm) throws {
    try realm.write {
      guard realm.objects(Novel.self).where({ $0.title == title }).isEmpty else { throw TitleTaken() }
      realm.create(Novel.self, value: ["isbn": isbn, "title": title])
    }
  }
  // end

  // listing: number
  /// Adds a rider under the next free number.
  func addRider(_ name: String, to realm: Realm) throws -> Int {
    try realm.write {
      let number = (realm.objects(Rider.self).max(of: \.id) ?? 0) + 1
      return realm.create(Rider.self, value: ["id": number, "name": name]).id
    }
  }
  // end

  @Test("a title is not given to two novels")
  func unique() throws {
    let realm = try bookshop()
    try add("Kindred", isbn: "4", to: realm)
    #expect(throws: TitleTaken.self) { try add("Kindred", isbn: "5", to: realm) }
    #expect(realm.objects(Novel.self).count == 4)
  }

  @Test("numbers follow each other")
  func numbers() throws {
    let realm = try Realm(
      configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Rider.self, Horse.self, Saddle.self]))
    #expect(try addRider("Ada", to: realm) == 1)
    #expect(try addRider("Grace", to: realm) == 2)
  }
}
