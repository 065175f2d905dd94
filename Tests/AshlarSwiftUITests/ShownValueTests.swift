import Ashlar
import People
import Testing

@testable import AshlarSwiftUI

@MainActor @Suite("What a view shows of a value", .serialized)
struct ShownValueTests {
  private let base: Shown
  private var realm: Realm { base.realm }

  init() throws {
    base = try Shown()
    try base.add("ann", "bob")
  }

  private func shown<Value: _ViewValue>(_ value: Value) -> (ShownValue<Value>, Counter) {
    let shown = ShownValue(value)
    let counter = Counter()
    shown.changed = { counter.calls += 1 }
    shown.resume()
    return (shown, counter)
  }

  private final class Counter {
    var calls = 0
  }

  private func ann() throws -> Person { try #require(base.person("ann")) }

  @Test("a view reads a frozen copy, which stays the same until it is notified")
  func copy() throws {
    let (shown, counter) = shown(try ann())
    #expect(shown.shown.isFrozen)
    try realm.write { try ann().lastName = "new" }
    #expect(shown.shown.lastName == "")
    realm.refresh()
    #expect(shown.shown.lastName == "new")
    #expect(counter.calls == 1)
  }

  @Test("what was told before the view reads again is what it has read until then")
  func order() throws {
    let (shown, _) = shown(try ann())
    var read: [String] = []
    shown.changed = { read.append(shown.shown.lastName) }
    try realm.write { try ann().lastName = "new" }
    realm.refresh()
    #expect(read == [""], "objectWillChange is sent before the change")
    #expect(shown.shown.lastName == "new")
  }

  @Test("a frozen value is followed from the newest version")
  func frozen() throws {
    let old = try ann().freeze()
    try realm.write { try ann().lastName = "new" }
    let (shown, counter) = shown(old)
    #expect(shown.shown.lastName == "new")
    try base.elsewhere { $0.objects(Person.self).first?.lastName = "newer" }
    realm.refresh()
    #expect(shown.shown.lastName == "newer")
    #expect(counter.calls == 1)
  }

  @Test("writes to other objects are not reported")
  func others() throws {
    let (_, counter) = shown(try ann())
    try realm.write { base.person("bob")?.lastName = "new" }
    realm.refresh()
    #expect(counter.calls == 0)
  }

  @Test("the last copy of a deleted object stays readable, it is told once, and nothing is written to it")
  func deleted() throws {
    let (shown, counter) = shown(try ann())
    try realm.write { realm.delete(try ann()) }
    realm.refresh()
    #expect(counter.calls == 1)
    #expect(shown.shown.firstName == "ann")
    var isWritten = false
    writing(to: shown.target) { _ in isWritten = true }
    #expect(!isWritten)
    #expect(counter.calls == 1)
  }

  @Test("a deleted object is shown as one in its initial state, and a deleted list as an empty one")
  func blank() throws {
    let person = try ann()
    let friends = person.friends
    try realm.write { realm.delete(person) }
    #expect(shown(person).0.shown.firstName == "")
    #expect(shown(friends).0.shown.isEmpty)
  }

  @Test("an unmanaged object is read and written itself, and followed once it is in a Realm")
  func unmanaged() throws {
    let person = Person(value: ["firstName": "cid"])
    let (shown, counter) = shown(person)
    #expect(shown.shown === person)
    shown.assign(person)
    #expect(counter.calls == 1, "assigned to itself: something was stored in it")
    try realm.write { realm.add(person) }
    shown.resume()
    #expect(shown.shown.isFrozen)
    try realm.write { person.lastName = "new" }
    realm.refresh()
    #expect(counter.calls == 2)
    #expect(shown.shown.lastName == "new")
  }

  @Test("another value is shown from when it is assigned, and the one before is not followed any more")
  func replaced() throws {
    let (shown, counter) = shown(try ann())
    shown.replace(with: try #require(base.person("bob")))
    #expect(shown.shown.firstName == "bob")
    #expect(counter.calls == 1)
    try realm.write { try ann().lastName = "new" }
    realm.refresh()
    #expect(counter.calls == 1)
  }

  @Test("lists, sets, maps and results are followed as objects are; their first call changes nothing")
  func collections() throws {
    let person = try ann()
    let (friends, friendsTold) = shown(person.friends)
    let (tags, tagsTold) = shown(person.tags)
    let (people, peopleTold) = shown(realm.objects(Person.self))
    realm.refresh()
    #expect([friendsTold, tagsTold, peopleTold].map(\.calls) == [0, 0, 0])
    try realm.write {
      person.friends.append(person)
      person.tags.append("a")
      realm.create(Person.self)
    }
    realm.refresh()
    #expect([friendsTold, tagsTold, peopleTold].map(\.calls) == [1, 1, 1])
    #expect((friends.shown.count, tags.shown.count, people.shown.count) == (1, 1, 3))
  }

  @Test("a value that is made in a write is followed after it")
  func inWrite() throws {
    let other = try ann()
    realm.beginWrite()
    other.lastName = "in the write"
    let (shown, counter) = shown(other)
    #expect(shown.shown.lastName == "", "a copy is without the changes of the write")
    try realm.commitWrite()
    shown.resume()
    #expect(shown.shown.lastName == "in the write")
    try realm.write { other.lastName = "after" }
    realm.refresh()
    #expect(counter.calls == 1)
  }

  @Test("the observer of a view is removed with it")
  func freed() throws {
    weak var known: ShownValue<Person>?
    do {
      let (value, _) = shown(try ann())
      known = value
      #expect(known != nil)
    }
    #expect(known == nil)
  }
}
