import Ashlar
import Dispatch
import Foundation
import Kinds
import People
import Testing
import TestSupport
import TestTraits

@Suite("Several threads", .blocking)
struct ThreadTests {
  @Test("opening again in one place gives the same Realm, elsewhere another")
  func instances() throws {
    let name = UUID().uuidString
    let realm = try Realm(configuration: memory(name))
    #expect(try Realm(configuration: memory(name)) == realm)
    #expect(try Realm(configuration: memory(UUID().uuidString)) != realm)
    let id = ObjectIdentifier(realm._core)
    #expect(try onThread { ObjectIdentifier(try Realm(configuration: memory(name))._core) != id })
  }

  @Test("a Realm sees another thread's commit when it is refreshed, not before")
  func isolation() throws {
    let name = UUID().uuidString
    let realm = try Realm(configuration: memory(name))
    let dog = try realm.write { realm.create(Dog.self, value: ["Rex", 1]) }
    let dogs = realm.objects(Dog.self).where { $0.age >= 1 }
    #expect(dogs.count == 1 && !realm.refresh())
    try onThread {
      let realm = try Realm(configuration: memory(name))
      try realm.write {
        realm.objects(Dog.self).first?.age = 2
        realm.create(Dog.self, value: ["Bo", 9])
      }
    }
    #expect(dog.age == 1 && dogs.count == 1 && realm.objects(Dog.self).count == 1)
    #expect(realm.refresh() && !realm.refresh())
    #expect(dog.age == 2 && dogs.map(\.name) == ["Rex", "Bo"])
    try onThread {
      let realm = try Realm(configuration: memory(name))
      try realm.write { realm.delete(realm.objects(Dog.self)) }
    }
    #expect(!dog.isInvalidated && dogs.count == 2)
    realm.beginWrite()
    #expect(dog.isInvalidated && dogs.isEmpty, "beginning a write advances")
    realm.cancelWrite()
  }

  @Test("a loop begun before a refresh covers what was there")
  func iteration() throws {
    let name = UUID().uuidString
    let realm = try Realm(configuration: memory(name))
    try realm.write { for age in 0..<300 { realm.create(Dog.self, value: ["d", age]) } }
    var (live, gone) = (0, 0)
    for (index, dog) in realm.objects(Dog.self).enumerated() {
      if index == 10 {
        try onThread {
          let realm = try Realm(configuration: memory(name))
          try realm.write {
            realm.delete(realm.objects(Dog.self).where { $0.age >= 200 })
            realm.create(Dog.self, value: ["new", 1000])
          }
        }
        realm.refresh()
      }
      if dog.isInvalidated { gone += 1 } else { live += 1 }
    }
    #expect(live == 200 && gone == 100 && realm.objects(Dog.self).count == 201)
  }

  @Test("invalidate lets the next read see the newest version")
  func invalidated() throws {
    let name = UUID().uuidString
    let realm = try Realm(configuration: memory(name))
    #expect(realm.objects(Dog.self).isEmpty)
    try onThread {
      let realm = try Realm(configuration: memory(name))
      try realm.write { _ = realm.create(Dog.self) }
    }
    realm.invalidate()
    #expect(realm.objects(Dog.self).count == 1)
  }

  @Test("writers on several threads take turns, and readers see whole transactions only", arguments: [false, true])
  func writers(_ inMemory: Bool) throws {
    let folder = try TemporaryFolder()
    let configuration = inMemory ? memory() : folder.configuration()
    let realm = try Realm(configuration: configuration)
    try realm.write { for key in 0..<2 { realm.create(SmallKey.self, value: [key, 1000]) } }
    let group = DispatchGroup()
    let failures = Failures()
    for number in 0..<4 {
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        do {
          var generator = SeededGenerator(seed: UInt64(number))
          let realm = try Realm(configuration: configuration)
          for _ in 0..<100 {
            if number < 3 {
              try realm.write {
                let amount = generator.below(10)
                let accounts = realm.objects(SmallKey.self)
                accounts[0].value -= amount
                accounts[1].value += amount
                realm.create(Dog.self, value: ["d", amount])
              }
            } else {
              realm.refresh()
            }
            let sum: Int = realm.objects(SmallKey.self).sum(of: \.value)
            let dogs: Int = realm.objects(Dog.self).sum(of: \.age)
            if sum != 2000 || dogs != (realm.object(ofType: SmallKey.self, forPrimaryKey: 1)?.value ?? 0) - 1000 {
              failures.add("sum \(sum), dogs \(dogs)")
            }
          }
        } catch {
          failures.add("\(error)")
        }
      }
    }
    group.wait()
    #expect(failures.all == [])
    realm.refresh()
    #expect(realm.objects(Dog.self).count == 300)
  }

  @Test("two threads that delete and create the same key agree with the last writer")
  func keys() throws {
    let name = UUID().uuidString
    let realm = try Realm(configuration: memory(name))
    for round in 0..<30 {
      try realm.write {
        if let old = realm.object(ofType: TextKey.self, forPrimaryKey: "k") { realm.delete(old) }
        realm.create(TextKey.self, value: ["id": "k", "value": round])
      }
      try onThread {
        let realm = try Realm(configuration: memory(name))
        try realm.write {
          let found = realm.object(ofType: TextKey.self, forPrimaryKey: "k")
          #expect(found?.value == round)
          if round % 3 == 0, let found { realm.delete(found) } else { found?.value = -round }
        }
      }
      let stale = realm.object(ofType: TextKey.self, forPrimaryKey: "k")
      #expect(stale?.value == round)
      realm.refresh()
      #expect(stale?.isInvalidated == (round % 3 == 0))
      #expect(realm.object(ofType: TextKey.self, forPrimaryKey: "k")?.value == (round % 3 == 0 ? nil : -round))
    }
  }
}

/// What went wrong on other threads.
final class Failures: @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String] = []
  func add(_ text: String) { lock.withLock { texts.append(text) } }
  var all: [String] { lock.withLock { texts } }
}
