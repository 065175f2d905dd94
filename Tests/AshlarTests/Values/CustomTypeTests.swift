import Foundation
import Testing
import TestSupport

import AshlarStore

@testable import Ashlar

@Suite("Custom types")
struct CustomTypeTests {
  @Test("values go in and come out, unmanaged and managed, after reopening too")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let object = Custom()
    #expect(object.web == Web(""))
    #expect(object.anyWeb == nil && object.anyTag == nil && object.anyPoint == nil)
    #expect(object.tag.text == "none")
    #expect(object.point == MapPoint(0, 0))
    object.web = Web("swift.org")
    object.anyWeb = Web("example.com, which is longer than a cell")
    object.tag = Tag("a")
    object.anyTag = Tag("b")
    object.level = Level100(percent: 0.5)
    object.point = MapPoint(1, 2)
    object.anyPoint = MapPoint(3, 4)
    object.webs.append(objectsIn: [Web("one"), Web("two")])
    object.points.append(objectsIn: [MapPoint(5, 6), MapPoint(7, 8)])
    object.tags.append(Tag("c"))
    func check(_ object: Custom, _ place: String) {
      #expect(object.web.host == "swift.org", "\(place)")
      #expect(object.anyWeb?.host == "example.com, which is longer than a cell", "\(place)")
      #expect(object.tag.text == "a" && object.anyTag?.text == "b" && object.level.percent == 0.5, "\(place)")
      #expect(object.point == MapPoint(1, 2) && object.anyPoint == MapPoint(3, 4), "\(place)")
      #expect(object.webs.map(\.host) == ["one", "two"] && object.webs[1].host == "two", "\(place)")
      #expect(Array(object.points) == [MapPoint(5, 6), MapPoint(7, 8)] && object.points[0] == MapPoint(5, 6), "\(place)")
      #expect(object.tags.map(\.text) == ["c"], "\(place)")
    }
    check(object, "unmanaged")
    let realm = try Realm(configuration: folder.configuration("a.realm", ValueSchema.types))
    realm.beginWrite()
    realm.add(object)
    check(object, "in the write")
    try realm.commitWrite()
    check(object, "after it")
    try memoryRealm().refresh()
    let again = try Realm(configuration: folder.configuration("a.realm", ValueSchema.types))
    check(try #require(again.objects(Custom.self).first), "again")
  }

  @Test("an embedded-backed value is a new row each time it is written, and the old one goes")
  func embedded() throws {
    let realm = try valueRealm()
    let object = Custom()
    try realm.write {
      realm.add(object)
      object.point = MapPoint(1, 1)
      object.point = MapPoint(2, 2)
      object.anyPoint = MapPoint(3, 3)
      object.points.append(MapPoint(4, 4))
      object.points.append(MapPoint(5, 5))
    }
    #expect(locations(realm) == 4)
    try realm.write {
      object.anyPoint = nil
      object.points[0] = MapPoint(6, 6)
      object.points.swapAt(0, 1)
    }
    #expect(locations(realm) == 3)
    #expect(object.anyPoint == nil && Array(object.points) == [MapPoint(5, 5), MapPoint(6, 6)])
    var copy = object.point
    copy.latitude = 9
    #expect(object.point == MapPoint(2, 2))
    try realm.write { object.points.remove(at: 0) }
    #expect(locations(realm) == 2)
    try realm.write { realm.delete(object) }
    #expect(locations(realm) == 0)
  }

  private func locations(_ realm: Realm) -> Int { realm._core.session.count(ValueSchema.location.ordinal) }

