import Ashlar
import Foundation
import People
import Testing
import TestSupport

/// Answers from an index must be those of a scan, whatever was written before.
@Suite struct IndexTests {
  private struct Known {
    var name: String
    var chip: UUID?
  }

  private static let chips = (0..<6).map { UUID(uuid: (UInt8($0), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)) }
  // Both sides of what is inline, of what is kept as it is in an index, and with zero bytes.
  private static let names = [
    "", "Ada", "Ad", "Ada\0", "Ada\0\0", "fifteen letters", "sixteen letters!", String(repeating: "x", count: 240),
    String(repeating: "x", count: 241), String(repeating: "x", count: 240) + "y", "Ünïcödé", String(repeating: "x", count: 900),
    String(repeating: "x", count: 900) + "y",
  ]

  private func check(_ realm: Realm, _ model: [UUID: Known], _ place: String) {
    for chip in Self.chips.map(Optional.some) + [nil] {
      let found = realm.objects(Dog.self).where { $0.chip == chip }
      let expected = Set(model.values.filter { $0.chip == chip }.map(\.name))
      #expect(found.count == expected.count, "\(place)")
      #expect(Set(found.map(\.name)) == expected, "\(place)")
      #expect(found.allSatisfy { $0.chip == chip }, "\(place)")
    }
  }

