import Ashlar
import Foundation
import Shelves
import TestSupport
import TestTraits
import Testing

/// What the database should hold.
private struct Expected {
  struct Row {
    var maybeTexts: [String?] = []
    var maybeInts: [Int?] = []
    var ints: Set<Int> = []
    var texts: Set<String> = []
    var maybe: Set<Int?> = []
    var things: Set<Int> = []
    var scores: [String: Int] = [:]
    var names: [String: String] = [:]
    var thingMap: [String: Int?] = [:]
    var labels: [String: String?] = [:]
  }

  var rows: [Int: Row] = [:]
  // By weight, which is unique.
  var things: Set<Int> = []
  var nextThing = 0

  mutating func removeThing(_ thing: Int) {
    things.remove(thing)
    for id in rows.keys {
      rows[id]?.things.remove(thing)
      for (key, value) in rows[id]?.thingMap ?? [:] where value == thing { rows[id]?.thingMap[key] = .some(nil) }
    }
  }
}

@Suite("Random operations on collections compared with arrays, sets and dictionaries", .blocking)
struct CollectionModelTests {
  private static let texts = [
    "", "a", "b", "fifteen bytes!!", "sixteen bytes!!!", "a text that is longer than a slot", longLabel, longLabel + "b",
    "a text that is longer than two slots are",
    "é",
  ]

  private func change(_ realm: Realm, _ model: inout Expected, _ generator: inout SeededGenerator) {
    let id = generator.below(12)
    guard let shelf = realm.object(ofType: Shelf.self, forPrimaryKey: id) else {
      create(realm, id, &model, &generator)
      return
    }
    let text = generator.pick(Self.texts)
    let key = generator.pick(Self.texts) + "\(generator.below(4))"
    let number = generator.below(40) - 20
    let maybe = generator.chance(25) ? nil : number
    switch generator.below(24) {
    case 0:
      realm.delete(shelf)
      model.rows[id] = nil
    case 1, 2:
      let index = generator.below(shelf.maybeTexts.count + 1)
      let value = maybe == nil ? nil : text
      shelf.maybeTexts.insert(value, at: index)
      model.rows[id]?.maybeTexts.insert(value, at: index)
    case 3 where !shelf.maybeTexts.isEmpty:
      let index = generator.below(shelf.maybeTexts.count)
      shelf.maybeTexts.remove(at: index)
      model.rows[id]?.maybeTexts.remove(at: index)
    case 4:
      let index = generator.below(shelf.maybeInts.count + 1)
      shelf.maybeInts.insert(contentsOf: [maybe, nil, number], at: index)
      model.rows[id]?.maybeInts.insert(contentsOf: [maybe, nil, number], at: index)
    case 5 where !shelf.maybeInts.isEmpty:
      let index = generator.below(shelf.maybeInts.count)
      shelf.maybeInts[index] = maybe
      model.rows[id]?.maybeInts[index] = maybe
    case 6, 7:
      shelf.ints.insert(number)
      model.rows[id]?.ints.insert(number)
    case 8:
      shelf.ints.remove(number)
      model.rows[id]?.ints.remove(number)
    case 9:
      let many = (0..<generator.below(30)).map { _ in generator.below(60) - 30 }
      shelf.ints.insert(objectsIn: many)
      model.rows[id]?.ints.formUnion(many)
    case 10, 11:
      shelf.texts.insert(text)
      model.rows[id]?.texts.insert(text)
    case 12:
      shelf.texts.remove(text)
      model.rows[id]?.texts.remove(text)
    case 13:
      if generator.chance(60) {
        shelf.maybeIntSet.insert(maybe)
        model.rows[id]?.maybe.insert(maybe)
      } else {
        shelf.maybeIntSet.remove(maybe)
        model.rows[id]?.maybe.remove(maybe)
      }
    case 14: combine(realm, shelf, id, &model, &generator)
    case 15, 16: changeThings(realm, shelf, id, key, &model, &generator)
    case 17:
      guard let thing = model.things.randomElement(using: &generator), let row = self.thing(realm, thing) else { return }
      realm.delete(row)
      model.removeThing(thing)
    case 18, 19:
      shelf.scores[key] = maybe
      model.rows[id]?.scores[key] = maybe
    case 20:
      shelf.names.merge([(key: key, value: text)]) { old, new in String((old + new).suffix(60)) }
      model.rows[id]?.names.merge([key: text]) { old, new in String((old + new).suffix(60)) }
    case 21:
      shelf.labels[key] = Label(value: ["text": text])
      model.rows[id]?.labels[key] = text
    case 22:
      guard let chosen = shelf.labels.keys.randomElement(using: &generator) else { return }
      if generator.chance(50), let label = shelf.labels[chosen] ?? nil {
        realm.delete(label)
        model.rows[id]?.labels[chosen] = .some(nil)
      } else {
        shelf.labels.removeObject(for: chosen)
        model.rows[id]?.labels[chosen] = nil
      }
    default:
      guard generator.chance(20) else { return }
      shelf.ints.removeAll()
      shelf.scores.removeAll()
      shelf.thingMap.removeAll()
      shelf.things.removeAll()
      model.rows[id]?.ints = []
      model.rows[id]?.scores = [:]
      model.rows[id]?.thingMap = [:]
      model.rows[id]?.things = []
    }
  }