  @Test("sets, maps and optional elements of custom types")
  func collections() throws {
    let realm = try valueRealm()
    let object = Custom()
    object.webSet.insert(objectsIn: [Web("b"), Web("a"), Web("b")])
    object.pointMap["x"] = MapPoint(1, 2)
    object.anyPointMap["x"] = .some(MapPoint(3, 4))
    object.anyPointMap["nil"] = .some(nil)
    object.anyTags.append(objectsIn: [Tag("a"), nil])
    object.webMap["k"] = Web("v")
    for managed in [false, true] {
      if managed { try realm.write { realm.add(object) } }
      #expect(Set(object.webSet.map(\.host)) == ["a", "b"] && object.webSet.contains(Web("a")))
      #expect(object.pointMap["x"] == MapPoint(1, 2) && object.pointMap.map(\.value) == [MapPoint(1, 2)])
      #expect(object.anyPointMap["x"] == .some(MapPoint(3, 4)) && object.anyPointMap["nil"] == .some(nil))
      #expect(object.anyTags.map { $0?.text } == ["a", nil] && object.webMap["k"] == Web("v"))
    }
    try realm.write {
      object.pointMap["x"] = MapPoint(5, 6)
      object.pointMap["y"] = MapPoint(7, 8)
      object.anyPointMap["x"] = .some(nil)
      object["anyTags"] = [nil, "#b", Tag("c")] as [Any?]
      object.webSet.remove(Web("a"))
      object["webMap"] = ["z": "TEXT", "w": Web("web")] as [String: Any]
      object["webSet"] = [Web("q"), "R"] as [Any]
    }
    #expect(object.pointMap["x"] == MapPoint(5, 6) && object.pointMap["y"] == MapPoint(7, 8) && object.pointMap.count == 2)
    #expect(object.anyPointMap["x"] == .some(nil))
    #expect(object.anyTags.map { $0?.text } == [nil, "b", "c"])
    #expect(object.webMap["z"] == Web("text") && object.webMap["w"] == Web("web"))
    #expect(Set(object.webSet.map(\.host)) == ["q", "r"])
    #expect(locations(realm) == 2)
    let all = realm.objects(Custom.self)
    #expect(all.where { $0.webSet.contains(Web("q")) }.count == 1)
    #expect(all.where { $0.webMap["w"] == Web("web") }.count == 1)
    try realm.write { object.pointMap.removeAll() }
    #expect(locations(realm) == 0)
  }

  @Test("a row without the embedded object reads as the value of a default one")
  func missingRow() throws {
    let realm = try valueRealm()
    let object = try realm.write { realm.create(Custom.self) }
    #expect(object.point == MapPoint(0, 0))
    #expect(object.anyPoint == nil)
  }

  @Test("a stored value that does not convert is nil where that may be")
  func doesNotConvert() throws {
    let realm = try valueRealm()
    let object = Custom()
    object["anyTag"] = "no mark"
    // An unmanaged object converts at once, a managed one when it is read.
    #expect(object.anyTag == nil && object["anyTag"] == nil)
    try realm.write {
      realm.add(object)
      object["anyTag"] = "no mark"
    }
    #expect(object.anyTag == nil)
    #expect(object["anyTag"] as? String == "no mark")
  }

  @Test("access by name takes the custom value or what it is stored as, and gives the latter")
  func keyValueAccess() throws {
    let realm = try valueRealm()
    for managed in [false, true] {
      let object = Custom()
      realm.beginWrite()
      if managed { realm.add(object) }
      object["web"] = Web("a")
      #expect(object["web"] as? String == "a")
      object["web"] = "b"
      #expect(object.web == Web("b"))
      object["anyWeb"] = nil
      #expect(object.anyWeb == nil)
      object["level"] = Level100(percent: 0.25)
      #expect(object["level"] as? Int == 25)
      object["point"] = MapPoint(1, 2)
      #expect((object["point"] as? Location)?.longitude == 2)
      object["point"] = [3.0, 4.0]
      #expect(object.point == MapPoint(3, 4))
      object["point"] = ["latitude": 5.0]
      #expect(object.point == MapPoint(5, 0))
      object["webs"] = ["x", Web("y")] as [Any]
      #expect(object.webs.map(\.host) == ["x", "y"])
      object["points"] = [MapPoint(1, 1), [2.0, 2.0]] as [Any]
      #expect(Array(object.points) == [MapPoint(1, 1), MapPoint(2, 2)])
      object["tags"] = ["#a", Tag("b")] as [Any]
      #expect(object.tags.map(\.text) == ["a", "b"])
      realm.cancelWrite()
    }
  }

