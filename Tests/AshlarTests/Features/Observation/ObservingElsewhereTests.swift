import Ashlar
import Dispatch
import Foundation
import People
import Synchronization
import Testing
import TestSupport

@Suite("Observing on queues and actors")
struct ObservingElsewhereTests {
  private let configuration = memory(UUID().uuidString, PeopleSchema.objectTypes)

  private func write(_ body: @escaping @Sendable (Realm) -> Void) throws {
    let configuration = configuration
    try onThread {
      let realm = try Realm(configuration: configuration)
      try realm.write { body(realm) }
    }
  }

  // Waits for what comes from elsewhere.
  private func until(_ what: Comment, isolation: isolated (any Actor)? = #isolation, _ isReached: () -> Bool) async throws {
    for _ in 0..<4_000 where !isReached() { try await Task.sleep(for: .milliseconds(5)) }
    #expect(isReached(), what)
  }

  @Test("a block on a queue is called there, with a collection of the queue's own Realm, for commits of every thread")
  func queue() async throws {
    let queue = DispatchQueue(label: "observing")
    let calls = SharedCalls()
    let realm = try Realm(configuration: configuration)
    let token = realm.objects(Person.self).where { $0.firstName != "x" }.observe(on: queue) { change in
      dispatchPrecondition(condition: .onQueue(queue))
      calls.add(change)
      if case .update(let people, _, let insertions, _) = change { for index in insertions { calls.add(people[index].firstName) } }
    }
    try await until("the first call") { calls.all == ["initial"] }
    try realm.write { _ = realm.create(Person.self, value: ["firstName": "a"]) }
    try await until("a commit of the caller's Realm") { calls.all.suffix(2) == ["-[] +[0] ~[]", "a"] }
    try write { $0.create(Person.self, value: ["firstName": "b"]) }
    try await until("a commit of another thread") { calls.all.suffix(2) == ["-[] +[1] ~[]", "b"] }
    try write { $0.create(Person.self, value: ["firstName": "x"]) }
    try write { $0.objects(Person.self)[0].firstName = "x" }
    try await until("a row that matches no more") { calls.all.last == "-[0] +[] ~[]" }
    token.invalidate()
  }

  @Test("a queue's object is notified of earlier writes with the old values, and of its deletion")
  func pending() async throws {
    let queue = DispatchQueue(label: "observing", attributes: .initiallyInactive)
    let calls = SharedCalls()
    let realm = try Realm(configuration: configuration)
    let person = try realm.write { realm.create(Person.self, value: ["firstName": "a", "lastName": "b"]) }
    let doomed = try realm.write { realm.create(Person.self) }
    let tokens = [
      person.observe(on: queue) { (change: ObjectChange<Person>) in calls.add(change) },
      doomed.observe(on: queue) { (change: ObjectChange<Person>) in calls.add(change) },
    ]
    try realm.write {
      person.firstName = "c"
      realm.delete(doomed)
    }
    queue.activate()
    try await until("what was pending") { calls.all == ["firstName: a → c", "deleted"] }
    try realm.write { person.lastName = "d" }
    try await until("what comes later") { calls.all.last == "lastName: b → d" }
    #expect(tokens[1].invalidate(), "a token that has told of a deletion can be ended once")
    #expect(!tokens[1].invalidate())
  }

  @Test("a write skips the token of an observer on the Realm's own queue, even if the observation has not begun", arguments: [false, true])
  func skippedBeforeItBegins(isInWrite: Bool) throws {
    let (queue, configuration) = (DispatchQueue(label: "own"), configuration)
    let calls = SharedCalls()
    try queue.sync {
      let realm = try Realm(configuration: configuration, queue: queue)
      let person = try realm.write { realm.create(Person.self, value: ["firstName": "a", "lastName": "a"]) }
      let tokens = [
        person.observe(on: queue) { (change: ObjectChange<Person>) in calls.add(change) },
        realm.objects(Person.self).observe(on: queue) { calls.add($0) },
      ]
      if isInWrite {
        realm.beginWrite()
        person.firstName = "skipped"
        try realm.commitWrite(withoutNotifying: tokens)
      } else {
        try realm.write(withoutNotifying: tokens) { person.firstName = "skipped" }
      }
      realm.refresh()
      #expect(calls.all == ["initial"])
      try realm.write { person.lastName = "b" }
      realm.refresh()
      #expect(Set(calls.all) == ["initial", "lastName: nil → b", "-[] +[] ~[0]"])
      for token in tokens { token.invalidate() }
    }
    queue.sync {}
    #expect(calls.all.count == 3, "the blocks on the queue do not begin the observations again")
  }

  @Test("a token that is invalidated before its queue runs reports nothing")
  func endedBefore() async throws {
    let queue = DispatchQueue(label: "observing", attributes: .initiallyInactive)
    let calls = SharedCalls()
    let realm = try Realm(configuration: configuration)
    let person = try realm.write { realm.create(Person.self) }
    let tokens = [
      person.observe(on: queue) { (change: ObjectChange<Person>) in calls.add(change) },
      realm.objects(Person.self).observe(on: queue) { calls.add($0) },
    ]
    #expect(tokens.allSatisfy { $0.invalidate() })
    try realm.write { person.firstName = "c" }
    queue.activate()
    queue.sync {}
    try realm.write { person.firstName = "d" }
    queue.sync {}
    #expect(calls.all == [])
  }

