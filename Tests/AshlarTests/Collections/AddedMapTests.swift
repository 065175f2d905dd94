import Ashlar
import Foundation
import Shelves
import TestSupport
import Testing

@Suite("Maps and sets that are added with their objects")
struct AddedMapTests {
  private static let texts = [
    "", "a", "b", "eleven byte", "twelve bytes", "fifteen bytes!!", "sixteen bytes!!!", "a text that is longer than a slot", longLabel,
    "é", "e\u{301}", "\u{0}", "a\u{0}",
  ]

  private func key(_ generator: inout SeededGenerator) -> String {
    generator.pick(Self.texts) + (generator.chance(70) ? "\(generator.below(2000))" : generator.pick(Self.texts))
  }

  private func entries<Value>(_ map: Map<String, Value>) -> [String] {
    map.asKeyValueSequence().map { "\(Array($0.key.utf8)) \($0.value)" }
  }

  // Stores the same values in a map of each kind, and in sets.
  private func fill(_ shelf: Shelf, _ keys: [String]) {
    for (index, key) in keys.enumerated() {
      shelf.scores[key] = index
      shelf.maybeScores[key] = index % 3 == 0 ? .some(nil) : index
      shelf.names[key] = key + key
      shelf.maybeNames[key] = index % 4 == 0 ? .some(nil) : key
      shelf.flags[key] = index % 2 == 0
      shelf.moments[key] = Date(timeIntervalSince1970: Double(index) / 4)
      shelf.tintMap[key] = index % 2 == 0 ? .green : .blue
      shelf.amounts[key] = Decimal128(value: index)
      shelf.maybeIds[key] = .some(nil)
      shelf.texts.insert(key)
      shelf.maybeTextSet.insert(index % 5 == 0 ? nil : key)
      shelf.datas.insert(Data(key.utf8))
    }
  }

  private func expectEqual(_ a: Shelf, _ b: Shelf, _ comment: Comment) {
    #expect(entries(a.scores) == entries(b.scores), comment)
    #expect(entries(a.maybeScores) == entries(b.maybeScores), comment)
    #expect(entries(a.names) == entries(b.names), comment)
    #expect(entries(a.maybeNames) == entries(b.maybeNames), comment)
    #expect(entries(a.flags) == entries(b.flags), comment)
    #expect(entries(a.moments) == entries(b.moments), comment)
    #expect(entries(a.tintMap) == entries(b.tintMap), comment)
    #expect(entries(a.amounts) == entries(b.amounts), comment)
    #expect(entries(a.maybeIds) == entries(b.maybeIds), comment)
    #expect(a.texts.map { Array($0.utf8) } == b.texts.map { Array($0.utf8) }, comment)
    #expect(a.maybeTextSet.map { $0.map { Array($0.utf8) } } == b.maybeTextSet.map { $0.map { Array($0.utf8) } }, comment)
    #expect(Array(a.datas) == Array(b.datas), comment)
  }

