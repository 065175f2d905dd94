import AshlarStore
import Shelves
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

@Suite("Reading single linking objects", .blocking)
struct LinkingObjectsReadTests {
  @Test("first, emptiness, positions and counts agree with an array, in writes, cancelled ones and frozen Realms", arguments: 0..<3)
  func model(_ round: Int) throws {
    let seed = seed() &+ UInt64(round)
    print("linking objects: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let realm = try memoryRealm(CollectionsSchema.objectTypes)
    let thing = Thing(value: ["weight": 1])
    let count = 120
    try realm.write {
      realm.add(thing)
      for id in 0..<count { realm.add(Shelf(value: ["id": id])) }
    }
    let shelves = Array(realm.objects(Shelf.self))
    // The number of links by shelf.
    var links = [Int](repeating: 0, count: count)
    func expectSame(_ comment: Comment) {
      let expected: [Int] = links.indices.flatMap { [Int](repeating: $0, count: links[$0]) }
      // Each read alone, and after another one.
      #expect(thing.listed.isEmpty == expected.isEmpty, comment)
      #expect(thing.listed.first?.id == expected.first, comment)
      #expect(thing.listed.last?.id == expected.last, comment)
      for position in [0, 1, 7, 63, 64, 90, expected.count - 1] where position >= 0 && position < expected.count {
        #expect(thing.listed[position].id == expected[position], comment)
      }
      let listed = thing.listed
      #expect(listed.isEmpty == expected.isEmpty, comment)
      #expect(listed.first?.id == expected.first, comment)
      let byPosition: [Int] = expected.indices.map { listed[$0].id }
      #expect(byPosition == expected, comment)
      let inLoop: [Int] = listed.map(\.id)
      #expect(inLoop == expected, comment)
      #expect(listed.count == expected.count, comment)
      #expect(listed.isEmpty == expected.isEmpty, comment)
    }
    for write in 0..<25 {
      let before = links
      let frozen = thing.freeze()
      realm.beginWrite()
      for _ in 0..<random.pick([1, 5, 40]) {
        let shelf = random.pick(shelves)
        if random.chance([20, 90][write / 5 % 2]), !shelf.thingList.isEmpty {
          shelf.thingList.removeLast()
          links[shelf.id] -= 1
        } else if write < 20 {
          shelf.thingList.append(thing)
          links[shelf.id] += 1
        }
        if random.once(in: 8) { expectSame("seed \(seed), in write \(write)") }
      }
      if write == 22 {
        for shelf in shelves {
          shelf.thingList.removeAll()
          links[shelf.id] = 0
        }
      }
      expectSame("seed \(seed), in write \(write)")
      #expect(frozen.listed.first?.id == before.firstIndex { $0 > 0 }, "seed \(seed)")
      #expect(frozen.listed.isEmpty == before.allSatisfy { $0 == 0 }, "seed \(seed)")
      if random.once(in: 4) {
        realm.cancelWrite()
        links = before
      } else {
        try realm.commitWrite()
      }
      expectSame("seed \(seed), after write \(write)")
    }
  }

  @Test("first, emptiness and the first positions read no more than the first links, also in a write")
  func cost() throws {
    let realm = try memoryRealm(CollectionsSchema.objectTypes)
    let thing = Thing(value: ["weight": 1])
    try realm.write {
      realm.add(thing)
      for id in 0..<2000 {
        let shelf = Shelf(value: ["id": id])
        realm.add(shelf)
        shelf.thingList.append(thing)
      }
    }
    let session = realm._core.session
    // Also returns the number of links that the read took from the index.
    func read<Value>(_ body: () -> Value) -> (value: Value, links: Int) {
      let before = session.visitedSources
      let value = body()
      return (value, session.visitedSources - before)
    }
    let reads: [(value: Int?, links: Int)] = [
      read { thing.listed.first?.id }, read { thing.listed[0].id }, read { thing.listed[63].id },
    ]
    #expect(reads.map(\.value) == [0, 0, 63])
    #expect(reads.allSatisfy { $0.links <= 64 })
    let isEmpty = read { thing.listed.isEmpty }
    #expect(!isEmpty.value)
    #expect(isEmpty.links <= 64)
    let later = read { thing.listed[64].id }
    #expect(later.value == 64)
    #expect(later.links == 2000)
    try realm.write {
      // The link that the write removed is among the first ones.
      realm.objects(Shelf.self)[0].thingList.removeAll()
      let first = read { thing.listed.first?.id }
      #expect(first.value == 1)
      #expect(first.links <= 65)
    }
  }

  @Test("counts of linking objects in a condition search the backlink index once for each block, not for each object")
  func conditions() throws {
    let realm = try memoryRealm(CollectionsSchema.objectTypes)
    let count = 3000
    try realm.write {
      let things = (0..<count).map { Thing(value: ["weight": $0]) }
      realm.add(things)
      for id in 0..<20 {
        let shelf = Shelf(value: ["id": id])
        realm.add(shelf)
        shelf.thingList.append(objectsIn: things.filter { $0.weight % (id + 2) == 0 })
      }
    }
    // The ids of the shelves that list each thing.
    let shelves: [[Int]] = (0..<count).map { weight in (0..<20).filter { weight % ($0 + 2) == 0 } }
    func weights(_ isIncluded: ([Int]) -> Bool) -> [Int] { shelves.indices.filter { isIncluded(shelves[$0]) } }
    let session = realm._core.session
    for limit in [0, 1, 3] {
      let before = session.backlinkSearches
      let found: [Int] = realm.objects(Thing.self).filter("listed.@count > %d", limit).map(\.weight)
      let expected = weights { $0.count > limit }
      #expect(found == expected)
      #expect(session.backlinkSearches - before < 100)
    }
    let sums: [Int] = realm.objects(Thing.self).filter("listed.@sum.id > 30").map(\.weight)
    let largeSums = weights { $0.reduce(0, +) > 30 }
    #expect(sums == largeSums)
    let some: [Int] = realm.objects(Thing.self).filter("SUBQUERY(listed, $s, $s.id > 9).@count > 1").map(\.weight)
    let several = weights { ids in ids.count { $0 > 9 } > 1 }
    #expect(some == several)
  }
}
