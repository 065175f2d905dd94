import Foundation
import Shelves
import Testing

@testable import Ashlar

@Suite("Loops over collections, sets and keys of maps")
struct CollectionIterationTests {
  private func shelf(_ count: Int) throws -> (Realm, Shelf) {
    let realm = try memoryRealm(CollectionsSchema.objectTypes)
    let shelf = Shelf()
    for index in 0..<count {
      let thing = Thing(value: ["weight": index])
      shelf.thingList.append(thing)
      shelf.things.insert(thing)
      shelf.maybeInts.append(index)
      shelf.ints.insert(index)
      shelf.scores["k\(index)"] = index
      shelf.thingMap["k\(index)"] = thing
    }
    try realm.write { realm.add(shelf) }
    return (realm, shelf)
  }

  @Test("every element is deleted in a loop over a list, a set, results and linking objects, inside a write")
  func deletingInside() throws {
    for kind in 0..<3 {
      let (realm, shelf) = try shelf(100)
      var seen = 0
      try realm.write {
        switch kind {
        case 0:
          for thing in shelf.thingList {
            realm.delete(thing)
            seen += 1
          }
        case 1:
          for thing in shelf.things {
            realm.delete(thing)
            seen += 1
          }
        default:
          for thing in realm.objects(Thing.self).where({ $0.weight >= 0 }) {
            realm.delete(thing)
            seen += 1
          }
        }
      }
      #expect(seen == 100)
      #expect(realm.objects(Thing.self).isEmpty)
      #expect(shelf.thingList.isEmpty)
      #expect(shelf.things.isEmpty)
      #expect(shelf.thingMap.values.allSatisfy { $0 == nil })
    }
  }

  @Test("a loop that began outside a write continues with its original elements when writes delete and add")
  func deletingOutside() throws {
    let (realm, shelf) = try shelf(50)
    var (valid, gone) = (0, 0)
    for (index, thing) in shelf.thingList.enumerated() {
      if thing.isInvalidated { gone += 1 } else { valid += 1 }
      if index == 9 {
        try realm.write {
          realm.delete(Array(shelf.thingList[20..<50]))
          shelf.thingList.append(Thing())
        }
      }
    }
    #expect(valid == 20)
    #expect(gone == 30)
  }

  @Test("values that are inserted and removed during a loop do not affect it", arguments: [false, true])
  func inserting(isManaged: Bool) throws {
    let (realm, managed) = try shelf(isManaged ? 300 : 0)
    let shelf = isManaged ? managed : Shelf()
    if !isManaged {
      shelf.maybeInts.append(objectsIn: (0..<300).map { Int?.some($0) })
      shelf.ints.insert(objectsIn: 0..<300)
    }
    try realm.write {
      var seen: [Int?] = []
      for value in shelf.maybeInts {
        seen.append(value)
        shelf.maybeInts.insert(-1, at: 0)
        if seen.count == 100 { shelf.maybeInts.removeAll() }
      }
      #expect(seen == Array(0..<300))
      var found: [Int] = []
      for value in shelf.ints {
        found.append(value)
        shelf.ints.remove(value)
        shelf.ints.insert(value + 1000)
      }
      #expect(found == Array(0..<300))
    }
  }

  @Test("a loop over a map skips removed entries and added ones, and returns current values")
  func maps() throws {
    let (realm, shelf) = try shelf(10)
    try realm.write {
      var seen: [String: Int] = [:]
      for entry in shelf.scores {
        seen[entry.key] = entry.value
        if seen.count == 3 {
          shelf.scores["k5"] = nil
          shelf.scores["k7"] = 70
          shelf.scores["new"] = 1
        }
      }
      #expect(seen == ["k0": 0, "k1": 1, "k2": 2, "k3": 3, "k4": 4, "k6": 6, "k7": 70, "k8": 8, "k9": 9])
    }
  }

  @Test("loops nest, and may end early")
  func nested() throws {
    let (_, shelf) = try shelf(20)
    var pairs = 0
    for a in shelf.maybeInts {
      if a == 10 { break }
      for b in shelf.ints where b <= 3 {
        if b == 3 { break }
        for entry in shelf.scores where entry.value == a { pairs += 1 + b * 0 }
      }
    }
    #expect(pairs == 30)
  }

