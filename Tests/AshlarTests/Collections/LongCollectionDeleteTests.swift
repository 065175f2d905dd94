import Ashlar
import Shelves
import Testing
import TestSupport
import TestTraits

@Suite("Deleting single objects of long collections", .blocking)
struct LongCollectionDeleteTests {
  /// The weights of the objects in a shelf's collections; nil for null.
  private struct Content: Equatable {
    var list: [Int]
    var set: Set<Int>
    var map: [String: Int?] = [:]

    init(_ shelf: Shelf) {
      list = shelf.thingList.map(\.weight)
      set = Set(shelf.things.map(\.weight))
      for entry in shelf.thingMap { map.updateValue(entry.value?.weight, forKey: entry.key) }
    }

    mutating func remove(_ gone: Int) {
      list.removeAll { $0 == gone }
      set.remove(gone)
      for (key, weight) in map where weight == gone { map.updateValue(nil, forKey: key) }
    }
  }

  @Test("leaves what it leaves of arrays, in writes, cancelled ones, frozen Realms and loops", arguments: 0..<3)
  func model(_ round: Int) throws {
    let seed = seed() &+ UInt64(round)
    print("long collections: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.configuration("data.realm", CollectionsSchema.objectTypes))
    let size = 6000
    let things = (0..<size).map { Thing(value: ["weight": $0]) }
    let shelf = Shelf(value: ["id": 0])
    try realm.write {
      realm.add(shelf)
      // In the order of the objects, at random, and with repetitions.
      let listed: [Thing] = round == 0 ? things : round == 1 ? things.shuffled(using: &random) : (0..<size).map { _ in random.pick(things) }
      shelf.thingList.append(objectsIn: listed)
      shelf.things.insert(objectsIn: things.filter { _ in random.chance(70) })
      for index in 0..<1500 { shelf.thingMap["k\(index)"] = random.chance(80) ? random.pick(things) : .some(nil) }
      for thing in things where thing.realm == nil { realm.add(thing) }
    }
    var model = Content(shelf)
    var left = Set(0..<size)
    for write in 0..<6 {
      let before = (model, left)
      let frozen = realm.freeze().objects(Shelf.self)
      realm.beginWrite()
      if write == 3 {
        // A list that the same write has changed.
        let some = try #require(shelf.thingList.first)
        shelf.thingList.insert(some, at: shelf.thingList.count / 2)
        model.list.insert(some.weight, at: model.list.count / 2)
      }
      if write == 4 {
        for thing in realm.objects(Thing.self) where thing.weight % 97 == 5 {
          model.remove(thing.weight)
          left.remove(thing.weight)
          realm.delete(thing)
        }
      } else {
        for index in 0..<25 {
          // Neighbors in the list, and any others.
          let listed = index % 2 == 0 ? model.list.dropFirst(1000).first : nil
          guard let weight = listed ?? left.sorted().randomElement(using: &random) else { continue }
          let thing = try #require(realm.objects(Thing.self).where { $0.weight == weight }.first)
          model.remove(weight)
          left.remove(weight)
          realm.delete(thing)
        }
      }
      #expect(Content(shelf) == model, "seed \(seed), in write \(write)")
      #expect(frozen.first.map { Content($0) } == before.0, "seed \(seed), frozen before write \(write)")
      if write == 2 {
        realm.cancelWrite()
        (model, left) = before
      } else {
        try realm.commitWrite()
      }
      #expect(Content(shelf) == model, "seed \(seed), after write \(write)")
      #expect(Set(realm.objects(Thing.self).map(\.weight)) == left, "seed \(seed), after write \(write)")
      for thing in realm.objects(Thing.self).prefix(30) {
        #expect(thing.listed.count == model.list.filter { $0 == thing.weight }.count, "seed \(seed), after write \(write)")
      }
    }
  }
}
