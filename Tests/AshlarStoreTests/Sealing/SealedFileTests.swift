import Foundation
import StoreFixtures
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Keys and blocks of encrypted files", .blocking)
struct SealedFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("sealed"))
  }

  private final class Weak {
    weak var bytes: SecretBytes?
  }

  @Test("an open file keeps its own keys, and not that of its owner: when it was created, opened, read and checked")
  func ownersKey() throws {
    // The key is created here, so that only the store can keep it.
    func run<Result>(_ body: (EncryptionKey) throws -> Result) throws -> (result: Result, owner: Weak) {
      let owner = Weak()
      let key = try Sealing.encryptionKey()
      owner.bytes = key.bytes
      return (try body(key), owner)
    }
    do {
      let created = try run { try EngineFactory.plain.open(path, EngineOptions(key: $0)) }
      #expect(created.owner.bytes == nil)
      #expect(created.result.newestVersion > 0)
    }
    do {
      let opened = try run { try EngineFactory.plain.open(path, EngineOptions(key: $0)) }
      #expect(opened.owner.bytes == nil)
      // The keys that it keeps are those of the file.
      try opened.result.admit(Sealing.encryptionKey())
      #expect(throws: StoreError.wrongKey(path: path)) { try opened.result.admit(Sealing.encryptionKey(1)) }
    }
    let read = try run { try EngineFactory.plain.read(path, $0) }
    #expect(read.owner.bytes == nil)
    let checked = try run { try StructureWalk.check(path, key: $0) }
    #expect(checked.owner.bytes == nil)
  }
}
