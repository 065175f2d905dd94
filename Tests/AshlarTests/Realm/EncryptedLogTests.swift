import AshlarStore
import Foundation
import TestSupport
import Testing

@testable import Ashlar

@Suite("The log of encrypted Realms")
struct EncryptedLogTests {
  private static let key = Data((0..<64).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) })
  private static let leftOut = "values are left out, because the file is encrypted"

  private final class Lines: Sendable {
    private let lines = Guarded<[String]>([])
    func add(_ text: String) { lines.withLock { $0.append(text) } }
    var texts: [String] { lines.withLock { $0 } }
  }

  // Returns the error of a migration, and the lines that it has logged.
  private static func migrate(
    _ folder: TemporaryFolder, _ name: String, _ key: Data?, _ lines: Lines, _ block: @escaping MigrationBlock
  ) throws -> String {
    var before = folder.release(1, FirstRelease.types)
    before.fileURL = folder.url(name)
    before.encryptionKey = key
    do {
      let realm = try Realm(configuration: before)
      try realm.write {
        for number in 0..<10 {
          realm.dynamicCreate(
            "Person",
            value: [
              "firstName": "First", "lastName": "Last", "age": "a marked age \(number)", "street": "Street", "city": nil as Any? as Any,
              "friends": [] as [Any], "scores": [number], "notes": ["a": "note"], "any": number,
            ] as [String: Any])
        }
      }
    }
    try folder.closeIdleFiles()
    var after = folder.release(2, SecondRelease.types, migration: block)
    after.fileURL = before.fileURL
    after.encryptionKey = key
    do {
      _ = try Realm(configuration: after)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("a migration that fails logs no values of an encrypted file, and its error names them", .enabled(if: !TestEngine.isSealed))
  func migration() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let lines = Lines()
      Logger.shared = Logger(level: .all) { lines.add($1) }
      // A value of the old objects that the new property does not accept, and a key that two objects would have.
      let unfit: MigrationBlock = { migration, _ in
        migration.enumerateObjects(ofType: "Person") { old, new in new?["age"] = old?["age"] }
      }
      let equal: MigrationBlock = { migration, _ in
        migration.enumerateObjects(ofType: "Person") { _, new in
          new?["age"] = 0
          new?["id"] = 1_234_567_891
        }
      }
      let plain = try EncryptedLogTests.migrate(folder, "plain.realm", nil, lines, unfit)
      #expect(plain.contains("a marked age 0"))
      #expect(lines.texts.contains { $0.contains("a marked age 0") }, "what is not encrypted is logged whole: \(lines.texts)")
      let logged = lines.texts.count
      for (name, block, mark) in [("unfit.realm", unfit, "a marked age 0"), ("equal.realm", equal, "1234567891")] {
        let thrown = try EncryptedLogTests.migrate(folder, name, EncryptedLogTests.key, lines, block)
        #expect(thrown.contains(mark), "\(thrown)")
        let new = lines.texts.dropFirst(logged)
        #expect(!new.contains { $0.contains(mark) || $0.contains("a marked age") }, "\(new)")
      }
      #expect(lines.texts.dropFirst(logged).contains { $0.contains(EncryptedLogTests.leftOut) }, "\(lines.texts.dropFirst(logged))")
    }
  }

  @Test("an asynchronous write that breaks a rule logs no values of an encrypted file")
  func commits() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let lines = Lines()
      Logger.shared = Logger(level: .all) { lines.add($1) }
      var configuration = folder.configuration("data.realm", CheckedTypes.customers)
      configuration.encryptionKey = EncryptedLogTests.key
      let place = try RealmQueue(configuration)
      place.run { realm in
        realm.writeAsync {
          realm.create(CheckedCustomer.self, value: ["login": "amarkedlogin", "age": 123_456, "extra": 1] as [String: Any])
        }
      }
      place.settle()
      #expect(lines.texts.contains { $0.contains("an asynchronous commit failed. Realm.Error.ruleViolated: \(EncryptedLogTests.leftOut)") })
      #expect(!lines.texts.contains { $0.contains("amarkedlogin") || $0.contains("123456") }, "\(lines.texts)")
    }
  }

  @Test("a copy of an encrypted Realm that is not encrypted is logged", .enabled(if: !TestEngine.isSealed))
  func copies() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let lines = Lines()
      Logger.shared = Logger(level: .info) { lines.add("\($0) \($1)") }
      var configuration = folder.configuration("data.realm", CheckedTypes.customers)
      configuration.encryptionKey = EncryptedLogTests.key
      let realm = try Realm(configuration: configuration)
      try realm.writeCopy(toFile: folder.url("sealed.realm"), encryptionKey: Data(EncryptedLogTests.key.reversed()))
      #expect(lines.texts == [])
      try realm.writeCopy(toFile: folder.url("plain.realm"))
      #expect(lines.texts.count == 1, "\(lines.texts)")
      let line = try #require(lines.texts.first)
      #expect(line.hasPrefix("info ") && line.contains("plain.realm', which is not encrypted."), "\(line)")
    }
  }

  @Test("errors of the disk and the file are logged whole, errors that may name values by their kind")
  func kinds() {
    let full = StoreError.noSpace(path: "/data.realm")
    #expect(Logger.text(of: full, isEncrypted: true) == "\(full)")
    #expect(Logger.text(of: Realm.Error.wrapping(full), isEncrypted: true) == "\(Realm.Error.wrapping(full))")
    let equal = CatalogError.duplicateKeys(path: "/data.realm", type: "Dog", properties: ["name"], key: "Rex", rows: [1, 2], more: 0)
    #expect(Logger.text(of: equal, isEncrypted: false).contains("Rex"))
    #expect(Logger.text(of: equal, isEncrypted: true) == "CatalogError.duplicateKeys: \(EncryptedLogTests.leftOut).")
    #expect(Logger.text(of: Realm.Error.wrapping(equal), isEncrypted: true) == "Realm.Error.fail: \(EncryptedLogTests.leftOut).")
    struct Own: Error { let value = "Rex" }
    #expect(Logger.text(of: Own(), isEncrypted: true) == "Own: \(EncryptedLogTests.leftOut).")
  }
}
