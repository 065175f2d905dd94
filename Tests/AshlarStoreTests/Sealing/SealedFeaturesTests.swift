@testable import AshlarEncryption
import Foundation
import StoreFixtures
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Lists of features of encrypted files that were changed without their key", .blocking)
struct SealedFeaturesTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("sealed"))
  }

  // A file of more than `StructureWalk.sizeLimit` bytes is opened without the walk.
  private func enlarge() throws {
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.truncate(atOffset: StructureWalk.sizeLimit + 4096)
    try file.close()
  }

  // Everything that reads the list of features.
  private func readings(_ key: EncryptionKey?) -> [(name: String, run: () throws -> Void)] {
    let (path, other) = (path, folder.file("other"))
    return [
      ("the walk", { try StructureWalk.check(path, key: key) }),
      ("the check before an opening", { _ = try FileCheck.check(path, key: key) }),
      ("the inspection", { _ = try FileInspection.read(path, key: key) }),
      ("the schema", { _ = try FileInspection.schema(path, key: key) }),
      ("opening", { _ = try EnvironmentRegistry.open(path: path, key: key) }),
      ("opening with compaction", { _ = try EnvironmentRegistry.open(path: path, key: key) { _, _ in true } }),
      ("opening to read", { _ = try EnvironmentRegistry.openToRead(path: path, key: key) }),
      ("opening read-only", { _ = try ReadOnlyEngines.open(path: path, key: key) }),
      ("mapping alone", { _ = try Engines.read(path, key: key) }),
      ("a seed", { try SeedFile.copy(path, to: other, key: key) }),
    ]
  }

  @Test("A feature that was added to the list is damage, and never a feature of a later release", arguments: [false, true])
  func added(isLarge: Bool) throws {
    let sample = try SealedSample(path, seed: 2, people: 5)
    let later = [FileFeature("later", .read), FileFeature("later", .write), FileFeature.vectors]
    for feature in later {
      let intact = try sample.forger.bytes
      let format = StoredFormat(FormatVersion.file, [.sealed, feature])
      try sample.forger.commit { writer in try writer.putNamed(.meta, StoredFormat.key, format.bytes) }
      if isLarge { try enlarge() }
      let damage = StoreError.damaged(path: path, detail: "its list of features was changed without its key")
      for (name, run) in readings(sample.key) { #expect(throws: damage, "\(name), \(feature.name)") { try run() } }
      let wrongKey = try Sealing.encryptionKey(1)
      for (name, run) in readings(wrongKey) {
        #expect(throws: StoreError.wrongKey(path: path), "\(name), \(feature.name)") { try run() }
      }
      try sample.forger.write(intact, at: 0)
    }
  }

  @Test("A feature of a later release that was added with the key is named")
  func laterRelease() throws {
    let sample = try SealedSample(path, seed: 2, people: 5)
    do {
      let engine = try sample.open()
      try engine.lockForWriting()
      defer { engine.unlockForWriting() }
      try engine.commit(sync: false) { writer in
        try writer.putNamed(.meta, StoredFormat.key, StoredFormat(FormatVersion.file, [FileFeature("later", .read)]).bytes)
      }
    }
    try folder.closeIdleFiles()
    let error = StoreError.unknownFeatures(path: path, names: ["later"])
    for (name, run) in readings(sample.key) where name != "the inspection" { #expect(throws: error, "\(name)") { try run() } }
    let found = try sample.inspect()
    #expect(!found.isReadable && found.features.filter(\.preventsReading).map(\.name) == ["later"])
  }

  @Test("An earlier list with its own record is found by the walk, by copies and by 'verify'")
  func earlier() throws {
    let sample = try SealedSample(path, seed: 3, people: 10)
    func plain() throws -> [(name: String, value: [UInt8])] {
      let bytes = try sample.forger.bytes
      return try sample.forger.values(isPlain: true).map { (String(decoding: $0.key, as: UTF8.self), Array(bytes[$0.range])) }
    }
    let earlier = try plain()
    #expect(earlier.map(\.name) == [StoredFormat.key, SealRecord.key])
    do {
      let engine = try sample.open()
      try engine.lockForWriting()
      defer { engine.unlockForWriting() }
      try engine.commit(sync: false) { writer in
        try writer.putNamed(.meta, StoredFormat.key, StoredFormat(FormatVersion.file, [.unique]).bytes)
      }
    }
    try StructureWalk.check(path, key: sample.key)
    #expect(try sample.inspect().features.map(\.name) == ["sealed", "unique"])
    let intact = try sample.forger.bytes
    let newer = try plain()
    #expect(zip(earlier, newer).allSatisfy { $0.value != $1.value })
    try sample.forger.commit { writer in for (name, value) in earlier { try writer.putNamed(.meta, name, value) } }
    let error = SealedCounters.incompleteness(path)
    #expect(throws: error) { try StructureWalk.check(path, key: sample.key) }
    #expect(throws: error) { try sample.inspect() }
    #expect(throws: error) { try EngineFactory.plain.read(path, sample.key).snapshot().checkCompleteness() }
    // The record of the newest version is found complete.
    try sample.forger.write(intact, at: 0)
    try StructureWalk.check(path, key: sample.key)
    try EngineFactory.plain.read(path, sample.key).snapshot().checkCompleteness()
    _ = try sample.inspect()
  }
}
