import People
import Shelves
import Testing

@testable import Ashlar

@Suite("Observing objects and Realms")
struct ObservingObjectsTests {
  @Test("only changes of other Realms have old values, collections have none, and the order is that of the schema")
  func values() throws {
    let watched = try Watched()
    let realm = watched.realm
    let person = try realm.write { realm.create(Person.self, value: ["firstName": "a", "lastName": "b"]) }
    watched.other.refresh()
    let calls = Calls()
    let token = person.observe { (change: ObjectChange<Person>) in calls.add(change) }
    realm.refresh()
    #expect(calls.take() == [], "objects have no first call")
    try realm.write {
      person.lastName = "c"
      person.firstName = "d"
      person.tags.append("t")
    }
    realm.refresh()
    #expect(calls.take() == ["firstName: nil → d, lastName: nil → c, tags: nil → nil"])
    try watched.other.write { watched.other.objects(Person.self)[0].firstName = "e" }
    #expect(calls.take() == [])
    realm.refresh()
    #expect(calls.take() == ["firstName: d → e"])
    try watched.other.write { watched.other.objects(Person.self)[0].firstName = "f" }
    try watched.other.write { watched.other.objects(Person.self)[0].firstName = "g" }
    realm.refresh()
    #expect(calls.take() == ["firstName: e → g"])
    try realm.write { person.firstName = person.firstName }
    realm.refresh()
    #expect(calls.take() == ["firstName: nil → g"], "an equal value that is stored counts")
    withExtendedLifetime(token) {}
  }

  @Test("a deletion is notified once, and a later object with the same primary key is another")
  func deleted() throws {
    let realm = try Watched().realm
    let shelf = try realm.write { realm.create(Shelf.self, value: ["id": 1]) }
    let calls = Calls()
    let token = shelf.observe { (change: ObjectChange<Shelf>) in calls.add(change) }
    try realm.write { realm.delete(shelf) }
    realm.refresh()
    #expect(calls.take() == ["deleted"])
    try realm.write { _ = realm.create(Shelf.self, value: ["id": 1]) }
    realm.refresh()
    #expect(calls.take() == [])
    withExtendedLifetime(token) {}
  }

  @Test("with key paths, what is behind a link is told by the property that leads there, and linking objects when something links here")
  func keyPaths() throws {
    let realm = try Watched().realm
    let (a, b) = try realm.write {
      (realm.create(Person.self, value: ["firstName": "a"]), realm.create(Person.self, value: ["firstName": "b"]))
    }
    try realm.write { a.friends.append(b) }
    let calls = Calls()
    let token = a.observe(keyPaths: ["lastName", "friends.firstName", "dogs"]) { (change: ObjectChange<Person>) in calls.add(change) }
    try realm.write { b.firstName = "c" }
    realm.refresh()
    #expect(calls.take() == ["friends: nil → nil"])
    try realm.write { a.firstName = "no" }
    realm.refresh()
    #expect(calls.take() == [])
    let dog = try realm.write { realm.create(Dog.self, value: ["name": "rex", "owner": a]) }
    realm.refresh()
    #expect(calls.take() == ["dogs: nil → nil"])
    try realm.write { dog.name = "other" }
    realm.refresh()
    #expect(calls.take() == [])
    try realm.write {
      dog.owner = nil
      a.lastName = "x"
    }
    realm.refresh()
    #expect(calls.take() == ["lastName: nil → x, dogs: nil → nil"])
    withExtendedLifetime(token) {}
  }

  @Test("blocks of a Realm are called with each version, inside of the commit, and not for what they do themselves")
  func realm() throws {
    let watched = try Watched()
    let realm = watched.realm
    realm.refresh()
    let calls = Calls()
    let token = realm.observe { notification, realm in
      calls.list.append("\(notification)")
      if realm.objects(Person.self).count == 1 { try? realm.write { _ = realm.create(Person.self) } }
    }
    try realm.write { _ = realm.create(Person.self) }
    #expect(calls.take() == ["didChange"] && realm.objects(Person.self).count == 2)
    try watched.other.write { _ = watched.other.create(Person.self) }
    #expect(calls.take() == [])
    realm.refresh()
    #expect(calls.take() == ["didChange"])
    token.invalidate()
    try realm.write { _ = realm.create(Person.self) }
    #expect(calls.take() == [])
  }

  @Test(
    "a commit without notifying a token of a Realm does not call its block, and calls others, whatever was written",
    arguments: [false, true])
  func realmWithoutNotifying(writes: Bool) throws {
    let watched = try Watched()
    let realm = watched.realm
    let calls = Calls()
    let (skipped, told) = (realm.observe { _, _ in calls.list.append("skipped") }, realm.observe { _, _ in calls.list.append("told") })
    try realm.write(withoutNotifying: [skipped]) { if writes { realm.create(Person.self) } }
    realm.refresh()
    #expect(calls.take() == ["told"])
    realm.beginWrite()
    if writes { realm.create(Person.self) }
    try realm.commitWrite(withoutNotifying: [skipped, told])
    realm.refresh()
    #expect(calls.take() == [])
    try watched.other.write { _ = watched.other.create(Person.self) }
    try realm.write(withoutNotifying: [skipped]) {}
    #expect(calls.take() == ["skipped", "told", "told"], "of the other's commit, and of its own")
    try realm.write { realm.create(Person.self) }
    #expect(calls.take() == ["skipped", "told"])
  }
}
