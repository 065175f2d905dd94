import Ashlar
import Foundation
import Kinds
import People
import TestSupport
import TestTraits
import Testing

@Suite("Encrypted Realms", .blocking)
struct EncryptedRealmTests {
  private static let key = Data((0..<64).map { UInt8(truncatingIfNeeded: $0 * 5 + 1) })
  private static let otherKey = Data((0..<64).map { UInt8(200 - $0) })

  private func configuration(
    _ folder: borrowing TemporaryFolder, _ name: String = "data.realm", _ key: Data? = EncryptedRealmTests.key
  ) -> Realm.Configuration {
    var configuration = folder.configuration(name)
    configuration.encryptionKey = key
    return configuration
  }

  private func fill(_ configuration: Realm.Configuration) throws {
    let realm = try Realm(configuration: configuration)
    try realm.write { for age in 0..<300 { realm.create(Dog.self, value: ["a marked name \(age)", age]) } }
  }

  private func failure(_ body: @autoclosure () throws -> Realm) throws -> Realm.Error {
    let error = #expect(throws: Realm.Error.self) { _ = try body() }
    return try #require(error)
  }

  @Test(
    "a file is opened with its key only, whether or not it is open, and the error names what is wrong",
    .enabled(if: !TestEngine.isSealed))
  func keys() throws {
    let folder = try TemporaryFolder()
    func check() throws {
      let wrong = try failure(Realm(configuration: configuration(folder, "data.realm", Self.otherKey)))
      #expect(wrong.code == .invalidDatabase && wrong.fileURL?.lastPathComponent == "data.realm")
      let missing = try failure(Realm(configuration: configuration(folder, "data.realm", nil)))
      #expect(missing.code == .invalidDatabase && missing.localizedDescription.contains("is encrypted, and no key was given"))
      #expect(wrong.localizedDescription != missing.localizedDescription)
      let needless = try failure(Realm(configuration: configuration(folder, "plain.realm")))
      #expect(needless.code == .invalidDatabase && needless.localizedDescription.contains("is not encrypted, and a key was given"))
    }
    try fill(configuration(folder))
    try fill(configuration(folder, "plain.realm", nil))
    let realms = try [configuration(folder), configuration(folder, "plain.realm", nil)].map { try Realm(configuration: $0) }
    try check()
    #expect(realms.map { $0.objects(Dog.self).count } == [300, 300])
    for realm in realms { realm.invalidate() }
    withExtendedLifetime(realms) {}
    try folder.closeIdleFiles()
    try check()
    #expect(try Realm(configuration: configuration(folder)).objects(Dog.self).where { $0.age > 297 }.map(\.age) == [298, 299])
  }

