import AshlarSchema
import AshlarStore
import Foundation
import Kinds
import Observation
import People
import Shelves
import TestSupport
import Testing

@testable import Ashlar

private final class Count: Sendable {
  private let told = Guarded(0)
  var value: Int { told.withLock { $0 } }
  func add() { told.withLock { $0 += 1 } }
}

@Suite("Reads that Swift's Observation tracks")
struct TrackedReadsTests {
  private let realm: Realm
  private let person: Person
  private let types = PeopleSchema.objectTypes + KindsSchema.objectTypes + CollectionsSchema.objectTypes + [Target.self]

  init() throws {
    var configuration = memory(UUID().uuidString, types)
    configuration.tracksReads = true
    let realm = try Realm(configuration: configuration)
    self.realm = realm
    person = try realm.write { realm.create(Person.self, value: ["firstName": "a", "tags": ["x"]]) }
    realm.refresh()
  }

  // Writes on another thread.
  private func elsewhere(_ body: @escaping @Sendable (Realm) -> Void) throws {
    let configuration = realm.configuration
    try onThread {
      let realm = try Realm(configuration: configuration)
      try realm.write { body(realm) }
    }
  }

  /// How often a scope that reads is told after each of some changes, made elsewhere; the Realm moves after each.
  private func told(reading read: () -> Void, _ changes: (@Sendable (Realm) -> Void)...) throws -> [Int] {
    let count = Count()
    withObservationTracking(read) { count.add() }
    return try changes.map { change in
      try elsewhere(change)
      #expect(count.value <= 1)
      realm.refresh()
      return count.value
    }
  }

