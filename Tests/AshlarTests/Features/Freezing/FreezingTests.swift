import Ashlar
import Atlas
import Concerts
import Foundation
import People
import Testing
import TestSupport

@Suite("Frozen objects, collections and Realms")
struct FreezingTests {
  private func people(_ realm: Realm) throws -> Person {
    try realm.write {
      let ada = Person()
      ada.firstName = "Ada"
      ada.lastName = "L"
      ada.tags.append(objectsIn: ["x", "y"])
      ada.home = Address(value: ["street": "Mill Lane", "city": "Bath"])
      realm.add(ada)
      for age in 0..<3 { realm.create(Dog.self, value: ["name": "dog \(age)", "age": age, "owner": ada]) }
      let bo = Person()
      bo.firstName = "Bo"
      bo.lastName = "M"
      bo.friends.append(ada)
      realm.add(bo)
      return ada
    }
  }

  @Test("a frozen object and all objects that it links to keep their values, while the live ones change")
  func object() throws {
    let realm = try memoryRealm()
    let ada = try people(realm)
    let frozen = ada.freeze()
    #expect(frozen.isFrozen && !ada.isFrozen && frozen.realm?.isFrozen == true && frozen !== ada && frozen != ada)
    try realm.write {
      ada.firstName = "Eve"
      ada.tags.removeAll()
      ada.home?.city = "York"
      realm.delete(realm.objects(Dog.self).where { $0.age == 1 })
    }
    #expect(ada.firstName == "Eve" && ada.dogs.count == 2)
    #expect(frozen.firstName == "Ada" && Array(frozen.tags) == ["x", "y"] && frozen.home?.city == "Bath")
    #expect(frozen.dogs.map(\.age) == [0, 1, 2] && frozen.dogs[0].owner == frozen && frozen.home?.residents.count == 1)
    #expect(frozen.tags.isFrozen && frozen.home?.isFrozen == true && frozen.dogs.isFrozen && frozen.dogs[1].isFrozen)
    #expect(frozen.freeze() === frozen && frozen.home?.thaw()?.city == "York")
    try realm.write { realm.delete(ada) }
    #expect(!frozen.isInvalidated && frozen.thaw() == nil && frozen.home?.thaw() == nil && frozen.lastName == "L")
  }

  @Test("Realms of a file with different types have different frozen Realms, each one for a version")
  func typesAndVersions() throws {
    let name = UUID().uuidString
    var (every, one) = (memory(name), memory(name, [Address.self, Dog.self, Person.self]))
    (every.schemaVersion, one.schemaVersion) = (9, 9)
    let realm = try Realm(configuration: every)
    let some = try Realm(configuration: one)
    let (first, second, other) = (realm.freeze(), realm.freeze(), some.freeze())
    #expect(first == second)
    #expect(some.freeze() == other)
    #expect(first != other)
    #expect(Set(other.schema.objectSchema.map(\.className)) == ["Address", "Dog", "Person"])
    #expect(first.schema.objectSchema.count > 3)
    try realm.write { realm.create(Dog.self, value: ["name": "x", "age": 1]) }
    #expect(realm.freeze() != first)
    #expect(first.objects(Dog.self).isEmpty)
  }

  @Test("frozen objects of one version are equal and hash alike, whoever froze them; those of others are not")
  func equality() throws {
    let name = UUID().uuidString
    let realm = try Realm(configuration: memory(name))
    try realm.write { for age in 0..<3 { realm.create(Dog.self, value: ["d", age]) } }
    // Without a primary key.
    let (first, second) = (realm.objects(Dog.self)[0].freeze(), realm.objects(Dog.self)[0].freeze())
    #expect(first !== second && first == second && first.hashValue == second.hashValue && first.isSameObject(as: second))
    #expect(first != realm.objects(Dog.self)[1].freeze() && realm.freeze() == realm.freeze() && realm.freeze() == first.realm)
    #expect(Set([first, second, realm.freeze().objects(Dog.self)[0]]).count == 1)
    nonisolated(unsafe) let frozen = first
    try onThread {
      let other = try Realm(configuration: memory(name))
      #expect(other.objects(Dog.self)[0].freeze() == frozen && other.freeze() == frozen.realm)
    }
    try realm.write { realm.create(Dog.self) }
    #expect(realm.objects(Dog.self)[0].freeze() != first && realm.freeze() != first.realm)
  }

  @Test("freezing inside a write gives the state before it; what was created in it cannot be thawed elsewhere either")
  func insideWrite() throws {
    let realm = try memoryRealm()
    let ada = try people(realm)
    try realm.write {
      ada.firstName = "Changed"
      ada.tags.append("z")
      realm.create(Dog.self, value: ["new", 9])
      #expect(ada.freeze().firstName == "Ada" && Array(ada.tags.freeze()) == ["x", "y"])
      #expect(realm.freeze().objects(Dog.self).count == 3 && realm.objects(Dog.self).freeze().count == 3)
      #expect(realm.objects(Dog.self).where { $0.age > 0 }.freeze().count == 2)
      #expect(ada.firstName == "Changed" && realm.objects(Dog.self).count == 4)
    }
    #expect(ada.freeze().firstName == "Changed" && realm.freeze().objects(Dog.self).count == 4)
  }

