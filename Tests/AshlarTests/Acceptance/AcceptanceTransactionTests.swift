import Ashlar
import Foundation
import Kinds
import People
import Testing
import TestSupport

@Suite("Transactions and their objects")
struct AcceptanceTransactionTests {
  @Test("after a write that its block cancels, the object that it created is invalid and the count is unchanged")
  func cancelledInBlock() throws {
    let realm = try memoryRealm()
    try realm.write { _ = realm.create(Dog.self, value: ["kept"]) }
    var made: Dog?
    try realm.write {
      made = realm.create(Dog.self, value: ["lost"])
      #expect(realm.objects(Dog.self).count == 2)
      realm.cancelWrite()
    }
    #expect(try #require(made).isInvalidated)
    #expect(realm.objects(Dog.self).count == 1 && !realm.isInWriteTransaction)
  }

  @Test("data in memory is deleted with the last Realm, and Realms with the same identifier share it")
  func inMemory() throws {
    let name = UUID().uuidString
    try {
      let realm = try Realm(configuration: memory(name))
      try realm.write { _ = realm.create(Dog.self, value: ["Rex"]) }
      let names = try onThread { try Realm(configuration: memory(name)).objects(Dog.self).map(\.name) }
      #expect(names == ["Rex"])
      #expect(try Realm(configuration: memory(UUID().uuidString)).isEmpty)
    }()
    #expect(try Realm(configuration: memory(name)).isEmpty)
  }

  @Test("invalidate in a write ends it")
  func invalidateInWrite() throws {
    let realm = try memoryRealm()
    realm.beginWrite()
    realm.create(Dog.self)
    realm.invalidate()
    #expect(!realm.isInWriteTransaction && realm.objects(Dog.self).isEmpty)
    try realm.write { _ = realm.create(Dog.self) }
    #expect(realm.objects(Dog.self).count == 1)
  }
}
