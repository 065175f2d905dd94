import Ashlar
import Foundation
import Shelves
import Testing

@Suite("Maps")
struct MapTests {
  private func realm() throws -> Realm { try memoryRealm(CollectionsSchema.objectTypes) }

  private func shelf(_ realm: Realm, _ value: [String: Any] = [:]) throws -> Shelf {
    try realm.write { realm.create(Shelf.self, value: value.merging(["id": 1]) { old, _ in old }) }
  }

  @Test("an unmanaged map is a dictionary")
  func unmanaged() {
    let map = Map<String, Int>()
    map["a"] = 1
    map.updateValue(2, forKey: "b$c")
    #expect(map["a"] == 1)
    #expect(map["b$c"] == 2)
    #expect(map["x"] == nil)
    #expect(Set(map.keys) == ["a", "b$c"])
    map["a"] = nil
    map.removeObject(for: "x")
    #expect(map.count == 1)
    #expect(map.values == [2])
    map.removeAll()
    #expect(map.count == 0)
    #expect(map.realm == nil)
  }

  @Test("a managed map has its entries in the order of the keys' bytes")
  func managed() throws {
    let realm = try realm()
    let shelf = try shelf(realm)
    try realm.write {
      for (index, key) in ["b", "", "é", "e\u{301}", "a key of more than fifteen bytes", "A", "a$"].enumerated() {
        shelf.scores[key] = index
      }
    }
    #expect(shelf.scores.keys == ["", "A", "a key of more than fifteen bytes", "a$", "b", "e\u{301}", "é"])
    #expect(shelf.scores.values == [1, 5, 4, 6, 0, 3, 2])
    #expect(shelf.scores["a key of more than fifteen bytes"] == 4)
    #expect(shelf.scores["a key of more than fifteen bytez"] == nil)
    #expect(shelf.scores["$ill.egal"] == nil)
    try realm.write {
      shelf.scores["b"] = 9
      shelf.scores["A"] = nil
      shelf.scores.removeObject(for: "nothing")
    }
    #expect(shelf.scores.values == [1, 4, 6, 9, 3, 2])
    #expect(shelf.scores.map { "\($0.key)\($0.value)" }.count == 6)
    #expect(shelf.scores.contains { key, value in key == "b" && value == 9 })
    #expect(!shelf.scores.contains { _, value in value == 77 })
  }

  @Test("a map stores values of every kind")
  func kinds() throws {
    let realm = try realm()
    let shelf = try shelf(realm)
    let long = "a text of more than fifteen bytes"
    let moment = Date(timeIntervalSince1970: 1_700_000_000)
    let id = UUID()
    try realm.write {
      shelf.names["a"] = long
      shelf.names["b"] = ""
      shelf.maybeNames["x"] = .some(nil)
      shelf.maybeNames["y"] = long
      shelf.maybeScores.updateValue(nil, forKey: "n")
      shelf.maybeScores["m"] = -4
      shelf.flags["t"] = true
      shelf.flags["f"] = false
      shelf.moments["now"] = moment
      shelf.tintMap["k"] = .green
      shelf.amounts["d"] = "12.5"
      shelf.maybeIds["i"] = id
      shelf.maybeIds["j"] = .some(nil)
    }
    func check(_ place: Comment) throws {
      #expect(shelf.names.values == [long, ""], place)
      #expect(shelf.maybeNames.values == [nil, long], place)
      #expect(try #require(shelf.maybeNames["x"]) == nil, place)
      #expect(shelf.maybeNames["z"] == nil, place)
      #expect(shelf.maybeScores.values == [-4, nil], place)
      #expect(shelf.flags.values == [false, true], place)
      #expect(shelf.moments["now"] == moment, place)
      #expect(shelf.tintMap["k"] == .green, place)
      #expect(shelf.amounts["d"]?.description == "12.5", place)
      #expect(shelf.maybeIds.values == [id, nil], place)
    }
    try check("committed")
    try realm.write {
      shelf.names["b"] = "another text of more than fifteen bytes"
      shelf.names["b"] = ""
      try check("in a write")
    }
    try realm.write { shelf.maybeScores["m"] = .some(nil) }
    #expect(shelf.maybeScores.values == [nil, nil])
    try realm.write { shelf.maybeScores["m"] = nil }
    #expect(shelf.maybeScores.keys == ["n"])
  }