  @Test("create takes custom values, persisted values and other objects")
  func create() throws {
    let realm = try valueRealm()
    try realm.write {
      let object = realm.create(
        Custom.self,
        value: ["web": Web("a"), "anyWeb": "B", "tag": "#t", "point": MapPoint(1, 2), "webs": [Web("c")], "points": [MapPoint(3, 4)]]
          as [String: Any])
      #expect(object.web.host == "a" && object.anyWeb?.host == "b" && object.tag.text == "t")
      #expect(object.point == MapPoint(1, 2) && object.webs.map(\.host) == ["c"] && Array(object.points) == [MapPoint(3, 4)])
      let copy = realm.create(Custom.self, value: object)
      #expect(copy.point == MapPoint(1, 2) && copy.webs.map(\.host) == ["c"] && Array(copy.points) == [MapPoint(3, 4)])
      let unmanaged = Custom(value: object)
      #expect(unmanaged.tag.text == "t")
    }
  }

  @Test("primary keys, conditions and sorting use what is stored")
  func queries() throws {
    let realm = try valueRealm()
    try realm.write {
      for name in ["b", "a", "c"] {
        realm.create(WebKey.self, value: [Web(name), 1] as [Any])
        let object = realm.create(Custom.self, value: ["web": Web(name), "point": MapPoint(Double(name.utf8.count), 2)] as [String: Any])
        object.anyWeb = name == "a" ? nil : Web(name)
        object.level = Level100(percent: name == "b" ? 0.9 : 0.1)
        object.webs.append(Web(name))
        if name == "c" { object.anyPoint = MapPoint(1, 1) }
      }
    }
    #expect(realm.object(ofType: WebKey.self, forPrimaryKey: Web("b"))?.id == Web("b"))
    #expect(realm.object(ofType: WebKey.self, forPrimaryKey: "b") != nil)
    #expect(realm.object(ofType: WebKey.self, forPrimaryKey: Web("z")) == nil)
    let all = realm.objects(Custom.self)
    #expect(all.where { $0.web == Web("b") }.count == 1)
    #expect(all.where { $0.web != Web("b") }.count == 2)
    #expect(all.where { $0.web.in([Web("a"), Web("c")]) }.count == 2)
    #expect(all.where { $0.web > Web("a") }.count == 2)
    #expect(all.where { $0.anyWeb == nil }.count == 1)
    #expect(all.where { $0.anyWeb == Web("b") }.count == 1)
    #expect(all.where { $0.level > Level100(percent: 0.5) }.count == 1)
    #expect(all.where { $0.webs.contains(Web("c")) }.count == 1)
    #expect(all.where { $0.point == MapPoint(1, 2) }.count == 3)
    #expect(all.where { $0.point != MapPoint(1, 2) }.count == 0)
    #expect(all.where { $0.anyPoint == nil }.count == 2)
    #expect(all.where { $0.anyPoint == MapPoint(1, 1) }.count == 1)
    #expect(all.where { $0.point.persistableValue.latitude == 1 }.count == 3)
    #expect(all.where { $0.tag == Tag("none") }.count == 3)
    #expect(all.sorted(by: \.web).map(\.web.host) == ["a", "b", "c"])
    #expect(all.sorted(byKeyPath: "web", ascending: false).map(\.web.host) == ["c", "b", "a"])
    let highest: Level100? = all.max(of: \.level)
    #expect(highest?.percent == 0.9)
  }

