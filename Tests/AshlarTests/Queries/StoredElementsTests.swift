import Foundation
import Testing

@testable import Ashlar

@Suite("Conditions on what elements are stored as")
struct StoredElementsTests {
  private let realm: Realm

  init() throws {
    realm = try memoryRealm(ValueSchema.types)
    try realm.write {
      realm.create(
        Custom.self,
        value: [
          "web": "1", "webs": ["a", "b"], "webMap": ["home": "a"], "weathers": ["sunny"], "points": [[1, 2], [3, 4]],
          "pointMap": ["k": [5, 6]],
        ])
      realm.create(
        Custom.self, value: ["web": "2", "webs": ["c"], "webMap": ["home": "c"], "weathers": ["rainy", "sunny"], "points": [[1, 9]]])
    }
  }

  private func found(_ condition: (Query<Custom>) -> Query<Bool>) -> [String] {
    realm.objects(Custom.self).where(condition).map(\.web.host)
  }

  @Test("elements and values of custom types are compared with what they are stored as")
  func custom() {
    #expect(found { $0.webs.persistableValue.contains("b") } == ["1"])
    #expect(found { $0.webs.persistableValue.containsAny(in: ["b", "c"]) } == ["1", "2"])
    #expect(found { $0.webs.persistableValue.count == 1 } == ["2"])
    #expect(found { $0.webMap.persistableValue["home"] == "c" } == ["2"])
    #expect(found { $0.webMap.persistableValue.values == "a" } == ["1"])
    #expect(found { $0.points.persistableValue.latitude > 2 } == ["1"])
    #expect(found { $0.points.persistableValue == Location(value: [1, 9]) } == ["2"])
    #expect(found { $0.pointMap.persistableValue.contains(Location(value: [5, 6])) } == ["1"])
  }

  @Test("elements that are enums are compared with raw values")
  func enums() {
    #expect(found { $0.weathers.rawValue.contains("rainy") } == ["2"])
    #expect(found { $0.weathers.rawValue == "sunny" } == ["1", "2"])
    #expect(found { $0.weathers.rawValue.containsAny(in: ["foggy", "rainy"]) } == ["2"])
  }

  @Test("a constraint on the stored type of optional elements can be written in generic code")
  func generic() {
    func stored<Element: RealmCollectionValue, Wrapped: RealmCollectionValue>(_ list: List<Element>, _: Wrapped.Type) -> Int
    where Element: _HasPersistedType, Element.PersistedType == Wrapped.PersistedType? { list.count }
    #expect(stored(Custom(value: ["anyTags": ["#a", nil] as [String?]]).anyTags, Tag.self) == 2)
  }
}
