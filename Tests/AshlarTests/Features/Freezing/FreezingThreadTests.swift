import Ashlar
import Atlas
import Foundation
import People
import AshlarStore
import Synchronization
import Testing
import TestSupport
import TestTraits

/// Clean under `swift test --sanitize=thread --filter FreezingThreadTests`.
@Suite("Frozen objects on several threads", .blocking, .serialized)
struct FreezingThreadTests {
  private func fill(_ realm: Realm, people: Int) throws {
    try realm.write {
      var before: Person?
      for index in 0..<people {
        let person = realm.create(Person.self, value: ["firstName": "first name of \(index)", "lastName": "n\(index % 5)"])
        if index % 10 == 0 { person.nickname = String(repeating: "n", count: 700 + index) }
        person.tags.append(objectsIn: ["tag \(index)", "a tag that is too long for its slot \(index)"])
        if let before { person.friends.append(before) }
        person.home = Address(value: ["street": "street", "city": "city \(index % 3)"])
        realm.create(Dog.self, value: ["name": "dog \(index)", "age": index, "owner": person])
        before = person
      }
    }
  }

  // Everything that is read in a different way, as one number.
  private static func digest(_ people: Results<Person>) -> Int {
    var sum = 0
    for person in people {
      sum &+= person.firstName.utf8.count &+ (person.nickname?.utf8.count ?? 0) &+ person.tags.count &+ (person.tags.last?.utf8.count ?? 0)
      sum &+= (person.friends.first?.firstName.utf8.count ?? 0) &+ (person.home?.city.utf8.count ?? 0)
      sum &+= person.dogs.reduce(0) { $0 &+ $1.age }
    }
    sum &+= people.where { $0.lastName == "n3" }.count &* 3
    sum &+= people.sorted(byKeyPath: "firstName").where { $0.home.city == "city 1" }.count &* 5
    return sum
  }