  @Test("results keep their conditions and order, frozen and thawed")
  func results() throws {
    let realm = try memoryRealm()
    let ada = try people(realm)
    let dogs = realm.objects(Dog.self).where { $0.owner == ada && $0.age >= 1 }.sorted(byKeyPath: "age", ascending: false)
    let frozen = dogs.freeze()
    let ages = realm.objects(Dog.self).where { $0.age < 2 }.freeze()
    let tags = ada.tags.freeze()
    try realm.write { realm.create(Dog.self, value: ["name": "late", "age": 7, "owner": ada]) }
    #expect(dogs.map(\.age) == [7, 2, 1] && frozen.map(\.age) == [2, 1] && frozen[0].isFrozen && frozen.isFrozen)
    #expect(frozen.where { $0.age == 1 }.count == 1 && frozen.sorted(byKeyPath: "age").first?.age == 1)
    #expect((frozen.sum(ofProperty: "age") as Int) == 3 && ages.count == 2 && frozen.freeze() == frozen && dogs.thaw() == dogs)
    #expect(frozen.thaw()?.map(\.age) == [7, 2, 1] && frozen.thaw()?.isFrozen == false)
    #expect(tags.thaw().map { Array($0) } == ["x", "y"] && tags.isFrozen)
    #expect(frozen.index(of: frozen[1]) == 1 && frozen.index(of: dogs[2]) == nil)
    let home = try #require(ada.home)
    let residents = home.residents.freeze()
    let friends = try #require(realm.objects(Person.self).where { $0.firstName == "Bo" }.first).friends.where { $0.lastName == "L" }
    let frozenFriends = friends.freeze()
    try realm.write { ada.home = nil }
    #expect(residents.count == 1 && residents[0].firstName == "Ada" && residents.thaw() == nil)
    #expect(frozenFriends.count == 1 && frozenFriends[0].home?.city == "Bath" && frozenFriends.thaw()?.first?.home == nil)
    try realm.write { realm.delete(realm.objects(Person.self)) }
    #expect(frozenFriends.thaw() == nil && frozenFriends.count == 1)
  }

  @Test("an index and a primary key answer as of the frozen version")
  func lookUps() throws {
    let realm = try memoryRealm()
    try realm.write { for age in 0..<600 { realm.create(Person.self, value: ["firstName": "p", "lastName": "n\(age % 7)"]) } }
    let key = realm.objects(Person.self)[3]._id
    let frozen = realm.freeze()
    try realm.write { realm.delete(realm.objects(Person.self).where { $0.lastName == "n3" }) }
    #expect(realm.objects(Person.self).where { $0.lastName == "n3" }.isEmpty)
    #expect(frozen.objects(Person.self).where { $0.lastName == "n3" }.count == 86)
    #expect(frozen.object(ofType: Person.self, forPrimaryKey: key)?.lastName == "n3")
    #expect(frozen.object(ofType: Person.self, forPrimaryKey: key)?.thaw() == nil)
    #expect(frozen.object(ofType: Person.self, forPrimaryKey: ObjectId.generate()) == nil)
    #expect(frozen.objects(Person.self).count == 600 && frozen.objects(Person.self).map(\.lastName).count == 600)
  }

