import Ashlar
import Foundation
import Testing
import Traits

@Suite("Guide: copies")
struct CopiesListings {
  @Test("a value is changed in another task and written back")
  func copy() async throws {
    let configuration = Realm.Configuration(
      inMemoryIdentifier: UUID().uuidString, objectTypes: [Rider.self, Horse.self, Saddle.self])
    let realm = try await Realm.open(configuration: configuration)
    let rider = try realm.write { realm.create(Rider.self, value: ["id": 1, "name": "Ada"]) }
    // listing: copy
    let value = rider.value()
    let changed = await Task.detached {
      var copy = value
      copy.name = "Grace"
      return copy
    }.value
    try realm.write { try realm.add(changed, as: Rider.self) }
    // end
    #expect(rider.name == "Grace")
    #expect(realm.objects(Rider.self).count == 1)
  }
}