  // The marks that the files of a folder contain, by the names of the files.
  private func marks(_ folder: borrowing TemporaryFolder) throws -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for name in try folder.names() {
      let bytes = try Data(contentsOf: folder.url(name))
      found[name] = Set((Marked.names + Marked.values).filter { bytes.range(of: Data($0.utf8)) != nil })
    }
    return found
  }

  @Test("neither the file nor a file beside it, a copy or a compacted file contains a name or a value, of any kind")
  func noPlaintext() throws {
    let folder = try TemporaryFolder()
    func marked(_ name: String, _ key: Data?) -> Realm.Configuration {
      var configuration = configuration(folder, name, key)
      configuration.objectTypes = Marked.types
      return configuration
    }
    for (name, key) in [("data.realm", Self.key), ("plain.realm", nil)] as [(String, Data?)] {
      let realm = try Realm(configuration: marked(name, key))
      for round in 0..<3 {
        try realm.write { for number in 0..<100 { realm.create(MarkedThing.self, value: Marked.value(round * 100 + number)) } }
      }
      try realm.write { realm.delete(realm.objects(MarkedThing.self).filter("text ENDSWITH %@", "\(Marked.text) ")) }
      try realm.write { for number in 0..<100 { realm.create(MarkedThing.self, value: Marked.value(number)) } }
      try realm.writeCopy(toFile: folder.url("copy of \(name)"), encryptionKey: key)
    }
    try folder.closeIdleFiles()
    try FileManager.default.copyItem(at: folder.url(), to: folder.url("compacted.realm"))
    var compacting = marked("compacted.realm", Self.key)
    compacting.shouldCompactOnLaunch = { _, _ in true }
    #expect(try Realm(configuration: compacting).objects(MarkedThing.self).count == 100)
    try folder.closeIdleFiles()
    let found = try marks(folder)
    #expect(found.count > 8)
    for (name, marks) in found where !name.contains("plain.realm") { #expect(marks == [], "\(name)") }
    if TestEngine.isSealed { return }
    // In files that are not encrypted, the search finds all of them.
    for name in ["plain.realm", "copy of plain.realm"] { #expect(found[name] == Set(Marked.names + Marked.values), "\(name)") }
  }

  @Test("a copy has the key that it is given, or none")
  func copies() throws {
    let folder = try TemporaryFolder()
    try fill(configuration(folder))
    let realm = try Realm(configuration: configuration(folder))
    try realm.writeCopy(toFile: folder.url("plain.realm"))
    try realm.writeCopy(toFile: folder.url("other.realm"), encryptionKey: Self.otherKey)
    try realm.writeCopy(configuration: configuration(folder, "same.realm"))
    let plain = try Realm(configuration: configuration(folder, "plain.realm", nil))
    try plain.writeCopy(toFile: folder.url("again.realm"), encryptionKey: Self.key)
    for (name, key) in [("plain", nil), ("other", Self.otherKey), ("same", Self.key), ("again", Self.key)] as [(String, Data?)] {
      let copy = try Realm(configuration: configuration(folder, "\(name).realm", key))
      #expect(copy.objects(Dog.self).map(\.name) == realm.objects(Dog.self).map(\.name), "\(name)")
      try copy.write { copy.create(Dog.self, value: ["new", 1]) }
    }
    #expect(try failure(Realm(configuration: configuration(folder, "other.realm"))).code == .invalidDatabase)
  }

  @Test("the schema version of a file is read with its key")
  func version() throws {
    let folder = try TemporaryFolder()
    var configuration = configuration(folder)
    configuration.schemaVersion = 7
    try fill(configuration)
    #expect(try schemaVersionAtURL(folder.url("data.realm"), encryptionKey: Self.key) == 7)
    for key in [nil, Self.otherKey] {
      let error = #expect(throws: Realm.Error.self) { try schemaVersionAtURL(folder.url("data.realm"), encryptionKey: key) }
      #expect(error?.code == .invalidDatabase)
    }
    #expect(
      #expect(throws: Realm.Error.self) { try schemaVersionAtURL(folder.url("data.realm"), encryptionKey: Data(count: 63)) }?.code
        == .invalidInput)
  }

  @Test("compaction keeps the key, and a file with another key is never deleted")
  func compaction() throws {
    let folder = try TemporaryFolder()
    try fill(configuration(folder))
    do {
      let realm = try Realm(configuration: configuration(folder))
      try realm.write { realm.delete(realm.objects(Dog.self).where { $0.age >= 10 }) }
    }
    try folder.closeIdleFiles()
    var compacting = configuration(folder)
    compacting.shouldCompactOnLaunch = { _, _ in true }
    #expect(try Realm(configuration: compacting).objects(Dog.self).count == 10)
    try folder.closeIdleFiles()
    for key in [nil, Self.otherKey] {
      var deleting = configuration(folder, "data.realm", key)
      deleting.deleteRealmIfMigrationNeeded = true
      deleting.schemaVersion = 9
      #expect(try failure(Realm(configuration: deleting)).code == .invalidDatabase)
    }
    #expect(try Realm(configuration: configuration(folder)).objects(Dog.self).count == 10)
  }

  @Test("a file that is only read needs its key, too")
  func readOnly() throws {
    let folder = try TemporaryFolder()
    try fill(configuration(folder))
    try folder.closeIdleFiles()
    var reading = configuration(folder)
    reading.readOnly = true
    #expect(try Realm(configuration: reading).objects(Dog.self).sum(of: \.age) == 299 * 150)
    reading.encryptionKey = Self.otherKey
    #expect(try failure(Realm(configuration: reading)).code == .invalidDatabase)
  }
}
