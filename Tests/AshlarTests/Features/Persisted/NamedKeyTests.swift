import Ashlar
import Foundation
import Handwritten
import TestSupport
import Testing

@Suite("A class whose method names its primary key")
struct NamedKeyTests {
  @Test("objects are found and distinguished by it, and it cannot be changed")
  func key() async throws {
    let realm = try memoryRealm([Slipway.self])
    try realm.write {
      realm.add(Slipway(value: ["place": "north"]))
      realm.create(Slipway.self, value: ["place": "north", "depth": 4], update: .modified)
    }
    let north = try #require(realm.object(ofType: Slipway.self, forPrimaryKey: "north"))
    #expect(north.depth == 4 && realm.objects(Slipway.self).count == 1 && north.objectSchema.primaryKeyProperty?.name == "place")
    try realm.write { north.depth = 5 }
    let changed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm([Slipway.self])
      try realm.write { realm.create(Slipway.self, value: ["place": "north"]).place = "south" }
    }
    #expect(errorText(changed).contains("Primary key can't be changed after an object is inserted"), "\(errorText(changed))")
  }

  @Test("the table has the name that 'className()' returns")
  func table() throws {
    let folder = try TemporaryFolder()
    func open(_ types: [ObjectBase.Type]) throws -> Realm {
      try Realm(configuration: Realm.Configuration(fileURL: folder.url.appending(path: "a"), objectTypes: types))
    }
    let realm = try open([Slipway.self])
    try realm.write { realm.add(Slipway(value: ["place": "north"])) }
    #expect(try open([Anchor.self]).dynamicObjects("Ramp").map { $0["place"] as? String } == ["north"])
  }
}