  @Test("one frozen version is read by many threads at once while another writes")
  func shared() throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.configuration())
    try fill(realm, people: 700)
    nonisolated(unsafe) let frozen = realm.freeze()
    let expected = Self.digest(realm.objects(Person.self))
    // Results and an object that the threads share.
    nonisolated(unsafe) let results = frozen.objects(Person.self).where { $0.firstName.starts(with: "first") }
    nonisolated(unsafe) let person = try #require(frozen.objects(Person.self).last)
    let key = person._id
    let isDone = Atomic(false)
    let configuration = folder.configuration()
    let writer = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      do {
        let realm = try Realm(configuration: configuration)
        while !isDone.load(ordering: .relaxed) {
          try realm.write {
            for person in realm.objects(Person.self).prefix(20) { person.firstName = "changed \(UInt8.random(in: .min ... .max))" }
            if let dog = realm.objects(Dog.self).first { realm.delete(dog) }
          }
        }
      } catch {
        Issue.record(error)
      }
      writer.signal()
    }
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 6) { number in
      for _ in 0..<3 {
        if Self.digest(frozen.objects(Person.self)) != expected { wrong.add(1, ordering: .relaxed) }
        if results.count != 700 || results[699] != person { wrong.add(1, ordering: .relaxed) }
        if person.tags.count != 2 || person.dogs.count != 1 || person.friends[0].isFrozen == false { wrong.add(1, ordering: .relaxed) }
        if frozen.object(ofType: Person.self, forPrimaryKey: key) != person { wrong.add(1, ordering: .relaxed) }
        if person.description.isEmpty || (frozen.objects(Dog.self).sum(ofProperty: "age") as Int) != 700 * 699 / 2 {
          wrong.add(1, ordering: .relaxed)
        }
      }
    }
    isDone.store(true, ordering: .relaxed)
    writer.wait()
    #expect(wrong.load(ordering: .relaxed) == 0)
    realm.refresh()
    #expect(person.thaw()?.firstName == person.firstName && realm.objects(Dog.self).count < 700)
  }

  @Test("clusters and changes beside them that nobody has looked at yet are looked up by several threads at once")
  func untouched() throws {
    let folder = try TemporaryFolder()
    let configuration = folder.configuration()
    let count = 20_000
    try onThread {
      let realm = try Realm(configuration: configuration)
      try realm.write {
        for age in 0..<count { realm.create(Dog.self, value: ["name": "a dog with a name that is long \(age)", "age": age]) }
      }
      // Small changes, which are stored beside their clusters.
      for start in 0..<4 {
        try realm.write { for age in stride(from: start * 900, to: count, by: 3000) { realm.objects(Dog.self)[age].name = "changed" } }
      }
    }
    let realm = try Realm(configuration: configuration)
    nonisolated(unsafe) let frozen = realm.freeze()
    let ready = Atomic(0)
    let wrong = Atomic(0)
    let done = DispatchGroup()
    for number in 0..<4 {
      done.enter()
      Thread.detachNewThread {
        var random = SeededGenerator(seed: UInt64(number))
        let dogs = frozen.objects(Dog.self)
        ready.add(1, ordering: .sequentiallyConsistent)
        while ready.load(ordering: .sequentiallyConsistent) < 4 {}
        for _ in 0..<2000 {
          let index = random.below(count)
          if dogs[index].age != index { wrong.add(1, ordering: .relaxed) }
        }
        if dogs.where({ $0.name == "changed" }).count != 27 { wrong.add(1, ordering: .relaxed) }
        done.leave()
      }
    }
    done.wait()
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(realm.objects(Dog.self).where { $0.name == "changed" }.count == 27)
  }

  @Test("a condition through a link that several results share is evaluated by several threads at once")
  func sharedConditions() throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.configuration())
    try fill(realm, people: 600)
    let wrong = Atomic(0)
    for _ in 0..<10 {
      nonisolated(unsafe) let dogs = realm.freeze().objects(Dog.self).where { $0.owner.lastName == "n1" }
      DispatchQueue.concurrentPerform(iterations: 4) { number in
        if number == 0, dogs.count != 120 { wrong.add(1, ordering: .relaxed) }
        // Results with a further condition use the first one as it is bound to the columns already.
        if dogs.where({ $0.age < 300 }).count != 60 { wrong.add(1, ordering: .relaxed) }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test("the live Realm reads and writes while other threads read frozen versions")
  func liveBeside() throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.configuration())
    try fill(realm, people: 300)
    let wrong = Atomic(0)
    let group = DispatchGroup()
    for round in 0..<20 {
      nonisolated(unsafe) let frozen = realm.freeze()
      let names = Array(realm.objects(Person.self).map(\.firstName))
      for _ in 0..<2 {
        DispatchQueue.global().async(group: group) {
          if Array(frozen.objects(Person.self).map(\.firstName)) != names { wrong.add(1, ordering: .relaxed) }
        }
      }
      // Beside their reading: of the same snapshot, and of later ones.
      #expect(realm.objects(Person.self).where { $0.lastName == "n1" }.count == 60)
      try realm.write {
        for person in realm.objects(Person.self).prefix(30) { person.firstName = "round \(round), and longer than a slot has room for" }
      }
    }
    group.wait()
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test("threads that freeze the same version at once get the same Realm, and the last to let go of it may be any")
  func freezing() throws {
    let folder = try TemporaryFolder()
    let configuration = folder.configuration()
    let realm = try Realm(configuration: configuration)
    try fill(realm, people: 20)
    let frozen = Guarded<[ObjectIdentifier]>([])
    nonisolated(unsafe) var held: [Realm] = []
    DispatchQueue.concurrentPerform(iterations: 6) { _ in
      do {
        let own = try Realm(configuration: configuration).freeze()
        for _ in 0..<20 { _ = own.objects(Person.self)[3].freeze().firstName }
        frozen.withLock {
          $0.append(ObjectIdentifier(own._core))
          held.append(own)
        }
      } catch {
        Issue.record(error)
      }
    }
    #expect(frozen.withLock { Set($0).count } == 1)
    let core = ObjectIdentifier(realm.freeze()._core)
    #expect(frozen.withLock { $0.first } == core)
    held = []
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<30 {
        do {
          let own = try Realm(configuration: configuration)
          _ = own.freeze().objects(Dog.self).count
        } catch {
          Issue.record(error)
        }
      }
    }
  }

  @Test("values of any type with collections in them, sets and maps are read by many threads at once")
  func values() throws {
    let realm = try Realm(configuration: memory(UUID().uuidString, [Place.self, Landmark.self, CoordinateStorage.self]))
    try realm.write {
      for index in 0..<50 {
        let place = Place()
        place.tags.insert(objectsIn: ["a", "b", "c"])
        place.scores["k"] = index
        place.anything = .fromArray([.int(index), .fromDictionary(["a": .string("x"), "b": .fromArray([.int(1), .int(2)])])])
        place.several.append(.fromArray([.bool(true)]))
        realm.add(place)
      }
    }
    nonisolated(unsafe) let place = realm.objects(Place.self)[7].freeze()
    nonisolated(unsafe) let list = try #require(place.anything.listValue)
    nonisolated(unsafe) let places = realm.objects(Place.self).freeze()
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 6) { _ in
      for _ in 0..<10 {
        if list[1].dictionaryValue?["b"]?.listValue?.count != 2 || list.count != 2 { wrong.add(1, ordering: .relaxed) }
        if place.tags.contains("b") == false || place.scores["k"] != 7 { wrong.add(1, ordering: .relaxed) }
        let sum = places.reduce(0) { $0 + ($1.scores["k"] ?? 0) + ($1.several[0].listValue?.count ?? 0) }
        if sum != 50 * 49 / 2 + 50 { wrong.add(1, ordering: .relaxed) }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }
}