  @Test("objects: deleting one leaves nil under its key")
  func objects() throws {
    let realm = try realm()
    let shelf = try shelf(realm)
    let (a, b) = (Thing(value: ["name": "a", "weight": 3]), Thing(value: ["name": "b", "weight": 1]))
    try realm.write {
      shelf.thingMap["1"] = a
      shelf.thingMap["2"] = b
      shelf.thingMap["3"] = a
      shelf.thingMap["4"] = .some(nil)
    }
    #expect(a.realm == realm)
    #expect(a.mapped.count == 2)
    #expect(shelf.thingMap.values.map { $0?.name } == ["a", "b", "a", nil])
    #expect(shelf.thingMap.where { $0.weight > 2 }.count == 2)
    #expect(shelf.thingMap.sorted(byKeyPath: "weight").map { $0?.name } == ["b", "a", "a"])
    #expect(shelf.thingMap.sorted(by: \.name, ascending: false).first??.name == "b")
    var names: [String?] = []
    for thing in shelf.thingMap.where({ $0.weight < 5 }) { names.append(thing?.name) }
    #expect(names == ["a", "b", "a"])
    #expect(shelf.thingMap.where { $0.name == "none" }.first == nil)
    #expect(shelf.thingMap.sum(of: \.weight) == 7)
    #expect(shelf.thingMap.min(ofProperty: "weight") == 1)
    try realm.write { realm.delete(a) }
    #expect(shelf.thingMap.keys == ["1", "2", "3", "4"])
    #expect(shelf.thingMap.values.map { $0?.name } == [nil, "b", nil, nil])
    try realm.write { shelf.thingMap["2"] = nil }
    #expect(b.mapped.isEmpty)
    #expect(!b.isInvalidated)
  }

  @Test("embedded objects in a map are replaced, removed and deleted with their owner")
  func embedded() throws {
    let realm = try realm()
    let shelf = try shelf(realm)
    let thing = Thing(value: ["name": "t"])
    let first = Label(value: ["text": "first", "inner": ["x": ["text": "deep"]]] as [String: Any])
    try realm.write {
      first.thing = thing
      shelf.labels["a"] = first
      shelf.labels["b"] = Label(value: ["text": "second"])
    }
    #expect(first.realm == realm)
    #expect(thing.labelled.count == 1)
    #expect(shelf.labels["a"]??.inner["x"]??.text == "deep")
    let deep = try #require(shelf.labels["a"]??.inner["x"] ?? nil)
    try realm.write { shelf.labels["a"] = first }
    #expect(!first.isInvalidated)
    try realm.write { shelf.labels["a"] = Label(value: ["text": "third"]) }
    #expect(first.isInvalidated)
    #expect(deep.isInvalidated)
    #expect(thing.labelled.isEmpty)
    let third = try #require(shelf.labels["a"] ?? nil)
    try realm.write { realm.delete(third) }
    #expect(shelf.labels.keys == ["a", "b"])
    #expect(try #require(shelf.labels["a"]) == nil)
    let second = try #require(shelf.labels["b"] ?? nil)
    try realm.write { shelf.labels.removeObject(for: "b") }
    #expect(second.isInvalidated)
    try realm.write { shelf.labels["c"] = Label() }
    let last = try #require(shelf.labels["c"] ?? nil)
    try realm.write { realm.delete(shelf) }
    #expect(last.isInvalidated)
  }

  @Test("merging combines what is there")
  func merging() throws {
    let realm = try realm()
    let shelf = try shelf(realm, ["scores": ["a": 1, "b": 2]])
    let other = Map<String, Int>()
    other["b"] = 10
    other["c"] = 20
    try realm.write {
      shelf.scores.merge(other, uniquingKeysWith: +)
      shelf.scores.merge([(key: "d", value: 1), (key: "d", value: 5)], uniquingKeysWith: -)
      shelf.scores.merge(shelf.scores, uniquingKeysWith: +)
    }
    #expect(shelf.scores.asKeyValueSequence().map { "\($0.key)=\($0.value)" } == ["a=2", "b=24", "c=40", "d=-8"])
    struct Refused: Error {}
    #expect(throws: Refused.self) { try other.merge(shelf.scores) { _, _ in throw Refused() } }
  }

