import AshlarStore
import Dispatch
import Foundation
import People
import Shelves
import TestSupport
import TestTraits
import Testing

@testable import Ashlar

@Suite("When observers are called", .serialized)
struct TellingTests {
  @Test("never inside of a commit, and in the order of registration")
  func order() throws {
    let realm = try Watched().realm
    let calls = Calls()
    let tokens = (0..<3).map { number in
      realm.objects(Person.self).observe { if case .update = $0 { calls.list.append("\(number)") } }
    }
    realm.refresh()
    try realm.write {
      _ = realm.create(Person.self)
      #expect(calls.list == [])
    }
    #expect(calls.list == [])
    realm.refresh()
    #expect(calls.take() == ["0", "1", "2"])
    withExtendedLifetime(tokens) {}
  }

  @Test(
    "a write in a callback is reported to later tokens at once, to it and earlier ones in the next turn, and no call is nested"
  )
  func writing() throws {
    let realm = try Watched().realm
    let people = realm.objects(Person.self)
    let calls = Calls()
    var isInside = false
    let first = people.observe { change in
      #expect(!isInside)
      calls.list.append("first \(people.count)")
    }
    let writer = people.observe { change in
      isInside = true
      defer { isInside = false }
      calls.list.append("writer \(people.count)")
      #expect(!realm.refresh(), "inside of a call nothing is refreshed")
      if case .update(_, _, let insertions, _) = change, insertions == [0] { try? realm.write { _ = realm.create(Person.self) } }
    }
    let last = people.observe { change in calls.list.append("last \(people.count)") }
    realm.refresh()
    _ = calls.take()
    try realm.write { _ = realm.create(Person.self) }
    realm.refresh()
    #expect(calls.take() == ["first 1", "writer 1", "last 2"])
    realm.refresh()
    #expect(calls.take() == ["first 2", "writer 2"])
    realm.refresh()
    #expect(calls.take() == [])
    withExtendedLifetime([first, writer, last]) {}
  }