  @Test("sets, maps, values of any type with collections in them, and custom types are frozen as well")
  func everyKind() throws {
    let realm = try Realm(configuration: memory(UUID().uuidString, [Place.self, Landmark.self, CoordinateStorage.self]))
    let place = Place()
    place.tags.insert(objectsIn: ["b", "a"])
    place.scores["k"] = 1
    place.position = Coordinate(latitude: 1, longitude: 2)
    place.anything = .fromArray([.int(1), .fromDictionary(["a": .string("x")])])
    place.several.append(.fromArray([.bool(true)]))
    place.byName["m"] = .fromDictionary(["n": .int(2)])
    place.neighbours.insert(place)
    try realm.write { realm.add(place) }
    let frozen = place.freeze()
    let (tags, scores, list) = (place.tags.freeze(), place.scores.freeze(), try #require(place.anything.listValue).freeze())
    let map = try #require(place.byName["m"]?.dictionaryValue).freeze()
    try realm.write {
      place.tags.insert("c")
      place.scores["k"] = 2
      place.anything = .int(3)
      place.several.removeAll()
      place.byName["m"]?.dictionaryValue?["n"] = .int(4)
      place.neighbours.removeAll()
    }
    #expect(Array(frozen.tags) == ["a", "b"] && Array(tags) == ["a", "b"] && frozen.scores["k"] == 1 && scores["k"] == 1)
    #expect(frozen.anything.listValue?[1].dictionaryValue?["a"] == .string("x") && frozen.several[0].listValue?[0] == .bool(true))
    #expect(list.count == 2 && list.isFrozen && list[0] == .int(1) && list.thaw() == nil)
    #expect(map["n"] == .int(2) && map.isFrozen && map.thaw()?["n"] == .int(4))
    #expect(frozen.neighbours.contains(frozen) && frozen.nearTo.count == 1 && frozen.position.longitude == 2)
    #expect(tags.thaw().map { Array($0) } == ["a", "b", "c"] && scores.thaw()?["k"] == 2 && scores.isFrozen)
    #expect(frozen.description.contains("Place {"))
  }

  @Test("a projection is a view of the frozen object")
  func projections() throws {
    let season = try Season()
    let card = try #require(season.card("Suites"))
    let (frozen, names) = (card.freeze(), card.names.freeze())
    try season.realm.write {
      card.name = "Sonatas"
      card.players = List()
    }
    #expect(frozen.isFrozen && frozen.name == "Suites" && Array(frozen.names) == ["Lind", "Moe"] && frozen != card)
    #expect(Array(names) == ["Lind", "Moe"] && names.isFrozen && names.thaw()?.isEmpty == true)
    #expect(frozen.thaw() == card && frozen.thaw()?.name == "Sonatas")
    let cards = season.realm.objects(type(of: card)).freeze()
    #expect(cards.allSatisfy(\.isFrozen) && cards.isFrozen)
  }

  @Test("a frozen Realm reads, copies itself and thaws; it does not move on, and a closed one is replaced")
  func realm() throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.configuration())
    try realm.write { for age in 0..<3 { realm.create(Dog.self, value: ["d", age]) } }
    let frozen = realm.freeze()
    try realm.write { realm.create(Dog.self) }
    #expect(frozen.isFrozen && !frozen.isInWriteTransaction && !frozen.refresh() && frozen.freeze() == frozen && frozen.thaw() == realm)
    #expect(frozen.objects(Dog.self).count == 3 && realm.thaw() == realm && !frozen.isEmpty)
    #expect(realm.freeze(realm.objects(Dog.self)[0]).isFrozen && realm.freeze(realm.objects(Dog.self)).isFrozen)
    try frozen.writeCopy(toFile: folder.url("copy.realm"))
    #expect(try Realm(configuration: folder.configuration("copy.realm")).objects(Dog.self).count == 3)
    let error = #expect(throws: Realm.Error.self) { try frozen.write {} }
    #expect(error?.code == .fail)
    #expect(error?.localizedDescription == "Cannot perform transactions on a frozen Realm. Call thaw() and use the live Realm.")
    let pinned = try realm.pinnedVersions()
    guard case .frozenRealm(let place) = pinned.first?.holder else {
      Issue.record("\(pinned)")
      return
    }
    #expect(place?.hasPrefix("AshlarTests/FreezingTests.swift:") == true && pinned.count == 2)
    let again = realm.freeze()
    again.invalidate()
    again.invalidate()
    #expect(realm.freeze() != again && realm.freeze().objects(Dog.self).count == 4)
  }

  @Test("a frozen version is released with the last object read from it")
  func release() throws {
    let realm = try memoryRealm()
    try realm.write { realm.create(Dog.self, value: ["Rex", 1]) }
    do {
      var frozen: Dog? = realm.objects(Dog.self)[0].freeze()
      try realm.write { realm.create(Dog.self) }
      #expect(try realm.pinnedVersions().count == 2 && frozen?.name == "Rex")
      frozen = nil
    }
    #expect(try realm.pinnedVersions().count == 1)
    // A live Realm that shares its snapshot with nobody any more renews it.
    try realm.write { realm.create(Dog.self) }
    #expect(realm.objects(Dog.self).count == 3)
  }

  @Test("thawing on a thread whose Realm is older gives nil until that is refreshed")
  func olderRealm() throws {
    let name = UUID().uuidString
    let realm = try Realm(configuration: memory(name))
    // A Realm pins its version at the first read.
    #expect(realm.isEmpty)
    let frozen: Dog = try onThread {
      let other = try Realm(configuration: memory(name))
      nonisolated(unsafe) let dog = try other.write { other.create(Dog.self, value: ["Rex", 1]) }.freeze()
      return Handed(dog)
    }.value
    #expect(frozen.name == "Rex" && frozen.thaw() == nil)
    realm.refresh()
    #expect(frozen.thaw()?.name == "Rex" && frozen.thaw()?.realm == realm)
  }

  private struct Handed<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }
}