  @Test("assigning copies the entries; assigning a map to itself changes nothing")
  func assigning() throws {
    let realm = try realm()
    let shelf = try shelf(realm, ["scores": ["a": 1]])
    let other = Map<String, Int>()
    other["z"] = 26
    try realm.write { shelf.scores = other }
    other["y"] = 25
    #expect(shelf.scores.keys == ["z"])
    try realm.write { shelf.scores = shelf.scores }
    #expect(shelf.scores.keys == ["z"])
    let loose = Shelf()
    loose.scores = shelf.scores
    #expect(loose.scores["z"] == 26)
  }

  @Test("a map is created and updated from dictionaries, by every update policy")
  func values() throws {
    let realm = try realm()
    let value: [String: Any] = [
      "id": 1, "maybeScores": ["a": 1, "b": NSNull()] as [String: Any], "tintMap": ["t": "red"],
      "thingMap": ["x": ["name": "one"], "y": NSNull()] as [String: Any], "labels": ["l": ["text": "old"], "m": ["text": "gone"]],
    ]
    let shelf = try realm.write { realm.create(Shelf.self, value: value) }
    #expect(shelf.maybeScores.values == [1, nil])
    #expect(shelf.tintMap["t"] == .red)
    #expect(shelf.thingMap.values.map { $0?.name } == ["one", nil])
    let label = try #require(shelf.labels["l"] ?? nil)
    try realm.write {
      realm.create(
        Shelf.self, value: ["id": 1, "labels": ["l": ["text": "new"], "n": ["text": "added"]]] as [String: Any], update: .modified)
    }
    #expect(label.text == "new")
    #expect(shelf.labels.values.map { $0?.text } == ["new", "added"])
    #expect(realm.objects(Thing.self).count == 1)
    try realm.write {
      realm.create(Shelf.self, value: ["id": 1, "labels": ["l": ["text": "replaced"]]] as [String: Any], update: .all)
    }
    #expect(label.isInvalidated)
    #expect(shelf.labels.keys == ["l"])
    let copy = try realm.write { realm.create(Shelf.self, value: Shelf(value: ["id": 2, "scores": ["a": 1]] as [String: Any])) }
    #expect(copy.scores["a"] == 1)
    let loose = Shelf(value: ["id": 3, "thingMap": ["k": Thing()]] as [String: Any])
    try realm.write { realm.add(loose) }
    #expect(loose.thingMap.count == 1)
  }

  @Test("maps are compared, described and coded")
  func representations() throws {
    let realm = try realm()
    let shelf = try shelf(realm, ["scores": ["b": 2, "a": 1], "maybeScores": ["n": NSNull()]])
    #expect(shelf.scores == (try #require(realm.objects(Shelf.self).first)).scores)
    let map = Map<String, Int>()
    map["a"] = 1
    map["b"] = 2
    #expect(map != shelf.scores)
    #expect(shelf.scores.description == "Map<string, int> <0x0> (\n\t[a]: 1,\n\t[b]: 2\n)")
    #expect(shelf.maybeScores.description == "Map<string, int?> <0x0> (\n\t[n]: (null)\n)")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(shelf.scores), as: UTF8.self) == #"{"a":1,"b":2}"#)
    #expect(try JSONDecoder().decode(Map<String, Int>.self, from: Data(#"{"b":2,"a":1}"#.utf8)) == map)
    #expect(try JSONDecoder().decode(Map<String, Int?>.self, from: Data(#"{"b":null}"#.utf8)).values == [nil])
  }

  @Test("access by name, and reflection")
  func dynamic() throws {
    let realm = try realm()
    let shelf = try shelf(realm)
    try realm.write { shelf["scores"] = ["x": 4] }
    #expect((shelf["scores"] as? Map<String, Int>)?["x"] == 4)
    try realm.write { shelf["scores"] = nil }
    #expect(shelf.scores.count == 0)
    let property = try #require(Shelf().objectSchema["thingMap"])
    #expect(property.isMap)
    #expect(property.isOptional)
    #expect(property.objectClassName == "Thing")
  }

  @Test("an iteration covers the keys that were there when it began, without those that were removed")
  func iteration() throws {
    let realm = try realm()
    let shelf = try shelf(realm, ["scores": ["a": 1, "b": 2, "c": 3]])
    try realm.write {
      var seen: [String] = []
      for entry in shelf.scores {
        seen.append("\(entry.key)\(entry.value)")
        shelf.scores["b"] = nil
        shelf.scores["c"] = 30
        shelf.scores["d"] = 4
      }
      #expect(seen == ["a1", "c30"])
    }
  }
}
