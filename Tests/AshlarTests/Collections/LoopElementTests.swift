import Ashlar
import Dispatch
import Foundation
import Kinds
import People
import Testing
import TestSupport
import TestTraits

/// Elements of a loop are lent the loop's reference to their Realm; what outlives its turn has to have one of its own.
///
/// On the main actor: loops lend where a thread alone is where the Realm belongs, and not in tasks.
@MainActor
@Suite("Elements that outlive their loop", .blocking)
struct LoopElementTests {
  /// A Realm with that many dogs, whose ages count from 0.
  private func dogs(_ count: Int) throws -> Realm {
    let realm = try Realm(configuration: memory(UUID().uuidString))
    try realm.write { for age in 0..<count { realm.create(Dog.self, value: ["d\(age)", age]) } }
    return realm
  }

  /// What `body` makes of a Realm that nothing else refers to, and the Realm instance as long as something does.
  private func alone<Value>(_ count: Int, _ body: (Realm) throws -> Value) throws -> (Value, Watched) {
    let realm = try dogs(count)
    return (try body(realm), Watched(realm))
  }

  private nonisolated struct Watched {
    weak var core: _RealmCore?
    init(_ realm: Realm) { core = realm._core }
  }

  @Test("a loop that keeps nothing keeps no Realm open", arguments: [0, 1, 64, 65, 700])
  func nothingKept(count: Int) throws {
    let (sum, watched) = try alone(count) { realm in
      var sum = 0
      for dog in realm.objects(Dog.self) { sum += dog.age }
      return sum
    }
    #expect(sum == count * (count - 1) / 2 && watched.core == nil)
  }

  @Test("elements that were kept read their own rows and keep their Realm open, whichever they are", arguments: 0..<8)
  func kept(pattern: Int) throws {
    var (dogs, watched) = try alone(130) { realm in
      var kept: [Dog] = []
      for dog in realm.objects(Dog.self) where (dog.age + pattern) % (pattern + 1) == 0 { kept.append(dog) }
      return kept
    }
    #expect(watched.core != nil)
    let ages = (0..<130).filter { ($0 + pattern) % (pattern + 1) == 0 }
    #expect(dogs.map(\.age) == ages && dogs.map(\.name) == ages.map { "d\($0)" })
    let last = dogs.removeLast()
    dogs = []
    #expect(watched.core != nil && last.age == ages.last)
    withExtendedLifetime(last) {}
  }

  @Test("an element taken out of a loop that ends early is good")
  func early() throws {
    var (found, watched) = try alone(10) { realm -> Dog? in
      for dog in realm.objects(Dog.self) where dog.age == 3 { return dog }
      return nil
    }
    #expect(found?.name == "d3" && found?.realm != nil && watched.core != nil)
    found = nil
    #expect(watched.core == nil)
  }

  @Test("of two elements of one iterator each is its own row, also when the iterator was copied")
  func iterators() throws {
    let (dogs, watched) = try alone(10) { realm in
      var first = realm.objects(Dog.self).makeIterator()
      let a = first.next()
      var second = first
      let b = second.next()
      let c = first.next()
      return [a, b, c].compactMap { $0 }
    }
    #expect(dogs.map(\.age) == [0, 1, 1] && watched.core != nil)
    withExtendedLifetime(dogs) {}
  }

  @Test("loops in loops do not disturb one another")
  func nested() throws {
    let (pairs, watched) = try alone(12) { realm in
      var pairs = 0
      for dog in realm.objects(Dog.self) {
        for other in realm.objects(Dog.self) where other.age < dog.age { pairs += 1 }
        #expect(dog.name == "d\(dog.age)")
      }
      return pairs
    }
    #expect(pairs == 66 && watched.core == nil)
  }

  @Test("collections that are read in a loop stay good after it")
  func collections() throws {
    let realm = try Realm(configuration: memory(UUID().uuidString))
    try realm.write {
      for number in 0..<3 {
        let person = realm.create(Person.self, value: ["name": "p\(number)"])
        person.scores.append(number)
      }
    }
    var lists: [List<Int>] = []
    for person in realm.objects(Person.self) { lists.append(person.scores) }
    #expect(lists.map { Array($0) } == [[0], [1], [2]])
  }

  @Test("an element may be released on another thread, during its loop and after it")
  func elsewhere() throws {
    let seed: UInt64 = 20_261_121
    var random = SeededGenerator(seed: seed)
    for round in 0..<40 {
      let (sum, watched) = try alone(200) { realm in
        let queue = DispatchQueue(label: "releases")
        var sum = 0
        for dog in realm.objects(Dog.self) {
          sum += dog.age
          guard Int.random(in: 0..<8, using: &random) == 0 else { continue }
          // One reference moves to the queue, which lets go of it now or later.
          nonisolated(unsafe) let box = Unmanaged.passRetained(dog)
          queue.async { box.release() }
          if Bool.random(using: &random) { queue.sync {} }
        }
        queue.sync {}
        return sum
      }
      #expect(sum == 19_900 && watched.core == nil, "seed \(seed), round \(round)")
    }
  }

  @Test("loops that follow one another do not disturb elements that earlier ones left behind", arguments: 0..<8 as Range<UInt64>)
  func loopAfterLoop(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (wrong, watched) = try alone(100) { realm in
      let queue = DispatchQueue(label: "releases")
      var kept: [(dog: Dog, age: Int)] = []
      var wrong = 0
      for _ in 0..<200 {
        let first = Int.random(in: 0..<100, using: &random)
        let most = Int.random(in: 0..<12, using: &random)
        var age = first
        for dog in realm.objects(Dog.self).where({ $0.age >= first }) {
          if dog.age != age { wrong += 1 }
          if Int.random(in: 0..<10, using: &random) == 0 { kept.append((dog, age)) }
          if !kept.isEmpty, Int.random(in: 0..<10, using: &random) == 0 {
            let index = Int.random(in: 0..<kept.count, using: &random)
            let (dog, age) = kept.remove(at: index)
            if dog.age != age { wrong += 1 }
            if Bool.random(using: &random) {
              nonisolated(unsafe) let box = Unmanaged.passRetained(dog)
              queue.async { box.release() }
            }
          }
          age += 1
          if age - first > most { break }
        }
      }
      wrong += kept.count { $0.dog.age != $0.age || $0.dog.name != "d\($0.age)" }
      queue.sync {}
      return wrong
    }
    #expect(wrong == 0 && watched.core == nil, "seed \(seed)")
  }

  @Test("elements of frozen results keep their frozen Realm")
  func frozen() throws {
    let (dogs, watched) = try alone(70) { realm in
      var kept: [Dog] = []
      for dog in realm.objects(Dog.self).freeze() where dog.age % 7 == 0 { kept.append(dog) }
      return kept
    }
    #expect(dogs.map(\.age) == Array(stride(from: 0, to: 70, by: 7)))
    #expect(watched.core == nil, "the live one is not needed")
  }
}
