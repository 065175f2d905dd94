import Ashlar
import Foundation
import Shelves
import TestSupport
import TestTraits
import Testing

@Suite("Collections of many elements compared with arrays, sets and dictionaries", .blocking)
struct LargeCollectionTests {
  private struct Model {
    var ints: [Int?] = []
    var texts: [String?] = []
    // By name, which is a number.
    var things: [String] = []
    var made = 0
    var labels: [String] = []
    var mapped: [String: String?] = [:]
    var set: Set<Int> = []
    var textSet: Set<String> = []
    var scores: [String: Int] = [:]
    var names: [String: String] = [:]
  }

  private func text(_ generator: inout SeededGenerator) -> String {
    let number = generator.below(4000)
    return generator.chance(4)
      ? longLabel + "\(number)" : generator.chance(50) ? "\(number)" : "a text that is longer than a slot, \(number)"
  }

  private func change(_ shelf: Shelf, _ realm: Realm, _ model: inout Model, _ generator: inout SeededGenerator) {
    let count = generator.pick([1, 3, 40, 300, 900])
    switch generator.below(16) {
    case 0, 1:
      let values = (0..<count).map { _ in generator.chance(10) ? nil : generator.below(1000) }
      let index = generator.below(model.ints.count + 1)
      shelf.maybeInts.insert(contentsOf: values, at: index)
      model.ints.insert(contentsOf: values, at: index)
    case 2:
      for _ in 0..<min(count, 60) {
        let value = generator.below(1000)
        shelf.maybeInts.append(value)
        model.ints.append(value)
      }
    case 3:
      if model.ints.isEmpty { return }
      let start = generator.below(model.ints.count)
      let range = start..<min(model.ints.count, start + count)
      shelf.maybeInts.removeSubrange(range)
      model.ints.removeSubrange(range)
    case 4:
      for _ in 0..<20 where model.ints.count > 1 {
        let (from, to) = (generator.below(model.ints.count), generator.below(model.ints.count))
        shelf.maybeInts.move(from: from, to: to)
        model.ints.insert(model.ints.remove(at: from), at: to)
        shelf.maybeInts.swapAt(from, to)
        model.ints.swapAt(from, to)
        shelf.maybeInts[from] = 5
        model.ints[from] = 5
      }
    case 5, 6:
      for _ in 0..<min(count, 200) {
        let value = generator.chance(5) ? nil : text(&generator)
        let index = generator.below(model.texts.count + 1)
        shelf.maybeTexts.insert(value, at: index)
        model.texts.insert(value, at: index)
      }
    case 7:
      if model.texts.isEmpty { return }
      for _ in 0..<min(count, model.texts.count) {
        let index = generator.below(model.texts.count)
        shelf.maybeTexts.remove(at: index)
        model.texts.remove(at: index)
      }
    case 8:
      let things = realm.objects(Thing.self)
      for _ in 0..<min(count, 300) {
        let isNew = generator.chance(20) || things.isEmpty
        if isNew { model.made += 1 }
        let thing = isNew ? realm.create(Thing.self, value: ["name": "\(model.made)"]) : things[generator.below(things.count)]
        let index = generator.below(model.things.count + 1)
        shelf.thingList.insert(thing, at: index)
        model.things.insert(thing.name, at: index)
        let key = "\(generator.below(900))"
        shelf.thingMap[key] = .some(thing)
        model.mapped[key] = thing.name
      }
    case 9:
      for _ in 0..<3 {
        if shelf.thingList.isEmpty { return }
        let gone = shelf.thingList[generator.below(shelf.thingList.count)]
        let name = gone.name
        realm.delete(gone)
        model.things.removeAll { $0 == name }
        for (key, value) in model.mapped where value == name { model.mapped[key] = .some(nil) }
      }
    case 10:
      let values = (0..<count).map { _ in generator.below(5000) }
      shelf.ints.insert(objectsIn: values)
      model.set.formUnion(values)
    case 11:
      for _ in 0..<min(count, 100) {
        let value = generator.below(5000)
        shelf.ints.remove(value)
        model.set.remove(value)
      }
      let index = generator.below(model.labels.count + 1)
      for offset in 0..<min(count, 300) {
        let label = Label()
        label.text = text(&generator)
        model.labels.insert(label.text, at: index + offset)
        shelf.labelList.insert(label, at: index + offset)
      }
      let start = generator.below(model.labels.count)
      let range = start..<min(model.labels.count, start + generator.pick([1, 30, 200]))
      shelf.labelList.removeSubrange(range)
      model.labels.removeSubrange(range)
    case 12:
      let values = (0..<min(count, 300)).map { _ in text(&generator) }
      shelf.texts.insert(objectsIn: values)
      model.textSet.formUnion(values)
      for value in values.prefix(generator.below(4)) {
        shelf.texts.remove(value)
        model.textSet.remove(value)
      }
    case 13:
      for _ in 0..<min(count, 200) {
        let key = text(&generator).replacingOccurrences(of: ".", with: "")
        let value = generator.below(100)
        shelf.scores[key] = value
        model.scores[key] = value
        shelf.names[key] = "\(value), a text that is longer than a slot"
        model.names[key] = "\(value), a text that is longer than a slot"
      }
    case 14:
      for key in model.scores.keys.sorted().prefix(min(count, model.scores.count)) where generator.chance(50) {
        shelf.scores.removeObject(for: key)
        model.scores[key] = nil
        shelf.names[key] = nil
        model.names[key] = nil
      }
    default:
      switch generator.below(8) {
      case 0:
        shelf.maybeInts.removeAll()
        model.ints = []
      case 1:
        shelf.maybeTexts.removeAll()
        model.texts = []
      case 2:
        shelf.thingList.removeAll()
        model.things = []
      case 3:
        shelf.texts.removeAll()
        model.textSet = []
      case 4:
        shelf.labelList.removeAll()
        model.labels = []
      default: return
      }
    }
  }

