import Ashlar
import Foundation
import Handwritten
import TestSupport
import Testing

@Suite("Classes written by hand are stored and read like generated ones")
struct PersistedTests {
  private static let types: [ObjectBase.Type] = HandwrittenSchema.objectTypes

  @Test("a new object has literal initial values, the defaults of types, and what code gives")
  func defaults() {
    let (first, second) = Sailor.$serials.withValue(SerialNumbers()) { (Sailor(), Sailor()) }
    #expect(first.name == "nobody" && first.age == nil && first.weight == 0 && first.share == 0.5 && first.isActive)
    #expect(first.small == -3 && first.medium == nil && first.wide == 0 && first.mood == .busy && first.priority == nil)
    #expect(first.place == Handwritten.Spot(x: 0, y: 0) && first.home == nil && first.parrots.isEmpty && first.moods.isEmpty)
    #expect(first.token != second.token && first.id != second.id)
    #expect(second.serial == first.serial + 1, "evaluated once for each object")
  }

  @Test("what is set is read back, unmanaged, managed, and after reopening", arguments: [false, true])
  func roundTrip(isInFile: Bool) throws {
    let folder = try TemporaryFolder()
    let configuration = isInFile ? folder.configuration("a.realm", Self.types) : memory(UUID().uuidString, Self.types)
    let sailor = Sailor(name: "Ann", secret: "gold")
    let friend = Sailor(name: "Bob")
    func set(_ sailor: Sailor) {
      sailor.age = 41
      sailor.weight = 61.5
      sailor.share = 0.25
      sailor.isActive = false
      sailor.small = 7
      sailor.medium = -300
      sailor.wide = 1 << 30
      sailor.wider = 1 << 40
      sailor.born = Date(timeIntervalSince1970: 1)
      sailor.photo = Data([1, 2, 3])
      sailor.price = 1.25
      sailor.anything = .string("x")
      sailor.mood = .calm
      sailor.priority = .high
      sailor.site = URL(string: "https://a.b")
      sailor.place = Handwritten.Spot(x: 1, y: 2)
      sailor.home = Berth(value: ["street": "Quay 1", "city": "Oslo"])
      sailor.friend = friend
      sailor.parrots.append(Parrot(value: ["name": "Polly", "breed": "grey"]))
      sailor.tags.insert(objectsIn: ["a", "b"])
      sailor.scores["x"] = 3
      sailor.moods.append(objectsIn: [.calm, nil])
      sailor.visit()
    }
    func check(_ sailor: Sailor) {
      #expect(sailor.name == "Ann" && sailor.revealed == "gold" && sailor.age == 41 && sailor.weight == 61.5)
      #expect(sailor.share == 0.25 && !sailor.isActive && sailor.small == 7 && sailor.medium == -300)
      #expect(sailor.wide == 1 << 30 && sailor.wider == 1 << 40 && sailor.born == Date(timeIntervalSince1970: 1))
      #expect(sailor.photo == Data([1, 2, 3]) && sailor.price == 1.25 && sailor.anything == .string("x"))
      #expect(sailor.mood == .calm && sailor.priority == .high && sailor.site?.absoluteString == "https://a.b")
      #expect(sailor.place == Handwritten.Spot(x: 1, y: 2) && sailor.home?.street == "Quay 1" && sailor.home?.city == "Oslo")
      #expect(sailor.friend?.name == "Bob" && sailor.parrots.map(\.name) == ["Polly"] && sailor.parrots.first?.legs == 4)
      #expect(Set(sailor.tags) == ["a", "b"] && sailor.scores["x"] == 3 && Array(sailor.moods) == [.calm, nil] && sailor.visits == 1)
    }
    set(sailor)
    check(sailor)
    try autoreleased {
      let realm = try Realm(configuration: configuration)
      try realm.write { realm.add(sailor) }
      check(sailor)
      #expect(sailor.friend?.admirers.map(\.name) == ["Ann"])
      #expect(sailor.parrots.first?.owners.count == 1)
      #expect(sailor.home?.residents.first?.name == "Ann")
      check(try #require(realm.object(ofType: Sailor.self, forPrimaryKey: sailor.id)))
    }
    if isInFile {
      let realm = try Realm(configuration: configuration)
      check(try #require(realm.objects(Sailor.self).where { $0.age == 41 }.first))
    }
  }

  private func autoreleased(_ body: () throws -> Void) rethrows { try body() }

  @Test("questions see the properties, also through links and from generated code's side")
  func questions() throws {
    let realm = try memoryRealm(Self.types)
    try realm.write {
      for index in 0..<100 {
        let sailor = realm.create(Sailor.self, value: ["name": "s\(index)", "age": index])
        sailor.parrots.append(realm.create(Parrot.self, value: ["name": "p\(index)", "legs": index % 3]))
        if index > 0 { sailor.friend = realm.objects(Sailor.self).where { $0.age == index - 1 }.first }
      }
    }
    let sailors = realm.objects(Sailor.self)
    #expect(sailors.where { $0.age >= 90 }.count == 10)
    #expect(sailors.where { $0.friend.age == 4 }.first?.name == "s5")
    #expect(sailors.filter("ANY parrots.legs == 2").count == 33)
    #expect(sailors.sorted(by: \.name, ascending: false).first?.name == "s99")
    #expect(sailors.where { $0.parrots.name == "p7" }.first?.age == 7)
    #expect(sailors.sum(of: \.age) == 4950)
    #expect(Array(sailors.map(\.age)).count == 100)
  }

  @Test("a property of a class has one column in all that derive from it, and each class has a table")
  func inheritance() throws {
    let realm = try memoryRealm(Self.types)
    try realm.write {
      realm.add(Parrot(value: ["name": "Polly", "breed": "grey"]))
      realm.add(Creature(value: ["name": "Rat"]))
    }
    #expect(realm.objects(Parrot.self).map(\.name) == ["Polly"])
    #expect(realm.objects(Creature.self).map(\.name) == ["Rat"])
    let parrot = try #require(realm.object(ofType: Parrot.self, forPrimaryKey: "Polly"))
    #expect(parrot.breed == "grey" && parrot.legs == 4 && parrot.owners.isEmpty)
  }

  @Test("stored names are those of propertiesMapping")
  func mapping() throws {
    let realm = try memoryRealm(Self.types)
    #expect(Parrot.Cage.propertiesMapping() == ["size": "how_large"])
    try realm.write { realm.create(Parrot.Cage.self, value: ["size": "large"]) }
    #expect(realm.objects(Parrot.Cage.self).first?.size == .large)
    #expect(realm.schema["Parrot_Cage"]?["size"]?.columnName == "how_large")
  }

  @Test("properties that are not stored stay with their instance, and survive adding")
  func inMemory() throws {
    let realm = try memoryRealm(Self.types)
    let sailor = Sailor(name: "Ann")
    sailor.serial = 5
    sailor.serial = 6
    #expect(sailor.changes.last == 5, "didSet is Swift's own")
    #expect(sailor.initials == "A")
    try realm.write { realm.add(sailor) }
    #expect(sailor.changes.last == 5)
    #expect(realm.objects(Sailor.self).first?.changes == [])
  }

  @Test("accessors of a class with a designated initializer are made by init(), which changes nothing that is stored")
  func designated() throws {
    let realm = try memoryRealm(Self.types)
    let entry = LogEntry(text: "storm")
    #expect(entry.text == "storm" && entry.origin == "text")
    try realm.write { realm.add(entry) }
    let found = try #require(realm.objects(LogEntry.self).first)
    #expect(found.text == "storm" && found.origin == "init")
    #expect(realm.objects(LogEntry.self).map(\.text) == ["storm"])
    #expect(LogEntry().text == "by init")
  }

  @Test("code defaults are not evaluated for objects that are read")
  func reading() throws {
    let realm = try memoryRealm(Self.types)
    try realm.write { realm.add(Sailor(name: "Ann")) }
    let serials = SerialNumbers()
    Sailor.$serials.withValue(serials) {
      for sailor in realm.objects(Sailor.self) { #expect(sailor.name == "Ann") }
      _ = realm.objects(Sailor.self).first?.freeze()
    }
    #expect(serials.given == 0)
  }

  @Test("objects can be observed, frozen, described and compared")
  func objects() throws {
    let realm = try memoryRealm(Self.types)
    let sailor = Sailor(name: "Ann")
    try realm.write { realm.add(sailor) }
    let frozen = sailor.freeze()
    try realm.write { sailor.name = "Eve" }
    #expect(frozen.name == "Ann" && frozen.isFrozen)
    #expect(sailor == realm.objects(Sailor.self).first)
    #expect(sailor.description.contains("name = Eve"))
    #expect(sailor["name"] as? String == "Eve")
    #expect(Sailor.primaryKey() == "id" && Sailor.indexedProperties().sorted() == ["age", "mood"])
  }
}