  @Test("key paths record the property, and conversions see nothing that records")
  func recording() {
    #expect(_name(for: \Custom.web) == "web")
    #expect(_name(for: \Custom.web.host) == "web")
    #expect(_name(for: \Custom.anyWeb?.host) == "anyWeb")
    #expect(_name(for: \Custom.tag) == "tag")
    #expect(_name(for: \Custom.anyTag) == "anyTag")
    #expect(_name(for: \Custom.point) == "point")
    #expect(_name(for: \Custom.point.latitude) == "point")
    #expect(_name(for: \Custom.anyPoint?.latitude) == "anyPoint")
    #expect(_name(for: \Custom.points[0].latitude) == "points")
    #expect(_name(for: \Custom.webs[0].host) == "webs")
    #expect(_name(for: \Anything.any) == "any")
    #expect(_name(for: \Anything.list[0]) == "list")
  }

  @Test("hashes go with equality, member by member where an embedded object is stored")
  func hashing() {
    #expect(MapPoint(1, 2).hashValue == MapPoint(1, 2).hashValue)
    #expect(Set([MapPoint(1, 2), MapPoint(1, 2), MapPoint(2, 1)]).count == 2)
    #expect(Set([Web("a"), Web("a")]).count == 1)
  }

  @Test("an enum with an unknown case reads every other raw value as that")
  func unknownCases() throws {
    let realm = try valueRealm()
    let object = Custom()
    for managed in [false, true] {
      realm.beginWrite()
      if managed { realm.add(object) }
      object["weather"] = "foggy"
      object["anyWeather"] = "foggy"
      object["weathers"] = ["sunny", "windy"]
      #expect(object.weather == .other && object.anyWeather == .other && Array(object.weathers) == [.sunny, .other])
      #expect(object["weather"] as? String == "foggy")
      object["anyWeather"] = nil
      #expect(object.anyWeather == nil)
      if managed { try realm.commitWrite() } else { realm.cancelWrite() }
    }
    #expect(object.weather == .other)
    #expect(object["weather"] as? String == "foggy")
  }

  @Test("a Realm refuses asymmetric types, and an unmanaged object of one works")
  func asymmetric() {
    let object = Measurement(value: ["value": 3])
    #expect(object.value == 3 && object.objectSchema.isAsymmetric)
    #expect(throws: Realm.Error.self) { try Realm(configuration: memory(UUID().uuidString, [Measurement.self])) }
  }

  @Test("a required property whose stored value does not convert stops the program")
  func requiredMisuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let object = Custom()
      object["tag"] = "plain"
      _ = object.tag
    }
    #expect(errorText(result).contains("Failed to convert persisted value 'plain' to type 'Tag' in a non-optional context."))
  }

  @Test("a managed list whose element does not convert stops the program")
  func elementMisuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try valueRealm()
      realm.beginWrite()
      let object = realm.create(Custom.self)
      object["tags"] = ["#fine", "plain"]
      _ = object.tags[1]
    }
    #expect(errorText(result).contains("Failed to convert persisted value 'plain' to type 'Tag' in a non-optional context."))
  }

  @Test("an element that the list's type cannot be made of stops the program")
  func conversionMisuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let object = Custom()
      _ = object.tags
      object["tags"] = ["plain"]
    }
    #expect(errorText(result).contains("Invalid value '[\"plain\"]' of type 'Array<Any>'"))
  }

  @Test("a type that cannot be made of its default stops where a default is needed")
  func defaultMisuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Tag._rlmDefaultValue() }
    #expect(errorText(result).contains("Failed to default construct 'Tag': the default of its persisted type, '', does not convert."))
  }

  @Test("values stored as embedded objects have no order")
  func orderMisuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Query<MapPoint>(path: [.name("point")]).compare(.less, MapPoint(1, 1))
    }
    #expect(errorText(result).contains("'point' is stored as an embedded object, which has no order: compare it with '==' or '!='."))
  }
}
