import AshlarStore
import Dispatch
import Foundation
import Library
import People
import Shelves
import TestSupport
import TestTraits
import Testing

@testable import Ashlar

@Suite("Rules of observing", .blocking)
struct ObservationRulesTests {
  @Test("observers are called in the order of registration, whatever they observe")
  func order() throws {
    let realm = try Watched().realm
    let person = try realm.write { realm.create(Person.self) }
    let sections = realm.objects(Person.self).sectioned(sortDescriptors: [SortDescriptor(keyPath: "firstName")]) { $0.firstName }
    var calls: [String] = []
    let tokens = [
      realm.objects(Person.self).observe { if case .update = $0 { calls.append("results") } },
      person.observe { (_: ObjectChange<Person>) in calls.append("object") },
      person.tags.observe { if case .update = $0 { calls.append("list") } },
      person.observe(keyPaths: [\Person.tags]) { (_: ObjectChange<Person>) in calls.append("property") },
      sections.observe { if case .update = $0 { calls.append("sections") } },
      realm.objects(Person.self).sorted(byKeyPath: "firstName").observe { if case .update = $0 { calls.append("sorted") } },
    ]
    realm.refresh()
    try realm.write { person.tags.append("a") }
    realm.refresh()
    #expect(calls == ["results", "object", "list", "property", "sections", "sorted"])
    withExtendedLifetime(tokens) {}
  }

  @Test("'refresh' in a callback returns false and calls no observer")
  func refreshing() throws {
    let watched = try Watched()
    let (realm, other) = (watched.realm, watched.other)
    var (calls, inside): (Int, [Bool]) = (0, [])
    let token = realm.objects(Person.self).observe { _ in
      calls += 1
      try? other.write { _ = other.create(Dog.self) }
      inside.append(realm.refresh())
      #expect(realm.objects(Dog.self).isEmpty, "it reads the version of the change")
    }
    realm.refresh()
    #expect(calls == 1 && inside == [false])
    withExtendedLifetime(token) {}
  }

  @Test("of commits that are not known, values that were stored and are equal do not count")
  func equalUnknown() throws {
    let watched = try Watched()
    let (realm, other) = (watched.realm, watched.other)
    try realm.write { for name in ["a", "b"] { realm.create(Person.self, value: ["firstName": name]) } }
    other.refresh()
    let (calls, object) = (Calls(), Calls())
    let tokens = [
      realm.objects(Person.self).observe { calls.add($0) },
      realm.objects(Person.self)[0].observe { (change: ObjectChange<Person>) in object.add(change) },
    ]
    realm.refresh()
    _ = calls.take()
    let feed = realm._core.session.engine.changes
    let rows = Array(other.objects(Person.self))
    func commit(_ body: () -> Void) throws {
      try other.write(body)
      realm.refresh()
    }
    try commit {
      rows[0].firstName = "a"
      rows[1].firstName = "c"
    }
    #expect(calls.take() == ["-[] +[] ~[0, 1]"] && object.take() == ["firstName: a → a"], "known: what was stored counts")
    feed.removeObserver()
    try commit {
      rows[0].firstName = "a"
      rows[1].firstName = "d"
    }
    feed.addObserver()
    #expect(calls.take() == ["-[] +[] ~[1]"] && object.take() == [], "unknown: what differs counts")
    withExtendedLifetime(tokens) {}
  }

