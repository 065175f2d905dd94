@testable import AshlarEncryption
import Foundation
import People
import TestSupport
import Testing

@testable import Ashlar
@testable import AshlarStore

@Suite("The memory of encrypted Realms")
struct EncryptionCacheTests {
  private static let key = Data((0..<64).map { UInt8(truncatingIfNeeded: $0 * 9 + 2) })
  // Texts of 490 bytes are in the heaps of clusters: 100 MB in all.
  private static let count = 205_000
  private static let tail = String(repeating: "0123456789", count: 48)

  private static func configuration(_ folder: TemporaryFolder, _ name: String = "data.realm") -> Realm.Configuration {
    var configuration = folder.configuration(name)
    configuration.encryptionKey = key
    return configuration
  }

  private static func name(_ age: Int) -> String { "\(100_000_000 + age) " + tail }

  private static func fill(_ configuration: Realm.Configuration) throws {
    let realm = try Realm(configuration: configuration)
    for start in stride(from: 0, to: count, by: 20_000) {
      try realm.write {
        for age in start..<min(count, start + 20_000) { realm.create(Dog.self, value: [name(age), age]) }
      }
    }
  }

  private static func isRight(_ dog: Dog) -> Bool { dog.name == name(dog.age) }

  // Every tenth dog, from a position that differs.
  private static func checkSome(_ realm: Realm, from start: Int) -> Bool {
    let dogs = realm.objects(Dog.self)
    return stride(from: start, to: count, by: 10).allSatisfy { isRight(dogs[$0]) && dogs[$0].age == $0 }
  }

  private static func checkReads(_ realm: Realm) {
    let dogs = realm.objects(Dog.self)
    #expect(dogs.count == count && dogs.sum(of: \.age) == count * (count - 1) / 2)
    #expect(dogs.where { $0.age >= count - 5 }.map(\.age) == Array(count - 5..<count))
    #expect(dogs.where { $0.name.starts(with: "100123") }.count == 1000)
    #expect(dogs.filter("name ENDSWITH %@", tail).count == count)
    #expect(dogs.sorted(byKeyPath: "name", ascending: false).prefix(3).map(\.age) == [count - 1, count - 2, count - 3])
    #expect(dogs.max(of: \.age) == count - 1)
    var number = 0
    var isRight = true
    for dog in dogs {
      isRight = isRight && dog.age == number && Self.isRight(dog)
      number += 1
    }
    #expect(isRight && number == count)
  }

  @Test("with a limit of 1 MB, reads of 100 MB find what is stored: queries, loops, frozen Realms on several threads and pools")
  func reads() async {
    await #expect(processExitsWith: .success) {
      Realm.encryptionCacheLimit = 1 << 20
      let folder = try TemporaryFolder()
      let configuration = EncryptionCacheTests.configuration(folder)
      try EncryptionCacheTests.fill(configuration)
      do {
        let realm = try Realm(configuration: configuration)
        EncryptionCacheTests.checkReads(realm)
        // A loop goes on at its version while others write.
        var seen = 0
        for dog in realm.objects(Dog.self).where({ $0.age < 3000 }) {
          if seen % 1000 == 0 { try onThread { [seen] in try EncryptionCacheTests.rename(configuration, seen, "renamed") } }
          seen += EncryptionCacheTests.isRight(dog) || dog.name == "renamed" ? 1 : 0
        }
        #expect(seen == 3000)
        try realm.write {
          for age in [0, 1000, 2000] { realm.objects(Dog.self)[age].name = EncryptionCacheTests.name(age) }
        }
        nonisolated(unsafe) let frozen = realm.freeze()
        let wrong = Guarded(0)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
          if !EncryptionCacheTests.checkSome(frozen, from: thread) { wrong.withLock { $0 += 1 } }
        }
        #expect(wrong.withLock { $0 } == 0)
      }
      let pool = try RealmPool(configuration)
      for round in 0..<6 {
        let wrong = Guarded(0)
        DispatchQueue.concurrentPerform(iterations: 3) { thread in
          let isRight = try? pool.read { realm in EncryptionCacheTests.checkSome(realm, from: (round + thread) % 10) }
          if isRight != true { wrong.withLock { $0 += 1 } }
        }
        #expect(wrong.withLock { $0 } == 0, "round \(round)")
        try await pool.write { realm in
          for age in stride(from: 0, to: EncryptionCacheTests.count, by: 5000) {
            realm.objects(Dog.self)[age].name = EncryptionCacheTests.name(age)
          }
        }
      }
      BlockCache.shared._checkInvariants()
    }
  }

  // Gives a dog another name, in a Realm of another thread.
  private static func rename(_ configuration: Realm.Configuration, _ age: Int, _ name: String) throws {
    let realm = try Realm(configuration: configuration)
    try realm.write { realm.objects(Dog.self)[age].name = name }
  }

  @Test("a copy of 100 MB keeps the decrypted values below the limit and 1 MB, and so does what follows when all Realms are closed")
  func copies() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let configuration = EncryptionCacheTests.configuration(folder)
      try EncryptionCacheTests.fill(configuration)
      try folder.closeIdleFiles()
      #expect(EncryptionCache.size == 0)
      Realm.encryptionCacheLimit = 1 << 20
      #expect(Realm.encryptionCacheLimit == 1 << 20)
      let most = Guarded(0)
      do {
        let realm = try Realm(configuration: configuration)
        // Queries that count rows and aggregates keep nothing either.
        let dogs = realm.objects(Dog.self)
        #expect(dogs.sum(of: \.age) == EncryptionCacheTests.count * (EncryptionCacheTests.count - 1) / 2)
        #expect(dogs.where { $0.name.starts(with: "100123") && $0.age >= 123_500 }.count == 500)
        #expect(EncryptionCache.size <= 2 << 20, "\(EncryptionCache.size) bytes")
        try realm.writeCopy(toFile: folder.url("copy.realm"), encryptionKey: EncryptionCacheTests.key) { _, _ in
          let size = EncryptionCache.size
          most.withLock { $0 = max($0, size) }
        }
      }
      #expect(most.withLock { $0 } <= 2 << 20, "\(most.withLock { $0 }) bytes")
      #expect(most.withLock { $0 } > 0)
      try folder.closeIdleFiles()
      let copy = try Realm(configuration: EncryptionCacheTests.configuration(folder, "copy.realm"))
      #expect(EncryptionCacheTests.checkSome(copy, from: 3))
      #expect(EncryptionCache.size > 1 << 20, "held values exceed the limit")
      copy.invalidate()
      #expect(EncryptionCache.size <= 1 << 20)
    }
  }

  @Test("1,500 writes leave few former values in memory, also while a frozen Realm keeps the version before them")
  func writes() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      var configuration = EncryptionCacheTests.configuration(folder)
      configuration.durability = .relaxed
      let realm = try Realm(configuration: configuration)
      try realm.write {
        for age in 0..<500 { realm.create(Dog.self, value: [EncryptionCacheTests.name(age), age]) }
      }
      let frozen = realm.freeze()
      #expect(frozen.objects(Dog.self).allSatisfy { EncryptionCacheTests.isRight($0) })
      for round in 0..<1500 {
        try realm.write { realm.objects(Dog.self)[round % 500].name = "dog \(round)" }
      }
      #expect(BlockCache.shared.count.all <= 1000, "\(BlockCache.shared.count.all) blocks")
      #expect(realm.objects(Dog.self)[7].name == "dog 1007")
      #expect(frozen.objects(Dog.self).allSatisfy { EncryptionCacheTests.isRight($0) })
      BlockCache.shared._checkInvariants()
    }
  }
}
