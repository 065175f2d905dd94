import People
import Shelves
import Testing

@testable import Ashlar

@Suite("Observing collections")
struct ObservingCollectionsTests {
  private func person(_ realm: Realm, _ name: String) -> Person { realm.create(Person.self, value: ["firstName": name]) }

  @Test("the first call is asynchronous and includes all earlier changes, and a second one follows only a change")
  func initial() throws {
    let realm = try Watched().realm
    let calls = Calls()
    let token = realm.objects(Person.self).observe { calls.add($0) }
    #expect(calls.list == [])
    try realm.write { _ = person(realm, "a") }
    #expect(calls.take() == ["initial"], "the beginning of the write tells, of the version before it")
    realm.refresh()
    #expect(calls.take() == ["-[] +[0] ~[]"])
    realm.refresh()
    #expect(calls.take() == [])
    withExtendedLifetime(token) {}
  }

  @Test("in sorted results, a row whose position changes is deleted and inserted, and no other row is reported")
  func sorted() throws {
    let realm = try Watched().realm
    try realm.write { for name in ["b", "d", "f", "h"] { _ = person(realm, name) } }
    let people = realm.objects(Person.self).sorted(byKeyPath: "firstName")
    let calls = Calls()
    let token = people.observe { calls.add($0) }
    realm.refresh()
    _ = calls.take()
    try realm.write { people[0].firstName = "e" }
    realm.refresh()
    #expect(calls.take() == ["-[0] +[1] ~[]"])
    try realm.write { people[3].firstName = "i" }
    realm.refresh()
    #expect(calls.take() == ["-[] +[] ~[3]"])
    try realm.write { people[1].firstName = "c" }
    realm.refresh()
    #expect(calls.take() == ["-[1] +[0] ~[]"], "two neighbours changed places, and the one that was stored to has moved")
    withExtendedLifetime(token) {}
  }

  @Test("a row that no longer satisfies the condition is a deletion, and one that satisfies it now is an insertion")
  func filtered() throws {
    let realm = try Watched().realm
    try realm.write { for name in ["xa", "b", "xc"] { _ = person(realm, name) } }
    let all = realm.objects(Person.self)
    let people = all.where { $0.firstName.starts(with: "x") }
    let calls = Calls()
    let token = people.observe { calls.add($0) }
    realm.refresh()
    _ = calls.take()
    try realm.write {
      all[0].firstName = "a"
      all[1].firstName = "xb"
      all[2].firstName = "xcc"
    }
    realm.refresh()
    #expect(calls.take() == ["-[0] +[0] ~[1]"])
    #expect(people.map(\.firstName) == ["xb", "xcc"])
    try realm.write { all[0].firstName = "still not" }
    realm.refresh()
    #expect(calls.take() == [])
    withExtendedLifetime(token) {}
  }

  @Test(
    "in a list, replaced elements are modified, moved ones are deleted and inserted, and equal elements are distinguished by position"
  )
  func list() throws {
    let realm = try Watched().realm
    let (owner, friends, other) = try realm.write {
      let owner = person(realm, "owner")
      let friends = (0..<4).map { person(realm, "\($0)") }
      owner.friends.append(objectsIn: friends + [friends[0]])
      return (owner, friends, person(realm, "other"))
    }
    let calls = Calls()
    let token = owner.friends.observe { calls.add($0) }
    realm.refresh()
    #expect(calls.take() == ["initial"])
    try realm.write { owner.friends[1] = other }
    realm.refresh()
    #expect(calls.take() == ["-[] +[] ~[1]"])
    try realm.write { owner.friends.move(from: 3, to: 0) }
    realm.refresh()
    #expect(calls.take() == ["-[3] +[0] ~[]"])
    try realm.write { friends[0].firstName = "new" }
    realm.refresh()
    #expect(calls.take() == ["-[] +[] ~[1, 4]"], "it is there twice")
    try realm.write { friends[2].lastName = "new" }
    realm.refresh()
    #expect(calls.take() == ["-[] +[] ~[3]"])
    try realm.write {
      let all = Array(owner.friends)
      owner.friends.removeAll()
      owner.friends.append(objectsIn: all)
    }
    realm.refresh()
    #expect(calls.take() == [], "the same elements in the same order are no change")
    try realm.write { realm.delete(friends[3]) }
    realm.refresh()
    #expect(calls.take() == ["-[0] +[] ~[]"])
    withExtendedLifetime(token) {}
  }

