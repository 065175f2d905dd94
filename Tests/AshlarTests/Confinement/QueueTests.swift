import Ashlar
import Dispatch
import Foundation
import Kinds
import People
import Testing
import TestSupport

@Suite("Realms of queues")
struct QueueTests {
  @Test("a Realm of a serial queue is used on every thread that runs the queue")
  func hops() throws {
    let queue = DispatchQueue(label: "serial")
    let configuration = memory()
    // `sync` runs a block on the caller's thread.
    let (realm, dog) = try queue.sync {
      let realm = try Realm(configuration: configuration, queue: queue)
      return (realm, try realm.write { realm.create(Dog.self) })
    }
    nonisolated(unsafe) let (used, kept) = (realm, dog)
    for age in 1...1_000 {
      let seen = try onThread {
        try queue.sync {
          try used.write { kept.age += 1 }
          return [kept.age, used.objects(Dog.self).reduce(0) { $0 + $1.age }]
        }
      }
      #expect(seen == [age, age])
    }
  }

  @Test("opening again on a queue gives the same Realm, with and without naming it; on another queue another")
  func instances() throws {
    let (first, second) = (DispatchQueue(label: "first"), DispatchQueue(label: "second"))
    let configuration = memory()
    nonisolated(unsafe) let kept = try first.sync { try Realm(configuration: configuration, queue: first) }
    #expect(try onThread { try first.sync { try Realm(configuration: configuration, queue: first) == kept } })
    #expect(try onThread { try first.sync { try Realm(configuration: configuration) == kept } })
    #expect(try onThread { try second.sync { try Realm(configuration: configuration, queue: second) != kept } })
    #expect(try Realm(configuration: configuration) != kept)
  }

  @Test("a block of a queue that has the Realm's queue as its target may use the Realm")
  func targets() throws {
    let lower = DispatchQueue(label: "lower")
    let upper = DispatchQueue(label: "upper", target: lower)
    nonisolated(unsafe) let realm = try lower.sync { try Realm(configuration: memory(), queue: lower) }
    #expect(try onThread { upper.sync { realm.isEmpty } })
  }

  @Test("an object can be used in another block of its queue, and thawed from a frozen one")
  func thawing() throws {
    let queue = DispatchQueue(label: "serial")
    nonisolated(unsafe) let realm = try queue.sync { try Realm(configuration: memory(), queue: queue) }
    nonisolated(unsafe) let frozen = try queue.sync { try realm.write { realm.create(Dog.self, value: ["name": "Rex"]) }.freeze() }
    #expect(try onThread { queue.sync { frozen.thaw()?.realm == realm && frozen.thaw()?.name == "Rex" } })
  }

  @Test("opening outside of a block of the queue throws, with the names of both")
  func elsewhere() throws {
    let (queue, other) = (DispatchQueue(label: "wanted"), DispatchQueue(label: "other"))
    let configuration = memory()
    func message(_ open: () throws -> Realm) -> String {
      #expect(throws: Realm.Error.self) { _ = try open() }.map { "\($0.code) \($0.localizedDescription)" } ?? ""
    }
    let outside = message { try Realm(configuration: configuration, queue: queue) }
    #expect(outside.contains("opened from incorrect dispatch queue: it should belong to queue 'wanted', but was opened on task "))
    _ = try other.sync { try Realm(configuration: configuration, queue: other) }
    // Known by now, and not the caller's.
    #expect(message { try Realm(configuration: configuration, queue: other) }.contains("belong to queue 'other'"))
    let main = message { try Realm(configuration: configuration, queue: .main) }
    #expect(main.contains("it should belong to the main queue, but was opened on task "))
  }

  @Test("a concurrent queue is refused", arguments: [false, true])
  func concurrent(_ isGlobal: Bool) throws {
    // Its threads may be busy with other tests: then a queue looks like a serial one.
    for _ in 0..<500 {
      let queue = isGlobal ? DispatchQueue.global() : DispatchQueue(label: "many", attributes: .concurrent)
      let opened = Result { try queue.sync { try Realm(configuration: memory(), queue: queue) } }
      guard case .failure(let error) = opened else { continue }
      let text = (error as? Realm.Error)?.localizedDescription ?? "\(error)"
      #expect(text.contains("Realms can only be confined to serial queues or the main queue. Queue '\(queue.label)' runs several blocks"))
      return
    }
    Issue.record("never refused")
  }

  @Test("a Realm of a queue stops the program elsewhere, with the names of both")
  func stopped() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (queue, other) = (DispatchQueue(label: "its own"), DispatchQueue(label: "not its own"))
      let configuration = memory("stopped").checked
      nonisolated(unsafe) let realm = try queue.sync { try Realm(configuration: configuration, queue: queue) }
      nonisolated(unsafe) let kept = try other.sync { try Realm(configuration: configuration, queue: other) }
      try onThread { other.sync { print(realm.isEmpty, kept.isEmpty) } }
    }
    #expect(
      errorText(result).contains("This Realm belongs to a Realm opened on queue 'its own' and was used on queue 'not its own'."))
  }

  @Test("a write of a queue is cancelled when nothing refers to its Realm any more")
  func abandoned() throws {
    let queue = DispatchQueue(label: "serial")
    let configuration = memory()
    try queue.sync {
      let realm = try Realm(configuration: configuration, queue: queue)
      realm.beginWrite()
      realm.create(Dog.self)
    }
    let realm = try Realm(configuration: configuration)
    try realm.write { #expect(realm.objects(Dog.self).isEmpty) }
  }

  @Test("a second Realm of a queue, with other types, does not wait for the write of the first")
  func ownWrite() throws {
    let queue = DispatchQueue(label: "serial")
    let name = UUID().uuidString
    try queue.sync {
      let first = try Realm(configuration: memory(name, [TextKey.self]), queue: queue)
      let second = try Realm(configuration: memory(name, [SmallKey.self]), queue: queue)
      first.beginWrite()
      #expect(throws: Realm.Error.self) { try second.write {} }
      first.cancelWrite()
      try second.write {}
    }
  }
}
