import Ashlar
import Foundation
import Testing
import Traits

@Suite("Guide: limits")
struct LimitsListings {
  // listing: number
  /// Adds a rider under the next free number.
  func addRider(_ name: String, to realm: Realm) throws -> Int {
    try realm.write {
      let number = (realm.objects(Rider.self).max(of: \.id) ?? 0) + 1
      return realm.create(Rider.self, value: ["id": number, "name": name]).id
    }
  }
  // end

  @Test("numbers follow each other")
  func numbers() throws {
    let realm = try Realm(
      configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Rider.self, Horse.self, Saddle.self]))
    #expect(try addRider("Ada", to: realm) == 1)
    #expect(try addRider("Grace", to: realm) == 2)
  }
}