  @Test("a property of every type is reported once, when it has changed, and no other is")
  func properties() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let row = try realm.write { realm.create(Scalars.self) }
    realm.refresh()
    let paths = Scalars._entity.model.properties.filter { $0.name != "id" }.map(\.name)
    #expect(paths.count > 20)
    for path in paths {
      let other = path == "int" ? "bool" : "int"
      let values = ScalarValues.random(&random)
      let found = try told(
        reading: { _ = row.value(forKey: path) },
        { $0.objects(Scalars.self)[0].setValue($0.objects(Scalars.self)[0].value(forKey: other), forKey: other) },
        { realm in
          // The value itself counts as a change where it is stored.
          let row = realm.objects(Scalars.self)[0]
          row.setValue(row.value(forKey: path), forKey: path)
        },
        { values.write(to: $0.objects(Scalars.self)[0]) })
      #expect(found == [0, 1, 1], "\(path), seed \(seed)")
    }
  }

  @Test("what generated accessors read is tracked: numbers, text, dates, enums, links, embedded objects")
  func accessors() throws {
    let reads: [(String, (Person) -> Void, @Sendable (Person) -> Void)] = [
      ("firstName", { _ = $0.firstName }, { $0.firstName = "b" }), ("birthday", { _ = $0.birthday }, { $0.birthday = Date() }),
      ("mood", { _ = $0.mood }, { $0.mood = .busy }), ("priority", { _ = $0.priority }, { $0.priority = .high }),
      ("photo", { _ = $0.photo }, { $0.photo = Data([1]) }),
      ("home", { _ = $0.home?.city }, { $0.home = Address(value: ["city": "c"]) }),
      ("the home's city", { _ = $0.home?.city }, { $0.home?.city = "d" }),
    ]
    for (name, read, change) in reads {
      let found = try told(
        reading: { read(person) }, { $0.objects(Person.self)[0].nickname = "n" }, { change($0.objects(Person.self)[0]) })
      #expect(found == [0, 1], "\(name)")
    }
  }

  @Test("collections are told of their own elements' places, results of rows that come and go, or of their table where they choose or sort")
  func collections() throws {
    let all = realm.objects(Person.self)
    let some = all.where { $0.firstName == "b" }
    let tags = person.tags
    #expect(
      try told(
        reading: { _ = tags.count }, { $0.objects(Person.self)[0].scores.append(1) }, { $0.objects(Person.self)[0].tags.append("y") }) == [
          0, 1,
        ])
    #expect(try told(reading: { for tag in tags { _ = tag } }, { $0.objects(Person.self)[0].tags[0] = "z" }) == [1])
    #expect(try told(reading: { _ = all.count }, { $0.objects(Person.self)[0].firstName = "c" }, { $0.create(Person.self) }) == [0, 1])
    #expect(try told(reading: { _ = some.count }, { $0.create(Dog.self) }, { $0.objects(Person.self)[0].firstName = "b" }) == [0, 1])
    #expect(try told(reading: { for person in all { _ = person } }, { $0.create(Person.self) }) == [1])
    let dogs = person.dogs
    #expect(try told(reading: { _ = dogs.count }, { $0.create(Dog.self, value: ["owner": $0.objects(Person.self)[0]]) }) == [1])
    let shelf = try realm.write { realm.create(Shelf.self) }
    realm.refresh()
    #expect(
      try told(
        reading: { _ = shelf.names["k"] }, { $0.objects(Shelf.self)[0].flags["k"] = true }, { $0.objects(Shelf.self)[0].names["k"] = "v" })
        == [0, 1])
    #expect(try told(reading: { _ = shelf.int16s.contains(1) }, { $0.objects(Shelf.self)[0].int16s.insert(1) }) == [1])
  }

  @Test("a read of a collection in a value of any type is tracked even if the collection was found outside of the scope")
  func nested() throws {
    let target = try realm.write { realm.create(Target.self, value: ["name": "t", "any": [1, 2]] as [String: Any]) }
    realm.refresh()
    let list = try #require(target.any.listValue)
    let reads: [() -> Void] = [{ _ = list[0] }, { _ = list.count }, { for value in list { _ = value } }]
    for read in reads {
      let found = try told(
        reading: read, { $0.objects(Target.self)[0].name += "t" }, { $0.objects(Target.self)[0].any.listValue?.append(.int(3)) })
      #expect(found == [0, 1])
    }
  }

  @Test("reads of sections are tracked even if an observer has updated the sections")
  func sections() throws {
    let sections = realm.objects(Person.self).sectioned(by: \.firstName)
    let token = sections.observe { _ in }
    realm.refresh()
    for _ in 0..<3 {
      let found = try told(reading: { _ = sections.count }, { $0.create(Dog.self) }, { $0.objects(Person.self)[0].firstName += "c" })
      #expect(found == [0, 1])
    }
    withExtendedLifetime(token) {}
  }

  @Test("results of a list are told of elements that come and of those that change, also if their rows were found outside of the scope")
  func results() throws {
    let shelf = try realm.write {
      realm.create(Thing.self, value: ["name": "cup", "weight": 3])
      return realm.create(Shelf.self)
    }
    realm.refresh()
    for results in [shelf.thingList.where { $0.weight < 9 }, shelf.thingList.sorted(byKeyPath: "weight")] {
      _ = results.count
      let found = try told(
        reading: { _ = results.count }, { $0.create(Dog.self) },
        { $0.objects(Shelf.self)[0].thingList.append($0.objects(Thing.self)[0]) })
      #expect(found == [0, 1])
      _ = results.count
      #expect(try told(reading: { _ = results.count }, { $0.objects(Thing.self)[0].weight += 1 }) == [1])
    }
  }

  @Test("a changed value is notified for aggregates of all objects of a type")
  func aggregates() throws {
    let dogs = realm.objects(Dog.self)
    try realm.write { for age in 1...3 { realm.create(Dog.self, value: ["name": "d\(age)", "age": age]) } }
    realm.refresh()
    let reads: [() -> Void] = [
      { _ = dogs.sum(ofProperty: "age") as Int }, { _ = dogs.average(ofProperty: "age") as Double? },
      { _ = dogs.min(ofProperty: "age") as Int? }, { _ = dogs.max(ofProperty: "age") as Int? },
      { _ = dogs.value(forKeyPath: "@sum.age") },
    ]
    for read in reads {
      let found = try told(
        reading: read, { $0.objects(Person.self)[0].firstName += "c" }, { $0.objects(Dog.self)[0].age += 10 },
        { $0.create(Dog.self, value: ["name": "new"]) })
      #expect(found == [0, 1, 1])
    }
  }

  @Test("the insertion of an object is notified if it was looked up before it existed")
  func missing() throws {
    let id = ObjectId.generate()
    let found = try told(
      reading: { _ = realm.object(ofType: Person.self, forPrimaryKey: id) },
      { $0.objects(Person.self)[0].firstName = "c" }, { $0.create(Person.self, value: ["_id": id]) })
    #expect(found == [0, 1])
  }

  @Test("the deletion of an object is notified for everything that was read of it")
  func deleted() throws { #expect(try told(reading: { _ = person.lastName }, { $0.deleteAll() }) == [1]) }

  @Test("a commit of the Realm itself is reported after it, never inside a write, and a cancelled write is not")
  func own() throws {
    let count = Count()
    withObservationTracking {
      _ = person.firstName
    } onChange: {
      count.add()
    }
    realm.beginWrite()
    person.firstName = "c"
    realm.cancelWrite()
    realm.refresh()
    #expect(count.value == 0)
    try realm.write {
      person.firstName = "b"
      #expect(count.value == 0)
    }
    realm.refresh()
    #expect(count.value == 1)
  }

  @Test("reading again tracks again, and notified reads are released")
  func again() throws {
    for _ in 0..<3 {
      #expect(
        try told(
          reading: { _ = person.firstName }, { $0.objects(Person.self)[0].firstName += "!" },
          { $0.objects(Person.self)[0].firstName += "?" }) == [1, 1])
    }
    realm.refresh()
    #expect(realm.readTracker?.isIdle == true)
    #expect(realm._core.observers?.isEmpty == true)
  }

  @Test("two scopes that read two properties of one object are notified of their own")
  func two() throws {
    let (a, b) = (Count(), Count())
    withObservationTracking {
      _ = person.firstName
    } onChange: {
      a.add()
    }
    withObservationTracking {
      _ = person.lastName
    } onChange: {
      b.add()
    }
    try elsewhere { $0.objects(Person.self)[0].firstName = "c" }
    realm.refresh()
    #expect([a, b].map(\.value) == [1, 0])
    try elsewhere { $0.objects(Person.self)[0].lastName = "d" }
    realm.refresh()
    #expect([a, b].map(\.value) == [1, 1])
  }

  @Test("a scope inside which the Realm advances is notified of later changes")
  func movedInside() throws {
    let count = Count()
    try elsewhere { $0.objects(Person.self)[0].firstName = "c" }
    withObservationTracking {
      _ = person.firstName
      realm.refresh()
    } onChange: {
      count.add()
    }
    try elsewhere { $0.objects(Person.self)[0].firstName = "d" }
    realm.refresh()
    #expect(count.value == 1)
  }

  @Test("outside of a scope nothing is kept, and other Realms track nothing")
  func untracked() throws {
    _ = (person.firstName, person.tags.count, realm.objects(Person.self).count)
    #expect(realm.readTracker?.isIdle == true)
    let plain = try memoryRealm(PeopleSchema.objectTypes)
    let other = try plain.write { plain.create(Person.self) }
    let count = Count()
    withObservationTracking {
      _ = other.firstName
    } onChange: {
      count.add()
    }
    try plain.write { other.firstName = "x" }
    plain.refresh()
    #expect(count.value == 0)
  }

  @Test("rows beyond the limit share one entry, which only changes of their type invalidate")
  func many() throws {
    let count = Count()
    try realm.write { for _ in 0..<ReadTracker.limit + 100 { realm.create(Dog.self) } }
    realm.refresh()
    withObservationTracking {
      for dog in realm.objects(Dog.self) { _ = dog.age }
    } onChange: {
      count.add()
    }
    // The set of rows, and the rows beyond the limit, have an entry each.
    #expect((realm.readTracker?.count ?? 0) <= ReadTracker.limit + 2)
    try elsewhere { $0.objects(Person.self)[0].firstName = "c" }
    realm.refresh()
    #expect(count.value == 0)
    try elsewhere { $0.objects(Dog.self)[ReadTracker.limit + 50].age = 7 }
    realm.refresh()
    #expect(count.value == 1)
  }

  @Test("'Observations' yields each value that is current when the main actor runs")
  @MainActor
  func observations() async throws {
    var configuration = memory(UUID().uuidString, types)
    configuration.tracksReads = true
    let realm = try Realm(configuration: configuration)
    let person = try realm.write { realm.create(Person.self, value: ["firstName": "0"]) }
    var seen: [String] = []
    for await name in Observations({ person.firstName }) {
      seen.append(name)
      if seen.count == 4 { break }
      Task { @MainActor in try realm.write { person.firstName += "!" } }
    }
    #expect(seen == ["0", "0!", "0!!", "0!!!"])
  }
}

extension Realm {
  fileprivate var readTracker: ReadTracker? { _core.tracker as? ReadTracker }
}
