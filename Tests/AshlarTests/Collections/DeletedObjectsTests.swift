import AshlarStore
import People
import Testing
import TestTraits

@testable import Ashlar

@Suite("Results whose objects were deleted", .blocking)
struct DeletedObjectsTests {
  private func dogs(_ count: Int) throws -> Realm {
    let realm = try memoryRealm()
    try realm.write { for age in 0..<count { realm.create(Dog.self, value: ["d\(age)", age]) } }
    return realm
  }

  private func visits(_ realm: Realm) -> Int { realm._core.session.visitedClusters }

  @Test("first, last, positions and index follow deletions, inside a write and after it")
  func positions() throws {
    let realm = try dogs(3000)
    let all = realm.objects(Dog.self)
    realm.beginWrite()
    for age in 0..<3000 where age % 3 != 1 { if let dog = all.where({ $0.age == age }).first { realm.delete(dog) } }
    let ages = Array(stride(from: 1, to: 3000, by: 3))
    #expect(all.first?.age == ages.first)
    #expect(all.last?.age == ages.last)
    #expect(ages.indices.map { all[$0].age } == ages)
    try realm.commitWrite()
    #expect(ages.indices.map { all[$0].age } == ages)
    #expect(all.map(\.age) == ages)
    #expect(all.index(of: all[777]) == 777)
    #expect(all.where { $0.age > 2000 }.first?.age == 2002)
    let frozen = realm.freeze().objects(Dog.self)
    #expect(ages.indices.map { frozen[$0].age } == ages)
    #expect(frozen.first?.age == ages.first)
    #expect(frozen.index(of: frozen[123]) == 123)
    realm.beginWrite()
    realm.delete(all.where { $0.age < 2900 })
    #expect(all[0].age == 2902)
    realm.cancelWrite()
    #expect(all[0].age == 1)
    #expect(all[500].age == ages[500])
  }

  @Test("deleting the first object repeatedly, or the last, reads one cluster each time", arguments: [false, true])
  func drain(_ isFromTheEnd: Bool) throws {
    for count in [5000, 20_000] {
      let realm = try dogs(count)
      let all = realm.objects(Dog.self)
      var deleted = 0
      try realm.write {
        while let dog = isFromTheEnd ? all.last : all.first {
          realm.delete(dog)
          deleted += 1
        }
      }
      #expect(deleted == count)
      #expect(all.isEmpty)
      // Until sixteen clusters are empty these are walked.
      #expect(visits(realm) < count + 17 * 16 * 256)
    }
  }

  @Test("whether objects match, and the first that does, are found without reading all rows")
  func early() throws {
    let realm = try dogs(20_000)
    let old = realm.objects(Dog.self).where { $0.age >= 300 }
    let before = visits(realm)
    #expect(!old.isEmpty)
    #expect(old.first?.age == 300)
    #expect(old[0].age == 300)
    #expect(visits(realm) - before == 2)
    #expect(old.count == 19_700)
    let late = realm.objects(Dog.self).where { $0.age == 19_999 }
    #expect(!late.isEmpty)
    #expect(late.first?.age == 19_999)
    let none = realm.objects(Dog.self).where { $0.age == 20_000 }
    #expect(none.isEmpty)
    #expect(none.first == nil)
  }

  @Test("the first match is discarded when a value, a row or the version changes")
  func forgotten() throws {
    let realm = try dogs(1000)
    let old = realm.objects(Dog.self).where { $0.age >= 500 }
    #expect(old.first?.age == 500)
    try realm.write {
      old.first?.age = 0
      #expect(old.first?.age == 501)
      realm.objects(Dog.self)[3].age = 700
      #expect(old.first?.name == "d3")
      #expect(!old.isEmpty)
      if let dog = old.first { realm.delete(dog) }
      #expect(old.first?.age == 501)
      realm.delete(old)
      #expect(old.isEmpty)
      #expect(old.first == nil)
    }
    #expect(old.isEmpty)
    try realm.write { realm.create(Dog.self, value: ["new", 900]) }
    #expect(old.first?.name == "new")
  }

  @Test("a scan after nearly all objects went costs what is left")
  func churned() throws {
    let realm = try dogs(30_000)
    try realm.write { realm.delete(realm.objects(Dog.self).where { $0.age < 29_900 }) }
    let before = visits(realm)
    #expect(realm.objects(Dog.self).where { $0.age > 0 }.count == 100)
    #expect(realm.objects(Dog.self).sorted(byKeyPath: "age").first?.age == 29_900)
    #expect(realm.objects(Dog.self).sum(of: \.age) == (29_900..<30_000).reduce(0, +))
    #expect(visits(realm) - before <= 6)
    var seen = 0
    for dog in realm.objects(Dog.self) { seen += dog.age >= 29_900 ? 1 : 0 }
    #expect(seen == 100)
    try realm.write {
      for dog in realm.objects(Dog.self) where dog.age % 2 == 0 { realm.delete(dog) }
    }
    #expect(realm.objects(Dog.self).map(\.age) == Array(stride(from: 29_901, to: 30_000, by: 2)))
  }
}
