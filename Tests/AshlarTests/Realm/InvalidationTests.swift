import AshlarStore
import Foundation
import Kinds
import People
import Testing
import TestSupport

@testable import Ashlar

@Suite("Realms that are invalidated")
struct InvalidationTests {
  private func advance(_ configuration: Realm.Configuration) throws {
    try onThread {
      let realm = try Realm(configuration: configuration)
      try realm.write { _ = realm.create(Dog.self) }
    }
  }

  @Test("a frozen Realm releases its version at once, though it is retained")
  func frozen() throws {
    let configuration = memory()
    let realm = try Realm(configuration: configuration)
    let frozen = realm.freeze()
    let version = frozen._core.session.version
    try realm.write { _ = realm.create(Dog.self) }
    #expect(try realm.pinnedVersions().map(\.version).contains(version))
    frozen.invalidate()
    #expect(try !realm.pinnedVersions().map(\.version).contains(version))
    frozen.invalidate()
    #expect(frozen.isFrozen)
  }

  @Test("the version of a frozen Realm stays readable for another that reads it")
  func sharedVersion() throws {
    let configuration = memory()
    let realm = try Realm(configuration: configuration)
    let dog = try realm.write { realm.create(Dog.self, value: ["Rex"]) }
    let frozen = realm.freeze()
    let loop = frozen.objects(Dog.self).makeIterator()
    frozen.invalidate()
    #expect(dog.name == "Rex" && realm.objects(Dog.self).count == 1)
    #expect(realm.freeze() != frozen)
    #expect(realm.freeze().objects(Dog.self).map(\.name) == ["Rex"])
    withExtendedLifetime(loop) {}
  }

  @Test("a live Realm keeps no version until it reads again, and reads the newest then")
  func live() throws {
    let configuration = memory()
    let observer = try onThread { try Realm(configuration: configuration).schema.objectSchema.isEmpty }
    #expect(!observer)
    let realm = try Realm(configuration: configuration)
    #expect(realm.objects(Dog.self).isEmpty)
    #expect(try realm.pinnedVersions().count == 1)
    realm.invalidate()
    #expect(try realm.pinnedVersions().isEmpty)
    realm.invalidate()
    #expect(try realm.pinnedVersions().isEmpty)
    try advance(configuration)
    #expect(try realm.pinnedVersions().isEmpty)
    #expect(realm.objects(Dog.self).count == 1)
    #expect(try realm.pinnedVersions().count == 1)
  }

  @Test("every way to use a Realm after invalidate reads the newest version")
  func uses() throws {
    let configuration = memory()
    let realm = try Realm(configuration: configuration)
    let uses: [(Realm) throws -> Bool] = [
      { $0.objects(SmallKey.self).count == 1 }, { !$0.isEmpty }, { $0.object(ofType: SmallKey.self, forPrimaryKey: 7) != nil },
      { $0.refresh() && $0.objects(SmallKey.self).count == 1 }, { $0.freeze().objects(SmallKey.self).count == 1 },
      { realm in try realm.write { realm.objects(SmallKey.self).count == 1 } },
      { realm in
        realm.beginWrite()
        defer { realm.cancelWrite() }
        return realm.object(ofType: SmallKey.self, forPrimaryKey: 7)?.value == 8
      },
    ]
    for (number, use) in uses.enumerated() {
      _ = realm.object(ofType: SmallKey.self, forPrimaryKey: 7)
      realm.invalidate()
      try onThread {
        let realm = try Realm(configuration: configuration)
        try realm.write {
          realm.delete(realm.objects(SmallKey.self))
          realm.create(SmallKey.self, value: [7, 8])
        }
      }
      #expect(try use(realm), "use \(number)")
      try realm.write { realm.deleteAll() }
    }
  }

  @Test("what was read before stays invalid though its row is there")
  func objects() throws {
    let realm = try memoryRealm()
    let node = try realm.write { realm.create(Node.self, value: ["label": "n"]) }
    let (children, all) = (node.children, realm.objects(Node.self))
    realm.invalidate()
    #expect(node.isInvalidated && children.isInvalidated && all.isInvalidated)
    #expect(node.realm == realm)
    #expect(realm.objects(Node.self).first?.label == "n")
    #expect(node.isInvalidated && children.isInvalidated && all.isInvalidated)
  }

  @Test("a loop continues over its original rows")
  func loop() throws {
    let realm = try memoryRealm()
    try realm.write { for age in 0..<300 { realm.create(Dog.self, value: ["d", age]) } }
    var count = 0
    for _ in realm.objects(Dog.self) {
      if count == 10 { realm.invalidate() }
      count += 1
    }
    #expect(count == 300)
  }

  @Test("while observers are called it does nothing, and all of them are called")
  func whileNotifying() throws {
    let realm = try memoryRealm([Dog.self, Person.self, Address.self])
    let dogs = realm.objects(Dog.self)
    var calls: [String] = []
    let tokens = [
      dogs.observe { _ in
        realm.invalidate()
        calls.append("first \(dogs.count)")
      }, dogs.observe { _ in calls.append("second \(dogs.count)") },
      realm.observe { _, realm in
        realm.invalidate()
        calls.append("Realm \(dogs.count)")
      },
    ]
    realm.refresh()
    #expect(calls == ["first 0", "second 0"])
    try realm.write { realm.create(Dog.self) }
    realm.refresh()
    #expect(calls.dropFirst(2) == ["Realm 1", "first 1", "second 1"])
    #expect(!dogs.isInvalidated)
    realm.invalidate()
    #expect(dogs.isInvalidated)
    withExtendedLifetime(tokens) {}
  }

  @Test("'thaw' gives what is in the newest version")
  func thawing() throws {
    let configuration = memory()
    let realm = try Realm(configuration: configuration)
    let frozen = try realm.write { realm.create(Dog.self, value: ["Rex"]) }.freeze()
    realm.invalidate()
    try onThread {
      let realm = try Realm(configuration: configuration)
      try realm.write { realm.objects(Dog.self)[0].name = "Fido" }
    }
    #expect(frozen.thaw()?.name == "Fido")
  }
}