  @Test("writes after 'observe' on an actor has returned are reported there, and the token does not retain the actor")
  func actor() async throws {
    let calls = SharedCalls()
    var listener: Listener? = Listener(calls)
    weak let gone = listener
    let configuration = configuration
    let person = try await { (listener: Listener) async throws -> String in
      let realm = try await Realm.open(configuration: configuration)
      let person = try realm.write { realm.create(Person.self, value: ["firstName": "a"]) }
      await listener.keep(
        person.observe(on: listener) { listener, change in
          listener.preconditionIsolated()
          listener.calls.add(change)
        })
      await listener.keep(realm.objects(Person.self).observe(keyPaths: [\.firstName], on: listener) { $0.calls.add($1) })
      await listener.keep(person.friends.observe(on: listener) { $0.calls.add($1) })
      try realm.write { person.firstName = "b" }
      return person.firstName
    }(try #require(listener))
    #expect(person == "b")
    try await until("the object and two first calls, of which the change is a part or comes after") {
      calls.all.contains("firstName: a → b") && calls.all.filter { $0 == "initial" }.count == 2
    }
    let kept = try Realm(configuration: configuration)
    await listener?.letGo()
    let count = calls.all.count
    try write { $0.objects(Person.self)[0].firstName = "c" }
    try await Task.sleep(for: .milliseconds(20))
    #expect(calls.all.count == count, "nothing is told after the token is gone")
    listener = nil
    try await until("the actor is gone") { gone == nil }
    withExtendedLifetime(kept) {}
  }

  @Test("sections, one section and a projected collection are notified on an actor, with its own Realm")
  func actorOfOthers() async throws {
    let calls = SharedCalls()
    let listener = Listener(calls)
    let configuration = configuration
    try await { (listener: Listener) async throws in
      let realm = try await Realm.open(configuration: configuration)
      let person = try realm.write { realm.create(Person.self, value: ["firstName": "a", "friends": [["firstName": "f"]]]) }
      let sections = realm.objects(Person.self).where { $0.firstName != "f" }.sectioned(by: \.firstName)
      await listener.keep(
        person.friends.projectTo.firstName.observe(on: listener) { listener, change in
          listener.preconditionIsolated()
          guard case .update(let names, _, _, let modified) = change else { return listener.calls.add("initial") }
          listener.calls.add("names \(Array(names)) \(modified)")
        })
      await listener.keep(
        sections.observe(keyPaths: [\.firstName], on: listener) { listener, change in
          guard case .update(let all, _, _, _, let inserted, let deleted) = change else { return listener.calls.add("initial") }
          listener.calls.add("sections \(all.allKeys) \(Array(inserted)) \(Array(deleted))")
        })
      await listener.keep(
        sections[0].observe(on: listener) { listener, change in
          guard case .update(_, _, _, _, _, let deleted) = change else { return listener.calls.add("initial") }
          listener.calls.add("section \(Array(deleted))")
        })
      try await until("the first calls") { calls.all == ["initial", "initial", "initial"] }
      try realm.write {
        person.firstName = "b"
        person.friends[0].firstName = "g"
      }
    }(listener)
    try await until("a change of each") { calls.all.count == 6 }
    #expect(calls.all.suffix(3).sorted() == ["names [\"g\"] [0]", "section [0]", "sections [\"b\", \"g\"] [0, 1] [0]"])
    await listener.letGo()
  }

  @Test("an actor that holds tokens of itself is released with its last reference")
  func actorCycle() async throws {
    let calls = SharedCalls()
    var listener: Listener? = Listener(calls)
    weak let gone = listener
    try await listener?.observe(configuration)
    try await until("the first call") { calls.all == ["initial"] }
    try write { $0.create(Person.self) }
    try await until("a change") { calls.all.last == "-[] +[0] ~[]" }
    listener = nil
    try await until("the actor is gone") { gone == nil }
  }

  @Test("a cancelled task observes nothing")
  func cancelled() async throws {
    let calls = SharedCalls()
    let listener = Listener(calls)
    let configuration = configuration
    let task = Task {
      let realm = try Realm(configuration: configuration)
      let person = try realm.write { realm.create(Person.self) }
      withUnsafeCurrentTask { $0?.cancel() }
      let token = await person.observe(on: listener) { $0.calls.add($1) }
      let other = await realm.objects(Person.self).observe(on: listener) { $0.calls.add($1) }
      try realm.write { person.firstName = "x" }
      return [token.invalidate(), other.invalidate()]
    }
    #expect(try await task.value == [false, false])
    try await Task.sleep(for: .milliseconds(20))
    #expect(calls.all == [])
  }

  @Test("the main actor observes on the main queue")
  @MainActor
  func main() async throws {
    let calls = SharedCalls()
    let realm = try Realm(configuration: configuration)
    let person = try realm.write { realm.create(Person.self) }
    let tokens = [
      await person.observe(on: MainActor.shared) { actor, change in
        MainActor.assertIsolated()
        calls.add(change)
      }, person.observe(on: .main) { (change: ObjectChange<Person>) in calls.add(change) },
    ]
    try await Task.sleep(for: .milliseconds(20))
    try write { $0.objects(Person.self)[0].firstName = "x" }
    try await until("both") { calls.all == ["firstName:  → x", "firstName:  → x"] }
    withExtendedLifetime(tokens) {}
  }

  @Test("a token that is released on another thread frees its block, what it observes, and its Realm")
  func releasedElsewhere() async throws {
    let queue = DispatchQueue(label: "observing")
    let called = SharedCalls()
    weak var kept: SharedCalls?
    try await { () async throws in
      let calls = SharedCalls()
      kept = calls
      let realm = try Realm(configuration: configuration)
      let token = realm.objects(Person.self).observe(on: queue) { change in
        calls.add(change)
        called.add(change)
      }
      let other = realm.objects(Person.self).observe { _ in calls.add("never") }
      try await until("the first call") { called.all == ["initial"] }
      let tokens = [token, other]
      try onThread { for token in tokens { token.invalidate() } }
    }()
    try await until("the block is gone") { kept == nil }
  }
}