  @Test("lists and sets of values, maps and linking objects are observed")
  func others() throws {
    let realm = try Watched().realm
    let (owner, shelf) = try realm.write { (person(realm, "owner"), realm.create(Shelf.self, value: ["id": 1])) }
    let (tags, texts, scores, dogs, tints) = (Calls(), Calls(), Calls(), Calls(), Calls())
    let tokens = [
      owner.tags.observe { tags.add($0) }, shelf.texts.observe { texts.add($0) }, shelf.scores.observe { scores.add($0) },
      owner.dogs.observe { dogs.add($0) }, AnyRealmCollection(shelf.maybeInts).observe { tints.add($0) },
    ]
    realm.refresh()
    for calls in [tags, texts, scores, dogs, tints] { #expect(calls.take() == ["initial"]) }
    try realm.write {
      owner.tags.append(objectsIn: ["a", "b"])
      shelf.texts.insert(objectsIn: ["y", "x"])
      shelf.scores["one"] = 1
      shelf.scores["two"] = 2
      shelf.maybeInts.append(objectsIn: [1, nil, 1])
      realm.create(Dog.self, value: ["name": "rex", "owner": owner])
    }
    realm.refresh()
    #expect(tags.take() == ["-[] +[0, 1] ~[]"])
    #expect(texts.take() == ["-[] +[0, 1] ~[]"])
    #expect(scores.take() == [#"-[] +["one", "two"] ~[]"#])
    #expect(dogs.take() == ["-[] +[0] ~[]"])
    #expect(tints.take() == ["-[] +[0, 1, 2] ~[]"])
    try realm.write {
      owner.tags[0] = "c"
      shelf.texts.remove("x")
      shelf.scores["two"] = 3
      shelf.scores["one"] = nil
      shelf.maybeInts[1] = 5
      owner.dogs[0].name = "max"
    }
    realm.refresh()
    #expect(tags.take() == ["-[] +[] ~[0]"])
    #expect(texts.take() == ["-[0] +[] ~[]"])
    #expect(scores.take() == [#"-["one"] +[] ~["two"]"#])
    #expect(dogs.take() == ["-[] +[] ~[0]"])
    #expect(tints.take() == ["-[] +[] ~[1]"])
    withExtendedLifetime(tokens) {}
  }

  @Test("when the owner is deleted, all elements are deleted once, and an empty collection reports nothing")
  func owner() throws {
    let realm = try Watched().realm
    let (owner, shelf) = try realm.write { (person(realm, "owner"), realm.create(Shelf.self, value: ["id": 1, "scores": ["a": 1]])) }
    try realm.write { owner.tags.append("a") }
    let (tags, friends, scores, dogs) = (Calls(), Calls(), Calls(), Calls())
    let tokens = [
      owner.tags.observe { tags.add($0) }, owner.friends.observe { friends.add($0) }, shelf.scores.observe { scores.add($0) },
      owner.dogs.observe { dogs.add($0) },
    ]
    realm.refresh()
    for calls in [tags, friends, scores, dogs] { _ = calls.take() }
    try realm.write { realm.delete(owner) }
    try realm.write { realm.delete(shelf) }
    realm.refresh()
    #expect(tags.take() == ["-[0] +[] ~[]"])
    #expect(scores.take() == [#"-["a"] +[] ~[]"#])
    #expect(friends.take() == [] && dogs.take() == [])
    try realm.write { _ = person(realm, "b") }
    realm.refresh()
    #expect(tags.take() == [])
    withExtendedLifetime(tokens) {}
  }

  @Test("without key paths, objects up to three links away count, and objects four links away do not")
  func depth() throws {
    let realm = try Watched().realm
    let chain = try realm.write {
      let people = (0..<5).map { person(realm, "\($0)") }
      for (a, b) in zip(people, people.dropFirst()) { a.friends.append(b) }
      return people
    }
    let first = realm.objects(Person.self).where { $0.firstName == "0" }
    let calls = Calls()
    let token = first.observe { calls.add($0) }
    realm.refresh()
    _ = calls.take()
    for (step, expected) in [(1, 1), (2, 1), (3, 1), (4, 0)] {
      try realm.write { chain[step].lastName = "changed" }
      realm.refresh()
      #expect(calls.take().count == expected, "step \(step)")
    }
    try realm.write { realm.create(Dog.self, value: ["name": "rex", "owner": chain[0]]) }
    realm.refresh()
    #expect(calls.take() == [], "linking objects do not count")
    withExtendedLifetime(token) {}
  }

  @Test(
    "key paths of each token determine modifications: links along the path count, and properties beyond its end do not")
  func keyPaths() throws {
    let realm = try Watched().realm
    let (a, b) = try realm.write {
      let (a, b) = (person(realm, "a"), person(realm, "b"))
      a.friends.append(b)
      return (a, b)
    }
    let list = realm.objects(Person.self)
    let (names, friends, behind, dogs, home) = (Calls(), Calls(), Calls(), Calls(), Calls())
    let tokens = [
      list.observe(keyPaths: ["firstName"]) { names.add($0) }, list.observe(keyPaths: [\Person.friends]) { friends.add($0) },
      list.observe(keyPaths: ["friends.lastName"]) { behind.add($0) }, list.observe(keyPaths: ["dogs.name"]) { dogs.add($0) },
      list.observe(keyPaths: [\.home?.city]) { home.add($0) },
    ]
    func expect(_ expected: [[String]], _ what: Comment) {
      realm.refresh()
      #expect([names, friends, behind, dogs, home].map { $0.take() } == expected, what)
    }
    expect(Array(repeating: ["initial"], count: 5), "first")
    try realm.write { b.firstName = "bb" }
    expect([["-[] +[] ~[1]"], [], [], [], []], "a name")
    try realm.write { b.lastName = "c" }
    expect([[], [], ["-[] +[] ~[0]"], [], []], "a friend's name")
    try realm.write { a.friends.append(a) }
    expect([[], ["-[] +[] ~[0]"], ["-[] +[] ~[0]"], [], []], "the list itself")
    let dog = try realm.write { realm.create(Dog.self, value: ["name": "rex", "owner": a]) }
    expect([[], [], [], ["-[] +[] ~[0]"], []], "a link that leads here")
    try realm.write { dog.name = "max" }
    expect([[], [], [], ["-[] +[] ~[0]"], []], "a property of what links here")
    try realm.write { dog.age = 5 }
    expect([[], [], [], [], []], "another property of that")
    try realm.write { dog.owner = b }
    expect([[], [], [], ["-[] +[] ~[0, 1]"], []], "both that lost and that gained it")
    try realm.write { a.home = Address(value: ["street": "s", "city": "c"]) }
    expect([[], [], [], [], ["-[] +[] ~[0]"]], "a link on the way")
    try realm.write { a.home?.street = "t" }
    expect([[], [], [], [], []], "a property beside the path")
    try realm.write { realm.delete(b) }
    realm.refresh()
    for calls in [names, dogs, home] { #expect(calls.take() == ["-[1] +[] ~[]"], "insertions and deletions are always told") }
    withExtendedLifetime(tokens) {}
  }
}