  @Test("commits of others that a write waits for are notified before the write begins")
  func waiting() throws {
    let configuration = memory("waiting \(UUID())", PeopleSchema.objectTypes)
    let realm = try Realm(configuration: configuration)
    let calls = Calls()
    let token = realm.objects(Person.self).observe { change in
      #expect(!realm.isInWriteTransaction)
      calls.add(change)
    }
    realm.refresh()
    let (hasBegun, mayCommit) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let queue = DispatchQueue(label: "writer")
    queue.async {
      guard let other = try? Realm(configuration: configuration, queue: queue) else { return }
      other.beginWrite()
      other.create(Person.self)
      hasBegun.signal()
      mayCommit.wait()
      // The other one may be waiting by now, or come later: both must be told.
      usleep(20_000)
      try? other.commitWrite()
    }
    hasBegun.wait()
    mayCommit.signal()
    try realm.write { #expect(calls.take() == ["initial", "-[] +[0] ~[]"]) }
    withExtendedLifetime(token) {}
  }

  @Test("a callback that writes at every call is called once more with the right to write, and then the write begins")
  func writingAlways() throws {
    let realm = try Watched().realm
    let people = realm.objects(Person.self)
    var calls = 0
    let token = people.observe { _ in
      calls += 1
      try? realm.write { _ = realm.create(Person.self) }
    }
    realm.refresh()
    #expect(calls == 1)
    try realm.write { #expect(calls == 3 && people.count == 3) }
    withExtendedLifetime(token) {}
  }

  @Test("another instance that writes in a call with the right to write would wait for its own thread, and stops the program")
  func waitingForItself() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let watched = try Watched()
      let (realm, other) = (watched.realm, watched.other)
      let token = realm.objects(Person.self).observe { change in
        // The first time the right to write is free, and what is committed makes the second call, which has it.
        if case .update = change { try! other.write { _ = other.create(Person.self) } }
      }
      realm.refresh()
      try other.write { _ = other.create(Person.self) }
      try realm.write {}
      withExtendedLifetime(token) {}
    }
    #expect(errorText(result).contains("write"))
    #expect(errorText(result).contains("wait"), "\(errorText(result))")
  }

  @Test("a cancelled write is not notified, and results that were read in it have the rows from before it")
  func cancelled() throws {
    let realm = try Watched().realm
    try realm.write { for name in ["b", "c"] { realm.create(Person.self, value: ["firstName": name]) } }
    let people = realm.objects(Person.self).sorted(byKeyPath: "firstName")
    let calls = Calls()
    let token = people.observe { calls.add($0) }
    realm.refresh()
    _ = calls.take()
    realm.beginWrite()
    realm.create(Person.self, value: ["firstName": "a"])
    people[2].firstName = "bb"
    #expect(people.map(\.firstName) == ["a", "b", "bb"])
    realm.cancelWrite()
    #expect(people.map(\.firstName) == ["b", "c"] && people.count == 2)
    realm.refresh()
    #expect(calls.take() == [])
    try realm.write { people[0].lastName = "x" }
    realm.refresh()
    #expect(calls.take() == ["-[] +[] ~[0]"])
    withExtendedLifetime(token) {}
  }

  @Test("a token that is left out of a commit is told nevertheless when something from before is left to be told")
  func skippingLeftOver() throws {
    let realm = try Watched().realm
    let people = realm.objects(Person.self)
    let calls = Calls()
    let first = people.observe { calls.add($0) }
    var tokens = [first]
    // Writes in its call: the first token is told of that later.
    tokens.append(
      people.observe { change in
        guard case .update(_, _, [0], _) = change else { return }
        try? realm.write { _ = realm.create(Person.self) }
        try? realm.write(withoutNotifying: [first]) { _ = realm.create(Person.self) }
      })
    realm.refresh()
    try realm.write { _ = realm.create(Person.self) }
    realm.refresh()
    #expect(calls.take() == ["initial", "-[] +[0] ~[]"])
    realm.refresh()
    #expect(calls.take() == ["-[] +[1, 2] ~[]"])
    withExtendedLifetime(tokens) {}
  }

  @Test("changes of types that the Realm does not list are not notified, and those of its own in the same commit are")
  func unknownTypes() throws {
    let watched = try Watched()
    let (realm, other) = (watched.realm, watched.other)
    let calls = Calls()
    var versions = 0
    let tokens = [realm.objects(Person.self).observe { calls.add($0) }, realm.observe { _, _ in versions += 1 }]
    realm.refresh()
    #expect(calls.take() == ["initial"])
    versions = 0
    try other.write { _ = other.create(Author.self) }
    realm.refresh()
    #expect(calls.take() == [] && versions == 1)
    try other.write {
      _ = other.create(Author.self)
      _ = other.create(Person.self)
    }
    realm.refresh()
    #expect(calls.take() == ["-[] +[0] ~[]"] && versions == 2)
    withExtendedLifetime(tokens) {}
  }
}