  private func check(_ shelf: Shelf, _ realm: Realm, _ model: Model, _ generator: inout SeededGenerator, _ comment: Comment) {
    #expect(Array(shelf.maybeInts) == model.ints, comment)
    #expect(Array(shelf.maybeTexts) == model.texts, comment)
    #expect(shelf.thingList.map(\.name) == model.things, comment)
    #expect(Array(shelf.labelList.map(\.text)) == model.labels, comment)
    #expect(Dictionary(uniqueKeysWithValues: shelf.thingMap.asKeyValueSequence().map { ($0.key, $0.value?.name) }) == model.mapped, comment)
    for thing in realm.objects(Thing.self).prefix(40) {
      #expect(thing.listed.count == model.things.filter { $0 == thing.name }.count, comment)
    }
    #expect(Array(shelf.ints) == model.set.sorted(), comment)
    #expect(Set(shelf.texts) == model.textSet && shelf.texts.count == model.textSet.count, comment)
    #expect(Dictionary(uniqueKeysWithValues: shelf.scores.asKeyValueSequence().map { ($0.key, $0.value) }) == model.scores, comment)
    #expect(
      shelf.names.keys.map { Array($0.utf8) } == model.names.keys.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) },
      comment)
    for _ in 0..<30 {
      if !model.ints.isEmpty {
        let index = generator.below(model.ints.count)
        #expect(shelf.maybeInts[index] == model.ints[index], comment)
        #expect(shelf.maybeInts.firstIndex(of: model.ints[index]) == model.ints.firstIndex(of: model.ints[index]), comment)
      }
      let number = generator.below(5000)
      #expect(shelf.ints.contains(number) == model.set.contains(number), comment)
      let key = text(&generator)
      #expect(shelf.texts.contains(key) == model.textSet.contains(key), comment)
      #expect(shelf.scores[key] == model.scores[key] && shelf.names[key] == model.names[key], comment)
    }
    #expect((shelf.maybeInts.max() ?? nil) == model.ints.compactMap { $0 }.max(), comment)
    #expect(shelf.ints.sum() == model.set.reduce(0, +), comment)
    #expect(realm.objects(Shelf.self).where { $0.ints.contains(17) }.count == (model.set.contains(17) ? 1 : 0), comment)
    #expect(shelf.thingList.sorted(by: \.name).map(\.name) == model.things.sorted(), comment)
    #expect(realm.objects(Thing.self).count >= Set(model.things).count, comment)
  }

  @Test("random changes, cancelled and committed, in a file that is reopened", arguments: 0..<3)
  func model(_ round: Int) throws {
    let seed = seed()
    print("large collections: seed \(seed)")
    var generator = SeededGenerator(seed: seed &+ UInt64(round))
    let folder = try TemporaryFolder()
    let configuration = folder.configuration("a.realm", CollectionsSchema.objectTypes)
    var realm = try Realm(configuration: configuration)
    try realm.write { realm.create(Shelf.self, value: ["id": 1]) }
    var model = Model()
    for step in 0..<40 {
      let shelf = try #require(realm.object(ofType: Shelf.self, forPrimaryKey: 1))
      let before = model
      realm.beginWrite()
      for _ in 0..<generator.below(4) + 1 { change(shelf, realm, &model, &generator) }
      if generator.chance(25) { check(shelf, realm, model, &generator, "in write \(step), seed \(seed)") }
      if generator.chance(25) {
        realm.cancelWrite()
        model = before
      } else {
        try realm.commitWrite()
      }
      if generator.chance(20) {
        realm = try Realm(configuration: configuration)
      }
      check(try #require(realm.object(ofType: Shelf.self, forPrimaryKey: 1)), realm, model, &generator, "after write \(step), seed \(seed)")
    }
  }

  @Test("a list that is taken apart and grows large leaves the memory of its patched cluster fit to be used again")
  func takenApart() throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.configuration("a.realm", CollectionsSchema.objectTypes))
    func text(_ number: Int) -> String { "a text that is longer than a slot, \(number)" }
    try realm.write {
      for id in 0..<60 { realm.create(Shelf.self, value: ["id": id]) }
      realm.object(ofType: Shelf.self, forPrimaryKey: 0)?.maybeTexts.append(objectsIn: (0..<20).map { text($0) })
    }
    // Each adds to the cluster's patch. The second overwrites texts that nothing refers to in the end.
    func touch(_ id: Int) throws { try realm.write { realm.object(ofType: Shelf.self, forPrimaryKey: id)?.scores["a"] = id } }
    let list = try #require(realm.object(ofType: Shelf.self, forPrimaryKey: 0)?.maybeTexts)
    try touch(1)
    try realm.write {
      for index in 0..<20 { list[index] = "a text of other bytes \(index)" }
      list.append(objectsIn: (20..<20_000).map { text($0) })
    }
    for id in 2..<6 { try touch(id) }
    #expect(Array(list) == (0..<20).map { "a text of other bytes \($0)" } + (20..<20_000).map { text($0) })
    for id in 2..<6 { #expect(realm.object(ofType: Shelf.self, forPrimaryKey: id)?.scores["a"] == id) }
  }

  @Test("a copy created inside a write has the changes so far, and the write continues")
  func copies() throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.configuration("a.realm", CollectionsSchema.objectTypes))
    let shelf = try realm.write {
      let shelf = realm.create(Shelf.self, value: ["id": 1])
      shelf.maybeInts.append(objectsIn: (0..<5000).map { $0 })
      shelf.texts.insert(objectsIn: (0..<2000).map { "text \($0), \($0 % 100 == 0 ? longLabel : "")" })
      return shelf
    }
    var expected: [Int?] = (0..<5000).map { $0 }
    let texts = Set(shelf.texts)
    realm.beginWrite()
    shelf.maybeInts.insert(nil, at: 2500)
    expected.insert(nil, at: 2500)
    shelf.texts.insert(longLabel)
    try realm.writeCopy(toFile: folder.url("copy.realm"))
    shelf.maybeInts.remove(at: 0)
    shelf.texts.insert("after the copy")
    #expect(Array(shelf.maybeInts) == Array(expected.dropFirst()))
    try realm.commitWrite()
    #expect(Array(shelf.maybeInts) == Array(expected.dropFirst()))
    #expect(Set(shelf.texts) == texts.union([longLabel, "after the copy"]))
    let copy = try Realm(configuration: folder.configuration("copy.realm", CollectionsSchema.objectTypes))
    let copied = try #require(copy.object(ofType: Shelf.self, forPrimaryKey: 1))
    #expect(Array(copied.maybeInts) == expected)
    #expect(Set(copied.texts) == texts.union([longLabel]))
  }

  @Test("a frozen list is read by several threads while it changes")
  func frozen() async throws {
    let folder = try TemporaryFolder()
    let configuration = folder.configuration("a.realm", CollectionsSchema.objectTypes)
    nonisolated(unsafe) let frozen = try {
      let realm = try Realm(configuration: configuration)
      let shelf = try realm.write {
        let shelf = realm.create(Shelf.self, value: ["id": 1])
        shelf.maybeInts.append(objectsIn: (0..<20_000).map { $0 })
        shelf.names["key"] = longLabel
        return shelf
      }
      let frozen = shelf.freeze()
      try realm.write {
        shelf.maybeInts.removeSubrange(5000..<15_000)
        shelf.names.removeAll()
      }
      #expect(shelf.maybeInts.count == 10_000)
      return frozen
    }()
    await withTaskGroup(of: Bool.self) { group in
      for start in 0..<4 {
        group.addTask {
          let list = frozen.maybeInts
          let isRight = stride(from: start * 1000, to: 20_000, by: 37).allSatisfy { list[$0] == $0 }
          return isRight && list.count == 20_000 && frozen.names["key"] == longLabel && list.reduce(0) { $0 + ($1 ?? 0) } == 199_990_000
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