  @Test("an index answers as a scan does, after any writes and within them", arguments: [1, 2, 3])
  func randomWrites(seed: UInt64) throws {
    print("index: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var realm = try Realm(configuration: folder.configuration("index.realm", PeopleSchema.objectTypes))
    var model: [UUID: Known] = [:]
    for round in 0..<30 {
      try realm.write {
        for _ in 0..<random.below(120) {
          let dogs = realm.objects(Dog.self)
          if random.chance(25), !dogs.isEmpty {
            let dog = dogs[random.below(dogs.count)]
            model[try #require(UUID(uuidString: dog.name.prefix(36).description))] = nil
            realm.delete(dog)
          } else if random.chance(30), !dogs.isEmpty {
            let dog = dogs[random.below(dogs.count)]
            dog.chip = random.chance(30) ? nil : random.pick(Self.chips)
            model[try #require(UUID(uuidString: dog.name.prefix(36).description))]?.chip = dog.chip
          } else {
            let id = UUID()
            let dog = Dog(value: ["name": id.uuidString])
            dog.chip = random.chance(30) ? nil : random.pick(Self.chips)
            realm.add(dog)
            model[id] = Known(name: dog.name, chip: dog.chip)
          }
          if random.chance(4) { check(realm, model, "seed \(seed), in write \(round)") }
        }
      }
      if random.chance(20) {
        realm.beginWrite()
        let before = realm.objects(Dog.self).where { $0.chip == Self.chips[0] }.count
        realm.create(Dog.self, value: ["name": UUID().uuidString, "chip": Self.chips[0]])
        #expect(realm.objects(Dog.self).where { $0.chip == Self.chips[0] }.count == before + 1)
        realm.cancelWrite()
      }
      if random.chance(20) { realm = try Realm(configuration: folder.configuration("index.realm", PeopleSchema.objectTypes)) }
      check(realm, model, "seed \(seed), round \(round)")
    }
  }

  @Test("an index answers in a write of more clusters than are gone through")
  func largeWrites() throws {
    let realm = try memoryRealm(PeopleSchema.objectTypes)
    let rows = 80 * 256
    try realm.write {
      for number in 0..<rows { realm.create(Dog.self, value: ["name": "\(number)", "chip": Self.chips[number % 6]]) }
    }
    let first = realm.objects(Dog.self).where { $0.chip == Self.chips[0] }
    let before = first.count
    try realm.write {
      let dogs = realm.objects(Dog.self)
      for number in 0..<80 {
        #expect(first.count == before + number)
        let dog = dogs[number * 256 + (number * 256 % 6 == 0 ? 1 : 0)]
        dog.chip = Self.chips[0]
      }
    }
    #expect(first.count == before + 80)
  }

  @Test("text of every length is found by its index, and nothing else is")
  func texts() throws {
    let realm = try memoryRealm(PeopleSchema.objectTypes)
    try realm.write {
      for _ in 0..<3 {
        for name in Self.names { realm.create(Person.self, value: ["firstName": "x", "lastName": name]) }
      }
    }
    for name in Self.names {
      let found = realm.objects(Person.self).where { $0.lastName == name }
      #expect(found.count == 3)
      #expect(found.allSatisfy { Array($0.lastName.utf8) == Array(name.utf8) })
    }
    #expect(realm.objects(Person.self).where { $0.lastName == "nobody" }.isEmpty)
  }

  @Test("a condition of which the index answers a part is checked in full")
  func parts() throws {
    let realm = try memoryRealm(PeopleSchema.objectTypes)
    try realm.write {
      for age in 0..<500 { realm.create(Dog.self, value: ["name": "d\(age)", "age": age, "chip": Self.chips[age % 2]]) }
    }
    let chip = Self.chips[0]
    #expect(realm.objects(Dog.self).where { $0.chip == chip && $0.age < 100 }.count == 50)
    #expect(realm.objects(Dog.self).where { $0.age < 100 }.where { $0.chip == chip }.count == 50)
    #expect(realm.objects(Dog.self).where { $0.chip == chip }.sum(of: \.age) == (0..<500).filter { $0 % 2 == 0 }.reduce(0, +))
    #expect(realm.objects(Dog.self).where { $0.chip == chip }.sorted(by: \.age, ascending: false).first?.age == 498)
  }

  @Test("conditions beside an index match the same rows as a test of each row, for few of many clusters and many", arguments: [4, 5, 6])
  func conditionsBeside(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let realm = try memoryRealm(PeopleSchema.objectTypes)
    let names = ["Rex", "Bo", "a name that is longer than a cell"]
    try realm.write {
      for row in 0..<8000 {
        // The first in a few rows of each cluster, the second in every other row, the third in runs, the fourth in one row of every
        // fourth cluster.
        let chip = row % 97 < 2 ? 0 : row % 2 == 0 ? 1 : row / 400 % 2 == 0 ? 2 : row % 999 == 1 ? 3 : 4
        realm.create(Dog.self, value: ["name": random.pick(names), "age": random.below(4), "chip": Self.chips[chip]])
      }
      for _ in 0..<300 {
        let dogs = realm.objects(Dog.self)
        realm.delete(dogs[random.below(dogs.count)])
      }
    }
    let all = Array(realm.objects(Dog.self))
    for chip in Self.chips {
      for name in names {
        let age = random.below(4)
        let dogs = realm.objects(Dog.self).where { $0.chip == chip }
        func expect(_ found: Results<Dog>, _ text: String, _ holds: (Dog) -> Bool) {
          let wanted = all.filter { $0.chip == chip && holds($0) }
          let place = "\(text), '\(name)', \(age), chip \(chip), seed \(seed)"
          #expect(found.count == wanted.count, "\(place)")
          #expect(zip(found, wanted).allSatisfy { $0.isSameObject(as: $1) }, "\(place)")
        }
        expect(dogs.where { $0.name == name }, "name") { $0.name == name }
        expect(dogs.where { $0.name != name && $0.age == age }, "other name, age") { $0.name != name && $0.age == age }
        expect(dogs.where { $0.age > age || $0.name == name }, "age or name") { $0.age > age || $0.name == name }
        expect(dogs.where { $0.age <= age && $0.name.starts(with: "a n") }, "beginning") { $0.age <= age && $0.name.hasPrefix("a n") }
      }
    }
  }

  @Test("inside a write an index look-up sees what the write did")
  func insideWrite() throws {
    let realm = try memoryRealm(PeopleSchema.objectTypes)
    let chip = Self.chips[3]
    let found = realm.objects(Dog.self).where { $0.chip == chip }
    try realm.write {
      let dog = realm.create(Dog.self, value: ["name": "Rex", "chip": chip])
      #expect(found.count == 1)
      dog.chip = nil
      #expect(found.count == 0)
    }
    #expect(found.isEmpty)
  }
}
