import Ashlar
import People
import Shelves
import TestSupport
import Testing

@Suite("Notifications of collections, objects and Realms")
struct NotificationAcceptanceTests {
  @Test("commits between two calls are one call with the net change, or none if nothing has changed")
  func net() throws {
    let realm = try Watched().realm
    let kept = try realm.write { realm.create(Person.self, value: ["firstName": "kept"]) }
    let calls = Calls()
    let token = realm.objects(Person.self).observe { calls.add($0) }
    // Tokens that are left out of a commit keep the beginning of the next write from telling.
    func commit(_ body: () throws -> Void) throws {
      realm.beginWrite()
      try body()
      try realm.commitWrite()
    }
    realm.refresh()
    #expect(calls.take() == ["initial"])
    try realm.write {
      let made = realm.create(Person.self)
      made.firstName = "changed"
    }
    realm.refresh()
    #expect(calls.take() == ["-[] +[1] ~[]"], "inserted and modified is inserted")
    try realm.write {
      let made = realm.create(Person.self)
      realm.delete(made)
    }
    realm.refresh()
    #expect(calls.take() == [], "inserted and deleted is nothing")
    try realm.write {
      kept.firstName = "x"
      realm.delete(kept)
    }
    realm.refresh()
    #expect(calls.take() == ["-[0] +[] ~[]"], "modified and deleted is deleted")
    try commit {}
    realm.refresh()
    #expect(calls.take() == [])
    withExtendedLifetime(token) {}
  }

  @Test("commits of others between two calls are one change, whatever happened to a row in between")
  func coalesced() throws {
    let watched = try Watched()
    let (realm, other) = (watched.realm, watched.other)
    try other.write { for name in ["a", "b", "c"] { other.create(Person.self, value: ["firstName": name]) } }
    realm.refresh()
    let calls = Calls()
    let token = realm.objects(Person.self).observe { calls.add($0) }
    realm.refresh()
    _ = calls.take()
    let rows = Array(other.objects(Person.self))
    try other.write { rows[0].lastName = "modified" }
    try other.write { other.delete(rows[0]) }
    let made = try other.write { other.create(Person.self) }
    try other.write { made.firstName = "made" }
    let gone = try other.write { other.create(Person.self) }
    try other.write { other.delete(gone) }
    try other.write { rows[2].lastName = "modified" }
    #expect(calls.take() == [])
    realm.refresh()
    #expect(calls.take() == ["-[0] +[2] ~[2]"])
    realm.refresh()
    #expect(calls.take() == [])
    withExtendedLifetime(token) {}
  }

  @Test("a local change has no old value and a remote one has both; what becomes nil has a new value that casts to nil")
  func values() throws {
    let watched = try Watched()
    let (realm, other) = (watched.realm, watched.other)
    let person = try realm.write { realm.create(Person.self, value: ["firstName": "a", "home": ["street": "s"]]) }
    other.refresh()
    var seen: [PropertyChange] = []
    let token = person.observe { (change: ObjectChange<Person>) in if case .change(_, let properties) = change { seen += properties } }
    func next() -> [PropertyChange] {
      realm.refresh()
      defer { seen = [] }
      return seen
    }
    try realm.write { person.firstName = "b" }
    var found = next()
    #expect(found.count == 1 && found[0].oldValue == nil && found[0].newValue as? String == "b")
    let same = try #require(other.objects(Person.self).first)
    try other.write { same.firstName = "c" }
    found = next()
    #expect(found.count == 1 && found[0].oldValue as? String == "b" && found[0].newValue as? String == "c")
    try other.write { same.home = nil }
    found = next()
    #expect(found.map(\.name) == ["home"] && found[0].newValue as? Address == nil && found[0].newValue == nil)
    withExtendedLifetime(token) {}
  }

  @Test(
    "a path to a list reports changes of the list, and a path through it also those of the property and of links")
  func paths() throws {
    let realm = try Watched().realm
    let (a, b) = try realm.write {
      let (a, b) = (realm.create(Person.self, value: ["firstName": "a"]), realm.create(Person.self, value: ["firstName": "b"]))
      a.friends.append(b)
      a.home = Address(value: ["city": "c"])
      return (a, b)
    }
    let (list, behind, home, plain) = (Calls(), Calls(), Calls(), Calls())
    let tokens = [
      a.observe(keyPaths: ["friends"]) { (change: ObjectChange<Person>) in list.add(change) },
      a.observe(keyPaths: ["friends.firstName"]) { (change: ObjectChange<Person>) in behind.add(change) },
      a.observe(keyPaths: [\Person.home?.city]) { (change: ObjectChange<Person>) in home.add(change) },
      a.observe { (change: ObjectChange<Person>) in plain.add(change) },
    ]
    func expect(_ expected: [Int], _ what: Comment) {
      realm.refresh()
      #expect([list, behind, home, plain].map { $0.take().count } == expected, what)
    }
    try realm.write { b.firstName = "x" }
    expect([0, 1, 0, 0], "a friend's name")
    try realm.write { b.lastName = "x" }
    expect([0, 0, 0, 0], "a friend's other name")
    try realm.write { a.friends.append(a) }
    expect([1, 1, 0, 1], "the list")
    try realm.write { a.home?.city = "d" }
    expect([0, 0, 1, 0], "behind the link")
    try realm.write { a.home = Address(value: ["city": "d"]) }
    expect([0, 0, 1, 1], "the link")
    try realm.write { realm.create(Dog.self, value: ["owner": a]) }
    expect([0, 0, 0, 0], "what links here, without being named")
    withExtendedLifetime(tokens) {}
  }

  @Test("'commitWrite(withoutNotifying:)' silences exactly one notification")
  func silenced() throws {
    let realm = try Watched().realm
    let (silenced, told) = (Calls(), Calls())
    let token = realm.objects(Person.self).observe { silenced.add($0) }
    let other = realm.objects(Person.self).observe { told.add($0) }
    realm.refresh()
    realm.beginWrite()
    realm.create(Person.self)
    try realm.commitWrite(withoutNotifying: [token])
    realm.refresh()
    #expect(silenced.take() == ["initial"])
    #expect(told.take() == ["initial", "-[] +[0] ~[]"])
    try realm.write { _ = realm.create(Person.self) }
    realm.refresh()
    #expect(silenced.take() == ["-[] +[1] ~[]"])
    #expect(told.take() == ["-[] +[1] ~[]"])
    withExtendedLifetime((token, other)) {}
  }

  @Test("an empty write calls the blocks of a Realm before it returns")
  func emptyWrite() throws {
    let realm = try Watched().realm
    // The other instance has added its types to the file.
    realm.refresh()
    var calls: [Realm.Notification] = []
    let token = realm.observe { notification, _ in calls.append(notification) }
    try realm.write {}
    #expect(calls == [.didChange])
    realm.beginWrite()
    try realm.commitWrite()
    #expect(calls == [.didChange, .didChange])
    token.invalidate()
    try realm.write {}
    #expect(calls.count == 2)
  }

  @Test("a deletion is reported with key paths as well")
  func deletion() throws {
    let realm = try Watched().realm
    let person = try realm.write { realm.create(Person.self) }
    let calls = Calls()
    let token = person.observe(keyPaths: [\Person.firstName]) { (change: ObjectChange<Person>) in calls.add(change) }
    try realm.write { realm.delete(person) }
    realm.refresh()
    #expect(calls.take() == ["deleted"])
    #expect(token.invalidate() && !token.invalidate())
  }
}
