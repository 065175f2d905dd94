import AshlarStore
import Dispatch
import Foundation
import People
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

/// Loops over frozen objects lend the reference to their Realm, on threads and in tasks.
@Suite("Loops over frozen objects", .blocking)
struct FrozenLoopTests {
  private nonisolated struct Watched: @unchecked Sendable {
    weak var core: _RealmCore?
  }

  /// Frozen dogs, whose ages count from 0, in a Realm that nothing else refers to.
  private static func dogs(_ count: Int) throws -> Results<Dog> {
    let realm = try memoryRealm()
    try realm.write { for age in 0..<count { realm.create(Dog.self, value: ["d\(age)", age]) } }
    return realm.objects(Dog.self).freeze()
  }

  private static func watched(_ dogs: Results<Dog>) -> Watched { Watched(core: dogs.realm?._core) }

  /// Reads the dogs of a loop and keeps some of them. Returns them with what went wrong.
  private static func read(_ dogs: Results<Dog>, _ ages: [Int], keeping every: Int) -> (kept: [Dog], wrong: Int) {
    var (kept, wrong, position) = ([Dog](), 0, 0)
    for dog in dogs {
      if dog.age != ages[position] || dog.name != "d\(ages[position])" { wrong += 1 }
      if position % every == every - 1 { kept.append(dog) }
      position += 1
    }
    return (kept, wrong + (position == ages.count ? 0 : 1))
  }

  @Test("on a thread, by rows and by keys: each element is its row, and the Realm is released with the last", arguments: [1, 3, 1000])
  func onThread(every: Int) throws {
    try TestSupport.onThread {
      var watched = Watched()
      try Self.inScope {
        let dogs = try Self.dogs(700)
        watched = Self.watched(dogs)
        let byRows = Self.read(dogs, Array(0..<700), keeping: every)
        #expect(byRows.wrong == 0)
        let byKeys = Self.read(dogs.sorted(by: \.age, ascending: false), (0..<700).reversed(), keeping: every)
        #expect(byKeys.wrong == 0)
        let filtered = Self.read(dogs.where { $0.age >= 650 }, Array(650..<700), keeping: every)
        #expect(filtered.wrong == 0)
        for (index, dog) in byKeys.kept.enumerated() { #expect(dog.age == 700 - (index + 1) * every) }
        #expect(watched.core != nil)
      }
      #expect(watched.core == nil)
    }
  }

  // A function, so that its local variables are released when it returns.
  @inline(never) private static func inScope(_ body: () throws -> Void) rethrows { try body() }

  @Test("in a task that continues on other threads after each await, elements stay good, and the Realm is released")
  func inTask() async throws {
    var watched = Watched()
    func loop() async throws {
      let dogs = try Self.dogs(300)
      watched = Self.watched(dogs)
      var kept: [Dog] = []
      var (age, wrong) = (0, 0)
      for dog in dogs {
        if dog.age != age { wrong += 1 }
        await Task.yield()
        if dog.name != "d\(age)" { wrong += 1 }
        if age % 7 == 0 { kept.append(dog) }
        age += 1
      }
      #expect(wrong == 0 && age == 300)
      #expect(kept.map(\.age) == Array(stride(from: 0, to: 300, by: 7)))
      #expect(watched.core != nil)
    }
    try await loop()
    #expect(watched.core == nil)
  }

  @Test("elements are released on other threads while their loop continues and after it", arguments: 0..<4 as Range<UInt64>)
  func elsewhere(seed: UInt64) throws {
    try TestSupport.onThread {
      var random = SeededGenerator(seed: seed)
      for _ in 0..<20 {
        var watched = Watched()
        var sum = 0
        try Self.inScope {
          let dogs = try Self.dogs(200)
          watched = Self.watched(dogs)
          let queue = DispatchQueue(label: "releases")
          for dog in seed % 2 == 0 ? dogs : dogs.sorted(by: \.age) {
            sum += dog.age
            guard random.once(in: 8) else { continue }
            nonisolated(unsafe) let box = Unmanaged.passRetained(dog)
            queue.async { box.release() }
            if random.once(in: 2) { queue.sync {} }
          }
          queue.sync {}
        }
        #expect(sum == 19_900 && watched.core == nil, "seed \(seed)")
      }
    }
  }

  @Test("an iteration that ends on another thread leaves its loan to the element, and the next loop releases the Realm")
  func movedIteration() throws {
    nonisolated(unsafe) var iterator: RLMIterator<Dog>?
    nonisolated(unsafe) var first: Dog?
    nonisolated(unsafe) var watched = Watched()
    let made = DispatchSemaphore(value: 0)
    let moved = DispatchSemaphore(value: 0)
    let released = DispatchSemaphore(value: 0)
    let thread = Thread {
      if let dogs = try? Self.dogs(10) {
        watched = Self.watched(dogs)
        iterator = dogs.makeIterator()
        first = iterator?.next()
      }
      made.signal()
      moved.wait()
      first = nil
      released.signal()
    }
    thread.start()
    made.wait()
    // The first element has the loan of the other thread.
    #expect(iterator?.next()?.age == 1)
    #expect(first?.name == "d0")
    iterator = nil
    #expect(watched.core != nil)
    moved.signal()
    released.wait()
    for dog in try Self.dogs(1) { #expect(dog.age == 0) }
    #expect(watched.core == nil)
  }

  @Test("many threads loop over the same frozen objects, in any order")
  func shared() throws {
    nonisolated(unsafe) let dogs = try Self.dogs(2000)
    nonisolated(unsafe) let turned = dogs.sorted(by: \.age, ascending: false)
    let wrong = AtomicCount()
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      for _ in 0..<4 {
        let (kept, mistakes) =
          number % 2 == 0
          ? Self.read(dogs, Array(0..<2000), keeping: 5) : Self.read(turned, (0..<2000).reversed(), keeping: 5)
        wrong.add(mistakes + (kept.count == 400 ? 0 : 1))
      }
    }
    #expect(wrong.value == 0)
  }

  @Test("links of frozen objects lead to frozen objects, by loops and by threads")
  func links() throws {
    let realm = try memoryRealm()
    try realm.write {
      let owners = (0..<50).map {
        realm.create(Person.self, value: ["_id": ObjectId.generate(), "firstName": "p\($0)"] as [String: Any])
      }
      for age in 0..<400 { realm.create(Dog.self, value: ["d\(age)", age]).owner = age % 3 == 0 ? nil : owners[age % 50] }
    }
    nonisolated(unsafe) let dogs = realm.objects(Dog.self).freeze()
    @Sendable func wrong() -> Int {
      dogs.count { dog in
        let expected = dog.age % 3 == 0 ? nil : "p\(dog.age % 50)"
        return dog.owner?.firstName != expected || dog.owner.map { !$0.isFrozen } ?? false
      }
    }
    #expect(wrong() == 0)
    #expect(try TestSupport.onThread { wrong() } == 0)
  }
}

private final class AtomicCount: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  var value: Int { lock.withLock { count } }
  func add(_ number: Int) { lock.withLock { count += number } }
}
