import Foundation
import Kinds
import AshlarStore
import Testing
import TestSupport

@testable import Ashlar

@Suite("Loops over short lists")
struct ShortListTests {
  private func stored(_ ints: [Int]) throws -> (Realm, Lists) {
    let realm = try memoryRealm(KindsSchema.objectTypes)
    let object = Lists()
    object.ints.append(objectsIn: ints)
    try realm.write { realm.add(object) }
    return (realm, object)
  }

  @Test("a loop gives every element, up to the size that is copied and above it", arguments: 0...20)
  func sizes(_ count: Int) throws {
    let realm = try memoryRealm(KindsSchema.objectTypes)
    let object = Lists()
    object.ints.append(objectsIn: 0..<count)
    object.int8s.append(objectsIn: (0..<count * 5).map { Int8($0) })
    object.doubles.append(objectsIn: (0..<count).map { Double($0) / 4 })
    object.strings.append(objectsIn: (0..<count).map { "text \($0)" })
    try realm.write { realm.add(object) }
    for _ in 0..<2 {
      #expect(object.ints.map { $0 } == Array(0..<count))
      #expect(object.int8s.map { $0 } == (0..<count * 5).map { (index: Int) -> Int8 in Int8(index) })
      #expect(object.doubles.map { $0 } == (0..<count).map { (index: Int) -> Double in Double(index) / 4 })
      #expect(object.strings.map { $0 } == (0..<count).map { "text \($0)" })
    }
  }

  @Test("a loop continues over the elements from its beginning, and the next one has the change")
  func changes() throws {
    let (realm, object) = try stored([1, 2, 3])
    var seen: [Int] = []
    try realm.write {
      for number in object.ints {
        object.ints[2] = 30
        object.ints.insert(number * 100, at: 0)
        seen.append(number)
      }
    }
    #expect(seen == [1, 2, 3])
    #expect(object.ints.map { $0 } == [300, 200, 100, 30, 30, 30])
  }

  @Test("a loop continues after its row was deleted")
  func deletion() throws {
    let (realm, object) = try stored([1, 2, 3])
    var iterator = object.ints.makeIterator()
    #expect(iterator.next() == 1)
    try realm.write { realm.delete(object) }
    #expect(iterator.next() == 2)
    #expect(iterator.next() == 3)
    #expect(iterator.next() == nil)
  }

  @Test("loops over one list inside one another each have their own position")
  func nested() throws {
    let (realm, object) = try stored([1, 2, 3])
    var sums: [Int] = []
    for outer in object.ints { for inner in object.ints { sums.append(outer * 10 + inner) } }
    #expect(sums == [11, 12, 13, 21, 22, 23, 31, 32, 33])
    // One that began before a change beside one that began after it.
    var before = object.ints.makeIterator()
    try realm.write { object.ints[1] = 20 }
    var after = object.ints.makeIterator()
    for (old, new) in [(1, 1), (2, 20), (3, 3)] {
      #expect(before.next() == old)
      #expect(after.next() == new)
    }
  }

  @Test("an iterator needs neither the list nor its object")
  func outlives() throws {
    let (realm, _) = try stored([4, 5, 6])
    func iterator() -> _ListIterator<Int>? { realm.objects(Lists.self).first?.ints.makeIterator() }
    var kept = try #require(iterator())
    // What takes the memory of the list, if it was let go of.
    let others = realm.objects(Lists.self).map { Array($0.ints.map { $0 + 1 }) }
    #expect(others.map { $0 } == [[5, 6, 7]])
    #expect([kept.next(), kept.next(), kept.next(), kept.next()] == [4, 5, 6, nil])
  }

  @Test("several threads loop over one frozen list")
  func frozen() throws {
    let (_, object) = try stored([1, 2, 3])
    nonisolated(unsafe) let list = object.ints.freeze()
    let wrong = Guarded(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<200 where list.map({ $0 }) != [1, 2, 3] { wrong.withLock { $0 += 1 } }
    }
    #expect(wrong.withLock { $0 } == 0)
  }

  @Test("the collections of an object stay the same instances, however many are asked for")
  func instances() throws {
    let (realm, object) = try stored([1, 2, 3])
    let found = try #require(realm.objects(Lists.self).first)
    let ints = found.ints
    #expect(found.ints === ints)
    let (strings, bools) = (found.strings, found.bools)
    #expect(found.ints === ints)
    #expect(found.strings === strings)
    #expect(found.bools === bools)
    #expect(found.ints == object.ints)
  }

  @Test("the list of a loop's element keeps the Realm, and the object releases it")
  func lifetimes() throws {
    weak var core: _RealmCore?
    weak var lost: List<Int>?
    try {
      var kept: List<Int>?
      try {
        let (realm, _) = try stored([1, 2, 3])
        core = realm._core
        for object in realm.objects(Lists.self) { kept = object.ints }
        for object in realm.objects(Lists.self) { lost = object.ints }
      }()
      #expect(kept?.map { $0 } == [1, 2, 3])
      #expect(core != nil)
      #expect(lost == nil)
    }()
    #expect(core == nil)
  }
}
