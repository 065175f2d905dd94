import AshlarSchema
import Foundation
import StoreFixtures
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

// Whether files that are opened without a key are not encrypted in this process.
private var isPlain: Bool {
  TestEngine.choose()
  return Engines.factory.key(nil) == nil
}

@Suite("Processes that have a file open while it is encrypted, or that lack encryption", .blocking, .enabled(if: isPlain))
struct EncryptionProcessTests {
  private let folder: TemporaryFolder
  private let path: String
  private let key: EncryptionKey

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
    key = try #require((0..<EncryptionKey.size).map { UInt8($0) }.withUnsafeBytes { EncryptionKey(copying: $0) })
  }

  private func make(_ key: EncryptionKey?) throws {
    do { try SampleStore(EnvironmentRegistry.open(path: path, key: key)).addNumberedToken(.full) }
    try folder.closeIdleFiles()
  }

  private func numbers(_ key: EncryptionKey?) throws -> [Int64] {
    try SampleStore(EnvironmentRegistry.open(path: path, key: key)).tokenNumbers()
  }

  @Test("a file is not encrypted or decrypted while another process reads it, by LMDB alone or as a release without encryption")
  func readers() throws {
    for (old, new) in [(nil, key), (key, nil)] as [(EncryptionKey?, EncryptionKey?)] {
      if old == nil { try make(nil) }
      for arguments in [["read-raw", path], ["knowing", path, "unique,checks"]] where old == nil || arguments[0] == "read-raw" {
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let child = try Child(arguments)
        #expect(child.line()?.hasPrefix("open") == true)
        #expect(throws: StoreError.inUse(path: path)) { try KeyChange.run(path, from: old, to: new) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        child.send("")
        #expect(child.end() == .exit(0))
      }
      try KeyChange.run(path, from: old, to: new)
      #expect(try numbers(new) == [1])
      try folder.closeIdleFiles()
    }
  }

  @Test("a process that reads an encrypted file by LMDB alone hinders every other feature")
  func readerWithoutMarks() throws {
    try make(key)
    let child = try Child(["read-raw", path])
    #expect(child.line() == "opened")
    let others = FileFeature.rows.map(\.name).filter { $0 != "sealed" }
    func open(_ feature: String) throws -> SampleStore {
      try SampleStore(
        EnvironmentRegistry.open(path: path, key: key), model: SampleSchema.model, ordinals: SampleSchema.ordinals,
        features: InventedFeatures.named(feature))
    }
    try InventedFeatures.knowing((others + ["sealed"]).joined(separator: ",")) {
      for feature in others {
        #expect(throws: CatalogError.featureOfOlderReader(path: path, feature: feature, process: child.id)) { try open(feature) }
      }
      child.send("")
      #expect(child.end() == .exit(0))
      for feature in ["unique", "history", "derived"] {
        let numbers = try open(feature).tokenNumbers()
        #expect(numbers == [1])
      }
    }
    try folder.closeIdleFiles()
    #expect(try FileInspection.read(path, key: key, checksums: true).features.map(\.name) == ["derived", "history", "sealed", "unique"])
  }

  @Test("a release that does not know encryption is refused by name, and one that does by its missing key; the file stays as it is")
  func refused() throws {
    try make(key)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    for (names, error) in [
      ("", StoreError.unknownFeatures(path: path, names: ["sealed"])), ("unique,checks", .unknownFeatures(path: path, names: ["sealed"])),
      ("sealed", .keyMissing(path: path)),
    ] {
      let child = try Child(["knowing", path, names])
      #expect(child.line() == "refused \(error)")
      child.send("")
      #expect(child.end() == .exit(0))
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try numbers(key) == [1])
  }
}