  private func thing(_ realm: Realm, _ weight: Int) -> Thing? { realm.objects(Thing.self).where { $0.weight == weight }.first }

  private func create(_ realm: Realm, _ id: Int, _ model: inout Expected, _ generator: inout SeededGenerator) {
    let ints = (0..<generator.below(6)).map { _ in generator.below(10) }
    let maybe: [String?] = generator.chance(50) ? [nil, "x"] : []
    let thing = model.nextThing
    model.nextThing += 1
    let value: [String: Any] = [
      "id": id, "ints": ints, "maybeTexts": maybe, "scores": ["a": 1, "b": 2], "labels": ["l": ["text": "made"]],
      "things": [["weight": thing]], "names": ["n": Self.texts[5]],
    ]
    if generator.chance(50) { realm.create(Shelf.self, value: value) } else { realm.add(Shelf(value: value)) }
    model.things.insert(thing)
    model.rows[id] = .init(
      maybeTexts: maybe, ints: Set(ints), things: [thing], scores: ["a": 1, "b": 2], names: ["n": Self.texts[5]], labels: ["l": "made"])
  }

  private func combine(_ realm: Realm, _ shelf: Shelf, _ id: Int, _ model: inout Expected, _ generator: inout SeededGenerator) {
    guard let other = model.rows.keys.sorted().randomElement(using: &generator),
      let second = realm.object(ofType: Shelf.self, forPrimaryKey: other), let theirs = model.rows[other]
    else { return }
    switch generator.below(5) {
    case 0:
      shelf.ints.formUnion(second.ints)
      model.rows[id]?.ints.formUnion(theirs.ints)
    case 1:
      shelf.texts.formIntersection(second.texts)
      model.rows[id]?.texts.formIntersection(theirs.texts)
    case 2:
      shelf.things.subtract(second.things)
      model.rows[id]?.things.subtract(theirs.things)
    case 3:
      shelf.scores = second.scores
      model.rows[id]?.scores = theirs.scores
    default:
      shelf.things = second.things
      model.rows[id]?.things = theirs.things
    }
  }

  private func changeThings(
    _ realm: Realm, _ shelf: Shelf, _ id: Int, _ key: String, _ model: inout Expected, _ generator: inout SeededGenerator
  ) {
    let weight: Int
    let row: Thing
    if generator.chance(40) || model.things.isEmpty {
      weight = model.nextThing
      model.nextThing += 1
      model.things.insert(weight)
      row = Thing(value: ["weight": weight])
    } else {
      guard let known = model.things.sorted().randomElement(using: &generator), let found = thing(realm, known) else { return }
      (weight, row) = (known, found)
    }
    if generator.chance(50) {
      shelf.things.insert(row)
      model.rows[id]?.things.insert(weight)
    } else {
      shelf.thingMap[key] = row
      model.rows[id]?.thingMap[key] = weight
    }
  }

