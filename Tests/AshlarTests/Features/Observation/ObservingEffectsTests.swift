import Ashlar
import Atlas
import Foundation
import People
import Testing
import TestSupport
import TestTraits

@Suite("Effects of a write that observers report")
struct ObservingEffectsTests {
  @Test("an embedded object that goes with its owner is a change of the owner's property, and its own observer is told that it is gone")
  func cascade() throws {
    let realm = try Watched().realm
    let person = try realm.write { realm.create(Person.self, value: ["home": ["street": "s", "city": "c"]]) }
    let (owner, home) = (Calls(), Calls())
    let tokens = [
      person.observe { (change: ObjectChange<Person>) in owner.list.append(change.names) },
      try #require(person.home).observe { (change: ObjectChange<Address>) in home.list.append(change.names) },
    ]
    try realm.write { person.home?.city = "d" }
    realm.refresh()
    #expect(owner.take() == [] && home.take() == ["city"])
    try realm.write { person.home = nil }
    realm.refresh()
    #expect(owner.take() == ["home"] && home.take() == ["deleted"])
    withExtendedLifetime(tokens) {}
  }

  @Test("an object that is deleted goes from lists, leaves nil in maps, and changes the properties that linked to it")
  func deletedTarget() throws {
    let realm = try memoryRealm(AtlasSchema.objectTypes)
    let (place, guide) = try realm.write {
      let (place, guide) = (realm.create(Place.self), realm.create(Place.self))
      place.guides["a"] = guide
      return (place, guide)
    }
    let (map, object) = (Calls(), Calls())
    let tokens = [
      place.guides.observe { map.add($0) }, place.observe { (change: ObjectChange<Place>) in object.list.append(change.names) },
    ]
    realm.refresh()
    #expect(map.take() == ["initial"])
    try realm.write { guide.name = "x" }
    realm.refresh()
    #expect(map.take() == [#"-[] +[] ~["a"]"#] && object.take() == [], "a property of the value")
    try realm.write { realm.delete(guide) }
    realm.refresh()
    #expect(map.take() == [#"-[] +[] ~["a"]"#] && object.take() == ["guides"])
    #expect(place.guides.keys == ["a"])
    withExtendedLifetime(tokens) {}
  }

  @Test("what is frozen in a call is of the version of the change")
  func frozen() throws {
    let watched = try Watched()
    let realm = watched.realm
    var frozen: [Results<Person>] = []
    let token = realm.objects(Person.self).observe { change in
      if case .update(let people, _, _, _) = change { frozen.append(people.freeze()) }
    }
    realm.refresh()
    for _ in 0..<3 {
      try watched.other.write { _ = watched.other.create(Person.self) }
      realm.refresh()
    }
    #expect(frozen.map(\.count) == [1, 2, 3])
    withExtendedLifetime(token) {}
  }

  @Test("a thread that does not refresh for a thousand commits is told once, and of the net change")
  func late() throws {
    let watched = try Watched()
    let (realm, other) = (watched.realm, watched.other)
    let calls = Calls()
    let token = realm.objects(Person.self).observe { calls.add($0) }
    realm.refresh()
    _ = calls.take()
    let kept = try other.write { other.create(Person.self) }
    for number in 0..<1_000 {
      try other.write {
        kept.firstName = "\(number)"
        if number % 2 == 0 { other.create(Person.self, value: ["firstName": "x"]) } else { other.delete(other.objects(Person.self).last!) }
      }
    }
    realm.refresh()
    #expect(calls.take() == ["-[] +[0] ~[]"])
    withExtendedLifetime(token) {}
  }

  @Test("a Realm that is opened read-only cannot be observed")
  func readOnly() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let folder = try TemporaryFolder()
      var configuration = Realm.Configuration(fileURL: folder.url.appending(path: "store"), objectTypes: PeopleSchema.objectTypes)
      _ = try Realm(configuration: configuration)
      configuration.readOnly = true
      _ = try Realm(configuration: configuration).objects(Person.self).observe { _ in }
    }
    #expect(errorText(result).contains("Read-only Realms do not change and do not have change notifications."))
  }
}

extension ObjectChange {
  fileprivate var names: String {
    switch self {
    case .change(_, let properties): properties.map(\.name).joined(separator: ", ")
    case .deleted: "deleted"
    case .error: "error"
    }
  }
}
