import Foundation
import StoreFixtures
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Checkpoints of encrypted files", .blocking, .enabled(if: Sealing.isOptional))
struct SealedCheckpointTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("sealed"))
  }

  private func sample(people: Int = 30) throws -> SealedSample { try SealedSample(path, seed: 7, people: people) }

  private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  private var wrongKeys: [(key: EncryptionKey?, error: StoreError)] {
    get throws { [(try Sealing.encryptionKey(1), .wrongKey(path: path)), (nil, .keyMissing(path: path))] }
  }

  // Leaves the file as it is after a restart of the machine: a durable commit, and two relaxed ones that must be undone.
  private func leaveCheckpoint(_ sample: SealedSample) throws -> Forger.Contents {
    let (file, checkpoint, contents): (Data, Data, Forger.Contents)
    do {
      let store = try SampleStore(sample.open())
      store.session.engine.setSyncLimits(SyncLimits(interval: .seconds(100)))
      try insert(store, .full)
      contents = try Forger.contents(store.session.engine.snapshot())
      try insert(store, .relaxed)
      try insert(store, .relaxed)
      file = try bytes(path)
      checkpoint = try bytes(path + ".checkpoint")
    }
    try file.write(to: URL(fileURLWithPath: path))
    var saved = try CheckpointSlots.newest(in: [UInt8](checkpoint), path: path)
    saved.boot = BootIdentity(bytes: saved.boot.bytes.map { ~$0 })
    try Data(CheckpointSlots.file(saved)).write(to: URL(fileURLWithPath: path + ".checkpoint"))
    return contents
  }

  @Test("A file is restored to its checkpoint with its key only", arguments: [false, true])
  func checkpoint(compacts: Bool) throws {
    let sample = try sample()
    let contents = try leaveCheckpoint(sample)
    let (file, checkpoint) = (try bytes(path), try bytes(path + ".checkpoint"))
    func open(_ key: EncryptionKey?) throws -> any StorageEngine {
      try compacts
        ? EnvironmentRegistry.open(path: path, key: key) { _, _ in true } : EnvironmentRegistry.open(path: path, key: key)
    }
    for (key, error) in try wrongKeys {
      #expect(throws: error) { try open(key) }
      #expect(try bytes(path) == file && bytes(path + ".checkpoint") == checkpoint)
    }
    // An inspection shows the version of the checkpoint, and restores nothing.
    let found = try sample.inspect()
    #expect(found.isRestorePending && found.tables.first { $0.name == "Token" }?.rows == 1)
    #expect(try FileInspection.read(path).version == found.version)
    #expect(try bytes(path) == file)
    let restored = try Forger.contents(open(sample.key).snapshot())
    for space in KeySpace.named where space != .meta && space != .clusters { #expect(restored[space] == contents[space], "\(space)") }
    // Compaction leaves out free bytes at the end of a cluster.
    let clusters = contents[.clusters] ?? [:]
    #expect(restored[.clusters]?.count == clusters.count)
    for (key, found) in restored[.clusters] ?? [:] {
      #expect(compacts ? clusters[key]?.starts(with: found) == true : clusters[key] == found, "cluster \(key)")
    }
    #expect(!CheckpointFile(path).exists)
  }

  @Test("A file that must first be restored is not opened to read, and if the key is wrong, the error states this instead")
  func toRead() throws {
    let sample = try sample()
    _ = try leaveCheckpoint(sample)
    let (file, checkpoint) = (try bytes(path), try bytes(path + ".checkpoint"))
    let open: [(EncryptionKey?) throws -> Void] = [
      { _ = try EnvironmentRegistry.openToRead(path: path, key: $0) }, { _ = try ReadOnlyEngines.open(path: path, key: $0) },
    ]
    for open in open {
      for (key, error) in try wrongKeys { #expect(throws: error) { try open(key) } }
      #expect(throws: StoreError.checkpoint(path: path, .readOnly)) { try open(sample.key) }
    }
    // The newest version need not be intact, because it is not the one that is restored.
    let newest = try FileHeader.read(try PageFile(path)).newest
    let size = newest.pageSize
    try sample.forger.changing([UInt8](repeating: 0xEE, count: size), at: Int(newest.main.root) * size) {
      for (key, error) in try wrongKeys { #expect(throws: error) { try open[0](key) } }
      #expect(throws: StoreError.checkpoint(path: path, .readOnly)) { try open[0](sample.key) }
    }
    #expect(try bytes(path) == file && bytes(path + ".checkpoint") == checkpoint)
  }

  @Test("A checkpoint whose values were changed is not restored")
  func tamperedCheckpoint() throws {
    let sample = try sample()
    _ = try leaveCheckpoint(sample)
    // The version of the checkpoint still has the value: later commits do not overwrite its pages.
    let value = try #require(try sample.forger.values().first { $0.space == .values })
    try sample.forger.write([UInt8](repeating: 9, count: 16), at: value.range.lowerBound)
    let (file, checkpoint) = (try bytes(path), try bytes(path + ".checkpoint"))
    let error = #expect(throws: StoreError.self) { try EnvironmentRegistry.open(path: path, key: sample.key) }
    guard case .checkpoint(path, .doesNotFit) = error else { throw error ?? .notFound(path: path) }
    #expect(try bytes(path) == file && bytes(path + ".checkpoint") == checkpoint)
  }

  @Test("A checkpoint of an older version is refused if later commits have overwritten its pages, and is otherwise that version")
  func olderCheckpoint() throws {
    let sample = try sample(people: 10)
    let contents = try leaveCheckpoint(sample)
    let checkpoint = try bytes(path + ".checkpoint")
    try FileManager.default.removeItem(atPath: path + ".checkpoint")
    var refused = 0
    for round in 0..<12 as Range<UInt64> {
      try checkpoint.write(to: URL(fileURLWithPath: path + ".checkpoint"))
      let file = try bytes(path)
      do {
        try CheckpointSettling.run(path, key: sample.key)
        #expect(try sample.forger.contents(sample.key) == contents)
      } catch StoreError.checkpoint(path, .doesNotFit) {
        refused += 1
      }
      try file.write(to: URL(fileURLWithPath: path))
      try? FileManager.default.removeItem(atPath: path + ".checkpoint")
      try sample.write(20 + round, people: 5)
    }
    #expect(refused > 0)
  }
}