  @Test("the beginning of a write tells what is older, a callback that writes there uses the right to write, and no write is open in it")
  func beginning() throws {
    let watched = try Watched()
    let realm = watched.realm
    let calls = Calls()
    let token = realm.objects(Person.self).observe { change in
      calls.add(change)
      #expect(!realm.isInWriteTransaction)
      if case .initial = change { try? realm.write { _ = realm.create(Person.self) } }
    }
    try realm.write { #expect(realm.objects(Person.self).count == 1) }
    #expect(calls.take() == ["initial", "-[] +[0] ~[]"])
    try watched.other.write { _ = watched.other.create(Person.self) }
    try realm.write { #expect(calls.take() == ["-[] +[1] ~[]"]) }
    withExtendedLifetime(token) {}
  }

  @Test("tokens that are invalidated in a callback are no longer called, not even the callback's own")
  func ending() throws {
    let realm = try Watched().realm
    let calls = Calls()
    var tokens: [NotificationToken] = []
    for number in 0..<3 {
      tokens.append(
        realm.objects(Person.self).observe { _ in
          calls.list.append("\(number)")
          if number == 1 { for token in tokens { token.invalidate() } }
        })
    }
    realm.refresh()
    #expect(calls.take() == ["0", "1"])
    try realm.write { _ = realm.create(Person.self) }
    realm.refresh()
    #expect(calls.take() == [])
    #expect(!tokens[2].invalidate(), "it was ended before")
    #expect(realm._core.observers?.isEmpty == true)
  }

  @Test("an observation that a callback registers is notified first in the next turn")
  func observing() throws {
    let realm = try Watched().realm
    let calls = Calls()
    var inner: NotificationToken?
    let token = realm.objects(Person.self).observe { _ in
      if inner == nil { inner = realm.objects(Dog.self).observe { calls.add($0) } }
    }
    realm.refresh()
    #expect(calls.take() == [])
    realm.refresh()
    #expect(calls.take() == ["initial"])
    withExtendedLifetime(token) {}
  }

  @Test("releasing a token ends its observation, and nothing is kept after the last one")
  func released() throws {
    let realm = try Watched().realm
    weak var kept: Calls?
    do {
      let calls = Calls()
      kept = calls
      let token = realm.objects(Person.self).observe { calls.add($0) }
      realm.refresh()
      withExtendedLifetime(token) {}
    }
    #expect(kept == nil && realm._core.observers?.isEmpty == true)
    #expect(!realm._core.session.engine.changes.isObserved)
  }

  @Test(
    "a token that is not notified of a commit reports only the changes after it; other tokens report the commit")
  func skipping() throws {
    let watched = try Watched()
    let realm = watched.realm
    let people = realm.objects(Person.self)
    let (skipped, told) = (Calls(), Calls())
    let tokens = [people.observe { skipped.add($0) }, people.observe { told.add($0) }]
    try realm.write(withoutNotifying: [tokens[0]]) { _ = realm.create(Person.self) }
    realm.refresh()
    #expect(skipped.take() == ["initial"])
    #expect(told.take() == ["initial", "-[] +[0] ~[]"])
    try watched.other.write { watched.other.delete(watched.other.objects(Person.self)[0]) }
    realm.refresh()
    #expect(skipped.take() == ["-[0] +[] ~[]"])
    tokens[0].invalidate()
    try realm.write(withoutNotifying: [tokens[0]]) {}
  }

  @Test("an equal value that is stored modifies, a change back modifies, and a cancelled write does not")
  func equal() throws {
    let watched = try Watched()
    let (realm, other) = (watched.realm, watched.other)
    let person = try realm.write { realm.create(Person.self, value: ["firstName": "a"]) }
    let calls = Calls()
    let token = realm.objects(Person.self).observe { calls.add($0) }
    realm.refresh()
    _ = calls.take()
    try realm.write { person.firstName = "a" }
    realm.refresh()
    #expect(calls.take() == ["-[] +[] ~[0]"])
    other.refresh()
    try other.write { other.objects(Person.self)[0].firstName = "a" }
    realm.refresh()
    #expect(calls.take() == ["-[] +[] ~[0]"], "also when another instance stores it, which makes no new version")
    try other.write { other.objects(Person.self)[0].firstName = "a" }
    try realm.write { realm.create(Dog.self) }
    realm.refresh()
    #expect(calls.take() == ["-[] +[] ~[0]"], "and when this one commits before it has heard of it")
    realm.beginWrite()
    person.firstName = "b"
    realm.cancelWrite()
    realm.refresh()
    #expect(calls.take() == [])
    withExtendedLifetime(token) {}
  }

  @Test("after 'invalidate', tokens receive the net change, with new instances of collections and objects")
  func invalidated() throws {
    let realm = try Watched().realm
    let (a, b) = try realm.write {
      (realm.create(Person.self, value: ["firstName": "a"]), realm.create(Person.self, value: ["firstName": "b"]))
    }
    try realm.write { a.friends.append(b) }
    let (people, friends, object) = (Calls(), Calls(), Calls())
    var seen: [Person] = []
    let tokens = [
      realm.objects(Person.self).where { $0.firstName != "x" }.observe { change in
        people.add(change)
        if case .update(let results, _, _, _) = change { seen = Array(results) }
      }, a.friends.observe { friends.add($0) }, a.observe { (change: ObjectChange<Person>) in object.add(change) },
    ]
    realm.refresh()
    for calls in [people, friends] { #expect(calls.take() == ["initial"]) }
    realm.invalidate()
    #expect(a.isInvalidated)
    try realm.write {
      let again = realm.objects(Person.self)
      again[0].friends.append(again[0])
      again[1].firstName = "x"
    }
    realm.refresh()
    #expect(people.take() == ["-[1] +[] ~[0]"] && seen.map(\.firstName) == ["a"])
    #expect(friends.take() == ["-[] +[1] ~[0]"])
    #expect(object.take() == ["friends: nil → nil"])
    withExtendedLifetime(tokens) {}
  }

  @Test("a Realm of the main queue is told in turns of its own, of commits of other threads as well, unless it does not refresh by itself")
  @MainActor
  func mainQueue() async throws {
    let name = "main \(UUID())"
    let configuration = memory(name, PeopleSchema.objectTypes)
    let realm = try Realm(configuration: configuration)
    let (calls, versions) = (Calls(), Calls())
    let tokens = [realm.objects(Person.self).observe { calls.add($0) }, realm.observe { change, _ in versions.list.append("\(change)") }]
    func until(_ isReached: () -> Bool) async throws {
      for _ in 0..<12_000 where !isReached() { try await Task.sleep(for: .milliseconds(5)) }
      #expect(isReached())
    }
    try await until { calls.list == ["initial"] }
    try realm.write { _ = realm.create(Person.self) }
    #expect(calls.list == ["initial"])
    try await until { calls.list.count == 2 }
    @Sendable func writeElsewhere() throws {
      try onThread {
        let realm = try Realm(configuration: configuration)
        try realm.write { _ = realm.create(Person.self) }
      }
    }
    try writeElsewhere()
    try await until { calls.list == ["initial", "-[] +[0] ~[]", "-[] +[1] ~[]"] }
    #expect(realm.objects(Person.self).count == 2 && versions.list == ["didChange", "didChange"])
    realm.autorefresh = false
    try writeElsewhere()
    try await until { versions.list.last == "refreshRequired" }
    #expect(realm.objects(Person.self).count == 2 && calls.list.count == 3)
    realm.autorefresh = true
    try await until { calls.list.count == 4 }
    withExtendedLifetime(tokens) {}
  }
}