  @Test("set operations accept managed and unmanaged sets, and the set itself", arguments: [(false, false), (false, true), (true, true)])
  func algebra(_ managed: (Bool, Bool)) throws {
    let realm = try memoryRealm(CollectionsSchema.objectTypes)
    realm.beginWrite()
    func set(_ values: [Int], _ isManaged: Bool, _ id: Int) -> MutableSet<Int> {
      let shelf = Shelf(value: ["id": id])
      shelf.ints.insert(objectsIn: values)
      if isManaged { realm.add(shelf, update: .modified) }
      return shelf.ints
    }
    var seed = 0
    func pair() -> (MutableSet<Int>, MutableSet<Int>) {
      seed += 2
      return (set([1, 2, 3], managed.0, seed), set([2, 3, 4], managed.1, seed + 1))
    }
    let (a, b) = pair()
    a.formUnion(b)
    #expect(Set(a) == [1, 2, 3, 4])
    #expect(managed.0 != managed.1 || b.isSubset(of: a))
    let (c, d) = pair()
    c.formIntersection(d)
    #expect(Set(c) == [2, 3])
    #expect(c.isSubset(of: d))
    let (e, f) = pair()
    e.subtract(f)
    #expect(Set(e) == [1])
    #expect(!e.intersects(f))
    #expect(!e.isSubset(of: f))
    let (g, h) = pair()
    #expect(g.intersects(h))
    g.formUnion(g)
    g.formIntersection(g)
    #expect(Set(g) == [1, 2, 3])
    #expect(g.isSubset(of: g))
    #expect(g.intersects(g))
    g.subtract(g)
    #expect(g.isEmpty)
    #expect(g.isSubset(of: h) || managed.0 != managed.1)
    #expect(!g.intersects(g))
    realm.cancelWrite()
  }

  @Test("values of any type are in one order in a set, and equal numbers are one element, managed and not", arguments: [false, true])
  func anySet(isManaged: Bool) throws {
    let anything = Anything()
    let realm = try valueRealm()
    realm.beginWrite()
    if isManaged { realm.add(anything) }
    let one = Decimal128(1)
    anything.set.insert(objectsIn: [
      .int(1), .double(1), .decimal128(one), .bool(true), .string("1"), .data(Data("1".utf8)), .none, .float(1),
    ])
    #expect(anything.set.count == 5)
    #expect(anything.set.contains(.decimal128(one)))
    #expect(anything.set.contains(.bool(true)))
    if isManaged { #expect(Array(anything.set) == [.none, .bool(true), .int(1), .string("1"), .data(Data("1".utf8))]) }
    anything.set.remove(.double(1))
    #expect(!anything.set.contains(.int(1)))
    realm.cancelWrite()
  }

  @Test("a map has keys of every permitted form, in the order of their bytes")
  func keys() throws {
    let (realm, shelf) = try shelf(0)
    let keys = ["", "a$", "a", "é", "e\u{301}", "日本", "🦆", String(repeating: "long ", count: 300), "A b"]
    try realm.write { for (index, key) in keys.enumerated() { shelf.scores[key] = index } }
    #expect(shelf.scores.count == keys.count)
    for (index, key) in keys.enumerated() { #expect(shelf.scores[key] == index) }
    #expect(shelf.scores.keys.map { Array($0.utf8) } == keys.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(shelf.scores["a.b"] == nil)
    #expect(shelf.scores["$a"] == nil)
  }

  @Test("a key with the value nil differs from a missing key", arguments: [false, true])
  func nilValues(isManaged: Bool) throws {
    let (realm, managed) = try shelf(0)
    let shelf = isManaged ? managed : Shelf()
    try realm.write {
      shelf.maybeScores["a"] = .some(nil)
      shelf.maybeScores.updateValue(nil, forKey: "b")
      shelf.maybeScores["c"] = 3
      #expect(shelf.maybeScores.count == 3)
      #expect(shelf.maybeScores["a"] == .some(nil))
      #expect(shelf.maybeScores["z"] == .none)
      shelf.maybeScores["c"] = nil
      shelf.maybeScores["b"] = nil
      #expect(shelf.maybeScores.keys as [String] == ["a"])
    }
  }

  @Test("deleting an object leaves nil in maps, and removes it from lists and sets")
  func deletedTarget() throws {
    let (realm, shelf) = try shelf(3)
    try realm.write { realm.delete(shelf.thingList[1]) }
    #expect(shelf.thingMap.keys == ["k0", "k1", "k2"])
    #expect(shelf.thingMap["k1"] == .some(nil))
    #expect(shelf.thingMap.values.map { $0?.weight } == [0, nil, 2])
    #expect(Array(shelf.thingList.map(\.weight)) == [0, 2])
    #expect(shelf.things.count == 2)
    #expect(shelf.thingMap.sorted(byKeyPath: "weight").count == 2)
  }
}
