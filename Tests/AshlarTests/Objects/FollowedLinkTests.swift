import Foundation
import People
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

@Suite("Following links to one object", .blocking)
struct FollowedLinkTests {
  @Test("leads to the object that a dictionary of links has, in and after writes that link, unlink, delete and are canceled")
  func model() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let realm = try memoryRealm()
    // The names of owners by the age of the dog, and the owners that exist.
    var (links, names, next) = ([Int: String](), Set<String>(), 0)
    try realm.write { for age in 0..<300 { realm.create(Dog.self, value: ["d\(age)", age]) } }
    let dogs = realm.objects(Dog.self)
    func check(_ note: Comment) {
      var wrong = 0
      for dog in dogs where dog.owner?.firstName != links[dog.age] { wrong += 1 }
      #expect(wrong == 0, note)
    }
    for round in 0..<30 {
      let before = (links, names)
      realm.beginWrite()
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let age = Int.random(in: 0..<300, using: &random)
        let dog = try #require(dogs.where { $0.age == age }.first)
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
          let name = "p\(next)"
          next += 1
          dog.owner = realm.create(Person.self, value: ["_id": ObjectId.generate(), "firstName": name] as [String: Any])
          names.insert(name)
          links[age] = name
        case 1:
          dog.owner = nil
          links[age] = nil
        case 2:
          guard let gone = names.sorted().randomElement(using: &random) else { continue }
          realm.delete(realm.objects(Person.self).where { $0.firstName == gone })
          names.remove(gone)
          links = links.filter { $0.value != gone }
        default:
          guard let name = names.sorted().randomElement(using: &random) else { continue }
          dog.owner = realm.objects(Person.self).where { $0.firstName == name }.first
          links[age] = name
        }
        #expect(dog.owner?.firstName == links[age], "seed \(seed)")
        if let owner = dog.owner, random.once(in: 3) {
          // An accessor that was found through a link writes to its row.
          let (old, new) = (owner.firstName, owner.firstName + "x")
          owner.firstName = new
          names.remove(old)
          names.insert(new)
          links = links.mapValues { $0 == old ? new : $0 }
        }
      }
      check("within write \(round), seed \(seed)")
      if random.once(in: 4) {
        realm.cancelWrite()
        (links, names) = before
      } else {
        try realm.commitWrite()
      }
      check("after write \(round), seed \(seed)")
    }
  }

  @Test("keeps the Realm of an object that outlives the one that linked to it")
  func owner() throws {
    func owner() throws -> Person? {
      let realm = try memoryRealm()
      try realm.write {
        let ada = realm.create(Person.self, value: ["_id": ObjectId.generate(), "firstName": "Ada"] as [String: Any])
        realm.create(Dog.self, value: ["Rex", 1]).owner = ada
      }
      return realm.objects(Dog.self).first?.owner
    }
    let person = try #require(try owner())
    #expect(person.firstName == "Ada")
    #expect(person.realm?.objects(Dog.self).first?.owner == person)
  }
}