  private func compare(_ realm: Realm, _ model: Expected, _ place: String) {
    var wrong: [String] = []
    func check(_ isRight: Bool, _ what: String) { if !isRight { wrong.append(what) } }
    check(Set(realm.objects(Shelf.self).map(\.id)) == Set(model.rows.keys), "rows")
    check(Set(realm.objects(Thing.self).map(\.weight)) == model.things, "things")
    for shelf in realm.objects(Shelf.self) {
      guard let row = model.rows[shelf.id] else { continue }
      check(Array(shelf.maybeTexts) == row.maybeTexts, "maybeTexts \(shelf.id)")
      check(Array(shelf.maybeInts) == row.maybeInts, "maybeInts \(shelf.id)")
      check(Array(shelf.ints) == row.ints.sorted(), "ints \(shelf.id)")
      check(Array(shelf.texts) == row.texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, "texts \(shelf.id)")
      check(Array(shelf.maybeIntSet) == row.maybe.sorted { ($0 ?? .min) < ($1 ?? .min) }, "maybe \(shelf.id)")
      check(Set(shelf.things.map(\.weight)) == row.things && shelf.things.count == row.things.count, "things \(shelf.id)")
      check(shelf.scores.keys == row.scores.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, "scores \(shelf.id)")
      check(Dictionary(uniqueKeysWithValues: shelf.scores.map { ($0.key, $0.value) }) == row.scores, "scores \(shelf.id)")
      check(row.names.allSatisfy { shelf.names[$0.key] == $0.value } && shelf.names.count == row.names.count, "names \(shelf.id)")
      check(row.thingMap.allSatisfy { shelf.thingMap[$0.key]??.weight == $0.value }, "thingMap \(shelf.id)")
      check(shelf.thingMap.count == row.thingMap.count, "thingMap count \(shelf.id)")
      check(row.labels.allSatisfy { shelf.labels[$0.key]??.text == $0.value }, "labels \(shelf.id)")
      check(shelf.labels.count == row.labels.count, "labels count \(shelf.id)")
    }
    for thing in realm.objects(Thing.self) {
      let kept = model.rows.filter { $0.value.things.contains(thing.weight) }.keys.sorted()
      check(thing.kept.map(\.id).sorted() == kept, "kept of \(thing.weight)")
      let mapped = model.rows.flatMap { row in row.value.thingMap.filter { $0.value == thing.weight }.map { _ in row.key } }.sorted()
      check(thing.mapped.map(\.id).sorted() == mapped, "mapped of \(thing.weight)")
    }
    #expect(wrong == [], "\(place)")
  }

  @Test(
    "thousands of changes, cancelled and committed, in memory and in a file that is reopened", arguments: [91 as UInt64, 92, 93, 94, 95])
  func random(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let types = CollectionsSchema.objectTypes
    let configuration = seed % 2 == 0 ? memory("collections \(UUID())", types) : folder.configuration("data.realm", types)
    var model = Expected()
    var realm = try Realm(configuration: configuration)
    for round in 0..<80 {
      let before = model
      realm.beginWrite()
      for _ in 0..<40 { change(realm, &model, &generator) }
      compare(realm, model, "in write \(round), seed \(seed)")
      if generator.chance(30) {
        realm.cancelWrite()
        let next = model.nextThing
        model = before
        model.nextThing = next
      } else {
        try realm.commitWrite()
      }
      compare(realm, model, "after write \(round), seed \(seed)")
      if round % 7 == 6, configuration.fileURL != nil {
        realm = try memoryRealm(types)
        realm = try Realm(configuration: configuration)
        compare(realm, model, "reopened in round \(round), seed \(seed)")
      }
    }
    try realm.write { realm.deleteAll() }
    #expect(realm.isEmpty)
  }
}
