import Foundation
import Testing

@testable import Ashlar

@Suite("Nil in maps of custom types that are stored as objects")
struct NilValueTests {
  @Test("is a value like others", arguments: [false, true])
  func maps(isManaged: Bool) throws {
    let realm = try valueRealm()
    let custom = Custom()
    custom.anyPointMap.updateValue(nil, forKey: "a")
    custom.anyPointMap["b"] = MapPoint(1, 2)
    realm.beginWrite()
    if isManaged { realm.add(custom) }
    #expect(custom.anyPointMap.count == 2)
    #expect(custom.anyPointMap["a"] == .some(nil))
    #expect(custom.anyPointMap["b"]??.longitude == 2)
    #expect(custom.anyPointMap["c"] == .none)
    custom.anyPointMap.updateValue(nil, forKey: "b")
    custom.anyPointMap["c"] = MapPoint(3, 4)
    let found = Dictionary(uniqueKeysWithValues: custom.anyPointMap.map { ($0.key, $0.value?.latitude) })
    #expect(found == ["a": nil, "b": nil, "c": 3])
    #expect(custom.anyPointMap.values.compactMap { $0?.latitude } == [3])
    custom.anyPointMap.setValue(nil, forKey: "c")
    #expect(custom.anyPointMap.count == 2)
    realm.cancelWrite()
  }

  @Test("comes out of dictionaries that objects are made of")
  func created() throws {
    let realm = try valueRealm()
    try realm.write {
      let points: [String: Any?] = ["a": nil, "b": [1.0, 2.0]]
      let custom = realm.create(Custom.self, value: ["anyPointMap": points])
      #expect(custom.anyPointMap.keys == ["a", "b"])
      #expect(custom.anyPointMap["a"] == .some(nil))
      #expect(custom.anyPointMap["b"]??.latitude == 1)
    }
  }
}
