import Ashlar
import Foundation
import Shelves
import TestSupport
import TestTraits
import Testing

/// What a shelf's collections have, by the objects' weights.
private struct Content: Equatable {
  var list: [Int]
  var set: Set<Int>
  var map: [String: Int?]

  init(_ shelf: Shelf) {
    list = shelf.thingList.map(\.weight)
    set = Set(shelf.things.map(\.weight))
    map = [:]
    for entry in shelf.thingMap { map.updateValue(entry.value?.weight, forKey: entry.key) }
  }

  func without(_ gone: Set<Int>) -> Content {
    var rest = self
    rest.list.removeAll { gone.contains($0) }
    rest.set.subtract(gone)
    for (key, weight) in map {
      if let weight, gone.contains(weight) { rest.map.updateValue(nil, forKey: key) }
    }
    return rest
  }
}

@Suite("Deleting many objects of collections", .blocking)
struct BatchDeleteTests {
  @Test("collections have the elements that they would have if each object were deleted alone", arguments: [31 as UInt64, 32, 33, 34])
  func model(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let configuration = folder.configuration("data.realm", CollectionsSchema.objectTypes)
    let realm = try Realm(configuration: configuration)
    // From lists in one piece to such in many segments.
    let size = [10, 500, 5000, 20_000][Int(seed) % 4]
    let things = (0..<size).map { Thing(value: ["weight": $0]) }
    try realm.write {
      for id in 0..<3 {
        let shelf = Shelf(value: ["id": id])
        realm.add(shelf)
        shelf.thingList.append(objectsIn: (0..<size).map { _ in random.pick(things) })
        shelf.things.insert(objectsIn: (0..<size / 2).map { _ in random.pick(things) })
        for index in 0..<min(size, 300) { shelf.thingMap["k\(index)"] = random.chance(80) ? random.pick(things) : .some(nil) }
      }
      for thing in things where thing.realm == nil { realm.add(thing) }
    }
    let shelves = realm.objects(Shelf.self)
    for round in 0..<4 {
      realm.beginWrite()
      // A list that the same write has changed, too.
      if round == 2 { shelves[0].thingList.append(objectsIn: things.filter { !$0.isInvalidated }.prefix(5)) }
      var gone: Set<Int> = Set(shelves[0].thingList.prefix(3).map(\.weight))
      for thing in things where !thing.isInvalidated && random.chance(20) { gone.insert(thing.weight) }
      let wanted: [Content] = shelves.map { Content($0).without(gone) }
      if round % 2 == 0 {
        realm.delete(things.filter { !$0.isInvalidated && gone.contains($0.weight) })
      } else {
        let stored = Array(realm.objects(Thing.self))
        realm.delete(stored.filter { gone.contains($0.weight) })
      }
      let found: [Content] = shelves.map { Content($0) }
      #expect(found == wanted, "seed \(seed), round \(round)")
      try realm.commitWrite()
      for thing in realm.objects(Thing.self).prefix(20) {
        let wanted = shelves.map { shelf in shelf.thingList.filter { $0.weight == thing.weight }.count }.reduce(0, +)
        #expect(thing.listed.count == wanted, "seed \(seed), round \(round)")
      }
    }
  }

  @Test("a list that is deleted from itself is empty, and so is the table")
  func wholeList() throws {
    let realm = try memoryRealm(CollectionsSchema.objectTypes)
    let shelf = Shelf()
    try realm.write {
      realm.add(shelf)
      shelf.thingList.append(objectsIn: (0..<3000).map { Thing(value: ["weight": $0]) })
      shelf.thingList.append(objectsIn: shelf.thingList)
    }
    try realm.write { realm.delete(shelf.thingList) }
    #expect(shelf.thingList.isEmpty)
    #expect(realm.objects(Thing.self).isEmpty)
  }
}