  @Test("they contain the same, in the same order, as those whose entries are set one by one", arguments: [0, 1, 2, 30, 700])
  func values(_ count: Int) throws {
    let seed = seed() &+ UInt64(count)
    print("added maps: seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let keys = (0..<count).map { _ in key(&generator) }
    let folder = try TemporaryFolder()
    let configuration = folder.configuration("a.realm", CollectionsSchema.objectTypes)
    let realm = try Realm(configuration: configuration)
    let single = try realm.write { realm.create(Shelf.self, value: ["id": 1]) }
    try realm.write { fill(single, keys) }
    let added = Shelf(value: ["id": 2])
    fill(added, keys)
    try realm.write {
      realm.add(added)
      expectEqual(added, single, "in the write, seed \(seed)")
    }
    expectEqual(added, single, "committed, seed \(seed)")
    #expect(added.scores.keys.map { Array($0.utf8) } == Set(keys.map { Array($0.utf8) }).sorted { $0.lexicographicallyPrecedes($1) })
    for key in keys.prefix(50) { #expect(added.names[key] == key + key) }
    // The entries of an object that exists are replaced: by an update, by assignment, and from a dictionary.
    let fewer = Array(keys.prefix(count / 2)) + ["added"]
    let (update, expected) = (Shelf(value: ["id": 2]), Shelf(value: ["id": 3]))
    fill(update, fewer)
    fill(expected, fewer)
    try realm.write {
      realm.add(expected)
      realm.add(update, update: generator.chance(50) ? .all : .modified)
    }
    expectEqual(added, expected, "updated, seed \(seed)")
    // Dictionaries of Swift compare composed and decomposed letters as equal.
    let untyped = Dictionary(expected.scores.map { ($0.key, $0.value) }) { first, _ in first }
    try realm.write {
      single.scores = expected.scores
      single.names = expected.names
      single.maybeScores = expected.maybeScores
      added["scores"] = untyped
    }
    #expect(added.scores.count == untyped.count)
    for (key, value) in untyped { #expect(added.scores[key] == value) }
    #expect(entries(single.scores) == entries(expected.scores))
    #expect(entries(single.names) == entries(expected.names))
    #expect(entries(single.maybeScores) == entries(expected.maybeScores))
    let reopened = try Realm(configuration: configuration)
    expectEqual(
      try #require(reopened.object(ofType: Shelf.self, forPrimaryKey: 3)), expected, "in another instance, seed \(seed)")
  }

  @Test("an unmanaged map agrees with a dictionary after random changes", arguments: 0..<4)
  func unmanaged(_ round: Int) {
    let seed = seed() &+ UInt64(round)
    print("unmanaged maps: seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let map = Map<String, Int?>()
    var model: [[UInt8]: Int?] = [:]
    for step in 0..<600 {
      let key = generator.pick(Self.texts) + "\(generator.below(6))"
      let bytes = Array(key.utf8)
      switch generator.below(100) {
      case 0..<40:
        map[key] = .some(step)
        model[bytes] = .some(step)
      case 40..<55:
        map[key] = .some(nil)
        model[bytes] = .some(nil)
      case 55..<98:
        map.removeObject(for: key)
        model.removeValue(forKey: bytes)
      default:
        map.removeAll()
        model.removeAll()
      }
      #expect(map.count == model.count, "step \(step)")
      #expect(map[key] == model[bytes], "step \(step)")
    }
    let copy = Map<String, Int?>()
    for key in map.keys.reversed() { copy[key] = map[key] }
    #expect(copy == map)
    #expect(Dictionary(uniqueKeysWithValues: zip(map.keys.map { Array($0.utf8) }, map.values)) == model)
    copy["another"] = 1
    #expect(copy != map)
  }

  @Test("links and embedded objects keep their keys, and the objects link back")
  func objects() throws {
    var generator = SeededGenerator(seed: 7)
    let keys = Array(Set((0..<300).map { _ in key(&generator) }))
    let realm = try memoryRealm(CollectionsSchema.objectTypes)
    let things = (0..<10).map { Thing(value: ["name": "\($0)"]) }
    let shelf = Shelf(value: ["id": 1])
    for (index, key) in keys.enumerated() {
      shelf.thingMap[key] = index % 7 == 0 ? .some(nil) : things[index % 10]
      shelf.labels[key] = Label(value: ["text": key])
    }
    try realm.write { realm.add(shelf) }
    for (index, key) in keys.enumerated() {
      let thing = try #require(shelf.thingMap[key])
      #expect(thing?.name == (index % 7 == 0 ? nil : "\(index % 10)"))
      #expect(shelf.labels[key]??.text == key)
    }
    for (number, thing) in things.enumerated() {
      #expect(thing.mapped.count == keys.indices.filter { $0 % 10 == number && $0 % 7 != 0 }.count)
    }
    try realm.write { realm.delete(things[3]) }
    #expect(shelf.thingMap.values.filter { $0 == nil }.count == keys.indices.filter { $0 % 7 == 0 || $0 % 10 == 3 }.count)
    try realm.write { realm.delete(shelf) }
    #expect(things[4].mapped.isEmpty)
  }

  @Test("values of any type that contain objects are added with their map")
  func anyValues() throws {
    let realm = try valueRealm()
    let object = Anything()
    let targets = (0..<40).map { _ in Target() }
    for (index, target) in targets.enumerated() {
      target.name = "\(index)"
      object.map["key \(39 - index)"] = index % 2 == 0 ? .object(target) : .string("a text that is longer than a slot, \(index)")
    }
    try realm.write { realm.add(object) }
    #expect(object.map.keys == (0..<40).map { "key \($0)" }.sorted())
    for index in targets.indices {
      let value = try #require(object.map["key \(39 - index)"])
      if index % 2 == 0 {
        #expect(value.object(Target.self)?.name == "\(index)")
      } else {
        #expect(value == .string("a text that is longer than a slot, \(index)"))
      }
    }
    #expect(realm.objects(Target.self).count == 20)
    let other = Anything()
    other.id = 2
    try realm.write {
      realm.add(other)
      other.map = object.map
    }
    #expect(other.map.keys == object.map.keys)
    #expect(other.map["key 39"]?.object(Target.self)?.name == "0")
  }
}
