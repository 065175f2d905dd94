import Ashlar
import Foundation
import TestSupport
import Testing

@testable import AshlarSwiftUI

@Suite("The log of views that write to an encrypted Realm")
struct EncryptedWritesTests {
  private final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []
    func add(_ text: String) { lock.withLock { lines.append(text) } }
    var texts: [String] { lock.withLock { lines } }
  }

  // Returns the lines that are logged when a view creates a second object with the same unique code.
  @MainActor private static func log(_ configuration: Realm.Configuration) throws -> [String] {
    let lines = Lines()
    Logger.shared = Logger(level: .all) { lines.add($1) }
    let realm = try Realm(configuration: configuration)
    for _ in 0..<2 { transaction(in: realm) { realm.create(ViewItem.self, value: ["code": "amarkedcode", "level": 3] as [String: Any]) } }
    #expect(realm.objects(ViewItem.self).count == 1)
    return lines.texts.filter { $0.contains("A view could not write.") }
  }

  // The test has a process of its own, because a process has one log.
  @Test("a write that breaks a rule logs no values of an encrypted file")
  func values() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let types: [ObjectBase.Type] = [ViewItem.self, ViewLock.self]
        let plain = try EncryptedWritesTests.log(Realm.Configuration(inMemoryIdentifier: "plain", objectTypes: types))
        #expect(plain.count == 1 && plain.allSatisfy { $0.contains("amarkedcode") }, "\(plain)")
        let folder = try TemporaryFolder()
        var configuration = Realm.Configuration(fileURL: folder.url.appending(path: "data.realm"), objectTypes: types)
        configuration.encryptionKey = Data((0..<64).map { UInt8($0) })
        let sealed = try EncryptedWritesTests.log(configuration)
        #expect(
          sealed == ["A view could not write. Realm.Error.ruleViolated: values are left out, because the file is encrypted."], "\(sealed)")
      }
    }
  }
}
