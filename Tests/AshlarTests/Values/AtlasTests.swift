import Ashlar
import Atlas
import Foundation
import Testing

@Suite("A schema with values of every kind, as the compiler emits it")
struct AtlasTests {
  private func realm() throws -> Realm {
    try Realm(configuration: memory(UUID().uuidString, [Place.self, Landmark.self, CoordinateStorage.self]))
  }

  @Test("defaults, custom types, any values and unknown cases")
  func everyKind() throws {
    let place = Place()
    #expect(place.source.text == "https://example.org" && place.homepage == nil && place.height.count == 12.5)
    #expect(place.anything == .none && place.status == .closed && place.position.latitude == 0)
    place["status"] = "demolished"
    place.position = Coordinate(latitude: 1, longitude: 2)
    place.path.append(Coordinate(latitude: 3, longitude: 4))
    place.waypoints["w"] = .some(Coordinate(latitude: 5, longitude: 6))
    place.levels.append(objectsIn: [Metres(persistedValue: 1), nil])
    place.anything = .fromArray([.int(1), .object(Landmark())])
    place.several.append(.string("x"))
    place.byName["k"] = .fromDictionary(["a": .bool(true)])
    let realm = try realm()
    try realm.write { realm.add(place) }
    #expect(place.status == .other && place.position.longitude == 2 && place.path[0].latitude == 3)
    #expect(place.waypoints["w"]??.longitude == 6 && place.levels.map { $0?.count } == [1, nil])
    #expect(place.anything.listValue?[1].object(Landmark.self)?.address.text == "https://example.org")
    #expect(place.byName["k"]?.dictionaryValue?["a"] == .bool(true))
    #expect(realm.object(ofType: Landmark.self, forPrimaryKey: "https://example.org") != nil)
    #expect(realm.objects(Place.self).where { $0.position == Coordinate(latitude: 1, longitude: 2) }.count == 1)
    #expect(realm.objects(Place.self).where { $0.height > Metres(persistedValue: 12) && $0.several.contains(.string("x")) }.count == 1)
  }

  @Test("key paths of custom types record their property")
  func recording() {
    #expect(_name(for: \Place.source) == "source")
    #expect(_name(for: \Place.source.text) == "source")
    #expect(_name(for: \Place.position.latitude) == "position")
    #expect(_name(for: \Place.waypoints) == "waypoints")
    #expect(_name(for: \Landmark.address) == "address")
  }
}
