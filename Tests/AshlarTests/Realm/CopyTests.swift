import Ashlar
import Foundation
import People
import AshlarStore
import Testing
import TestSupport

@Suite("Copies of a Realm, and compaction")
struct RealmCopyTests {
  private struct Cancelled: Error {}

  private func fill(_ realm: Realm) throws {
    try realm.write { for age in 0..<2000 { realm.create(Dog.self, value: ["dog \(age)", age]) } }
    try realm.write { realm.delete(realm.objects(Dog.self).where { $0.age >= 500 }) }
  }

  @Test("a copy holds what the Realm sees, inside a write its changes too")
  func copies() throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.configuration())
    try fill(realm)
    try realm.writeCopy(toFile: folder.url("copy.realm"))
    try realm.write {
      realm.create(Dog.self, value: ["new", 9999])
      try realm.writeCopy(configuration: folder.configuration("inside.realm"))
      realm.cancelWrite()
    }
    let copy = try Realm(configuration: folder.configuration("copy.realm"))
    #expect(copy.objects(Dog.self).map(\.age) == Array(0..<500) && copy != realm)
    #expect(try Realm(configuration: folder.configuration("inside.realm")).objects(Dog.self).last?.age == 9999)
    #expect(realm.objects(Dog.self).count == 500)
    let memory = try memoryRealm()
    try fill(memory)
    try memory.writeCopy(toFile: folder.url("memory.realm"))
    #expect(try Realm(configuration: folder.configuration("memory.realm")).objects(Dog.self).count == 500)
  }

  @Test("progress can cancel; then there is no file")
  func progress() throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.configuration())
    try fill(realm)
    var told: [UInt64] = []
    try realm.writeCopy(toFile: folder.url("copy.realm")) { done, total in told.append(done * 100 / total) }
    #expect(told.first == 0 && told.last == 100)
    #expect(throws: Cancelled.self) { try realm.writeCopy(toFile: folder.url("other.realm")) { _, _ in throw Cancelled() } }
    #expect(!FileManager.default.fileExists(atPath: folder.url("other.realm").path))
  }

  @Test("an existing destination, a missing folder and a short key are refused, each with its own error")
  func refused() throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.configuration())
    func failure(_ name: String, _ key: Data? = nil) throws -> Realm.Error {
      let path = folder.url(name)
      let error = #expect(throws: Realm.Error.self) { try realm.writeCopy(toFile: path, encryptionKey: key) }
      return try #require(error)
    }
    let existing = try failure("data.realm")
    #expect(existing.code == .fileExists && existing.fileURL?.lastPathComponent == "data.realm")
    #expect(existing.localizedDescription.hasSuffix("exists already. Choose another path, or remove it first."))
    #expect(try failure("no/copy.realm").code == .fileNotFound)
    let short = try failure("copy.realm", Data(count: 63))
    #expect(short.code == .invalidInput && short.localizedDescription == "An encryption key must have 64 bytes, not 63.")
    #expect(!FileManager.default.fileExists(atPath: folder.url("copy.realm").path))
  }

  @Test("compaction is asked for when a file is opened that nobody has open, and loses nothing")
  func compaction() throws {
    let folder = try TemporaryFolder()
    do {
      let realm = try Realm(configuration: folder.configuration())
      try fill(realm)
    }
    let asked = Guarded<[(Int, Int)]>([])
    var configuration = folder.configuration()
    configuration.shouldCompactOnLaunch = { total, used in
      asked.withLock { $0.append((total, used)) }
      return used < total
    }
    func size() throws -> Int? { try FileManager.default.attributesOfItem(atPath: folder.url().path)[.size] as? Int }
    let before = try size()
    let realm = try Realm(configuration: configuration)
    _ = try Realm(configuration: configuration)
    #expect(asked.withLock { $0.count } == 1 && asked.withLock { $0[0].0 } == before)
    #expect(try (size() ?? 0) < (before ?? 0))
    #expect(realm.objects(Dog.self).map(\.age) == Array(0..<500))
    try realm.write { realm.create(Dog.self, value: ["more", 1]) }
    #expect(realm.objects(Dog.self).count == 501)
  }
}
