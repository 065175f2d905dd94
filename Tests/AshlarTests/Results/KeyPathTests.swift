import Ashlar
import Foundation
import Kinds
import Testing

@Suite("Key paths of queries")
struct QueryKeyPathTests {
  private func realm() throws -> Realm {
    let realm = try memoryRealm()
    try realm.write {
      realm.create(Scalars.self, value: ["int": 1, "shade": "light", "anyShade": "dark"])
      realm.create(Scalars.self, value: ["int": 2, "shade": "dark"])
    }
    return realm
  }

  @Test("the raw value of an enum is compared, in a condition and by a key path of its own")
  func rawValues() throws {
    let all = try realm().objects(Scalars.self)
    #expect(all.where { $0.shade.rawValue == "light" }.map(\.int) == [1])
    #expect(all.where { $0.anyShade.rawValue == nil }.map(\.int) == [2])
    #expect(all.where { $0.shade.rawValue.starts(with: "d") }.map(\.int) == [2])
    let path = \Query<Scalars>.shade.rawValue
    #expect(all.where { $0[keyPath: path] == "light" }.map(\.int) == [1])
    let optional = \Query<Scalars>.anyShade.rawValue
    #expect(all.where { $0[keyPath: optional] == "dark" }.map(\.int) == [1])
  }

  @Test("a key path on from what is no object stops with a message")
  func notAnObject() async {
    let text = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      let path = \Query<Scalars>.string.count
      _ = realm.objects(Scalars.self).where { $0[keyPath: path] == 3 }
    }
    #expect(errorText(text).contains("begins at 'String', which is not an object"))
    #expect(errorText(text).contains("Compare the property itself"))
  }

  @Test("so does one on from an optional")
  func notAnObjectInside() async {
    let optional = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      let path = \Query<Scalars>.anyString.debugDescription
      _ = realm.objects(Scalars.self).where { $0[keyPath: path] == "" }
    }
    #expect(errorText(optional).contains("which is not an object"))
  }
}
