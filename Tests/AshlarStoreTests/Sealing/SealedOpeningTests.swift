import Foundation
import StoreFixtures
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Checks of encrypted files before they are opened, restored or copied", .blocking, .enabled(if: Sealing.isOptional))
struct SealedOpeningTests {
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

  // MARK: - Openings

  @Test("A file whose values are incomplete is not opened, for writing, reading or as a seed")
  func incomplete() throws {
    let sample = try sample()
    try sample.forger.commit { writer in try Array("note".utf8).withUnsafeBytes { try writer.remove(.meta, $0) } }
    let error = SealedCounters.incompleteness(path)
    #expect(throws: error) { try EnvironmentRegistry.open(path: path, key: sample.key) }
    #expect(throws: error) { try EnvironmentRegistry.open(path: path, key: sample.key) { _, _ in true } }
    #expect(throws: error) { try ReadOnlyEngines.open(path: path, key: sample.key) }
    #expect(throws: error) { try EnvironmentRegistry.openToRead(path: path, key: sample.key) }
    #expect(throws: error) { try SeedFile.copy(path, to: folder.file("seeded"), key: sample.key) }
    #expect(try !folder.names().contains("seeded"))
  }

  @Test("A seed is copied with its key only, and the copy has the same key")
  func seed() throws {
    let sample = try sample()
    let seeded = folder.file("seeded")
    for (key, error) in try wrongKeys { #expect(throws: error) { try SeedFile.copy(path, to: seeded, key: key) } }
    #expect(try !folder.names().contains("seeded"))
    try SeedFile.copy(path, to: seeded, key: sample.key)
    #expect(try bytes(seeded) == bytes(path))
    #expect(try Forger(path: seeded).contents(sample.key) == sample.forger.contents(sample.key))
  }

  // A file of more than `StructureWalk.sizeLimit` bytes, most of which are in no page.
  private func enlarge() throws {
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.truncate(atOffset: StructureWalk.sizeLimit + 4096)
    try file.close()
  }

  @Test("A file of more than 64 MiB is opened without the walk: what only 'verify' finds")
  func large() throws {
    let sample = try sample()
    let before = try sample.forger.bytes
    let first = try sample.forger.contents(sample.key)
    let olderVersion = try FileHeader.read(try PageFile(path)).newest.transaction
    let older = try sample.forger.values()
    try sample.write(8, people: 2)
    let intact = try sample.forger.bytes
    let newer = try sample.forger.contents(sample.key)
    let places = Dictionary(uniqueKeysWithValues: try sample.forger.values().map { ([UInt8($0.space.index)] + $0.key, $0) })
    func value(_ space: KeySpace, _ name: String = "") throws -> Forger.Value {
      try #require(older.first { $0.space == space && (name.isEmpty || $0.key.elementsEqual(name.utf8)) })
    }
    func find(_ what: String, _ forge: () throws -> Void) throws {
      try forge()
      try enlarge()
      // The walk would find it.
      #expect(throws: StoreError.self, "\(what)") { try StructureWalk.check(path, key: sample.key) }
      #expect(throws: StoreError.self, "\(what)") { try sample.inspect() }
      // The opening does not.
      #expect(try FileCheck.check(path, key: sample.key) == .existing, "\(what)")
      sample.expectNoOtherData(what, [first, newer])
      // Another key is refused in files of any size.
      for (key, error) in try wrongKeys { #expect(throws: error, "\(what)") { try FileCheck.check(path, key: key) } }
      try sample.forger.write(intact, at: 0)
    }
    for space in [KeySpace.clusters, .values, .patches] {
      let removed = try #require(try sample.forger.values().first { $0.space == space })
      try find("a removed value of '\(space)'") {
        try sample.forger.commit { writer in try removed.key.withUnsafeBytes { try writer.remove(space, $0) } }
      }
    }
    try find("a removed value of 'meta'") {
      try sample.forger.commit { writer in try Array("note".utf8).withUnsafeBytes { try writer.remove(.meta, $0) } }
    }
    try find("an older value") {
      let note = try value(.meta, "note")
      let place = try #require(places[[UInt8(note.space.index)] + note.key])
      try sample.forger.write(before[note.range], at: place.range.lowerBound)
    }
    try find("older counters with their version") {
      let counters = Array(before[try value(.main).range])
      try sample.forger.commit(as: olderVersion) { writer in try writer.putNamed(.main, Counters.name, counters) }
    }
    try find("a value in the place of another") {
      let values = try sample.forger.values().filter { $0.space == .clusters || $0.space == .values }
      var pair: (Forger.Value, Forger.Value)?
      for first in values {
        if let second = values.last(where: { $0 != first && $0.range.count == first.range.count }) { pair = (first, second) }
      }
      let (one, other) = try #require(pair)
      try sample.forger.write(intact[one.range], at: other.range.lowerBound)
    }
    try enlarge()
    #expect(try sample.forger.contents(sample.key) == newer)
    _ = try sample.inspect()
  }

  // MARK: - Copies

  @Test("A copy of a file that lacks a value of 'meta' is refused, and leaves no file")
  func copy() throws {
    let sample = try sample()
    try sample.forger.commit { writer in try Array("note".utf8).withUnsafeBytes { try writer.remove(.meta, $0) } }
    let store = try SampleStore(sample.open())
    for key in [sample.key, nil] {
      #expect(throws: SealedCounters.incompleteness(path)) { try store.session.writeCopy(to: folder.file("copy"), key: key) }
    }
    #expect(try folder.names().filter { $0.hasPrefix("copy") } == [])
  }

  @Test("A copy of an intact file has the same contents, with the same key, another one, and none")
  func intactCopy() throws {
    let sample = try sample()
    let store = try SampleStore(sample.open())
    // An older version is copied as completely as the newest one.
    let snapshot = try store.session.engine.snapshot()
    try store.session.engine.lockForWriting()
    try store.session.engine.commit(sync: false) { try $0.putNamed(.meta, "note", Array("newer".utf8)) }
    store.session.engine.unlockForWriting()
    try snapshot.checkCompleteness()
    #expect(try store.session.advance())
    for (name, key) in [("same", sample.key), ("other", try Sealing.encryptionKey(3)), ("none", nil)] as [(String, EncryptionKey?)] {
      try store.session.writeCopy(to: folder.file(name), key: key)
      let found = try FileInspection.read(folder.file(name), key: key, checksums: true)
      #expect(found.tables.map(\.rows) == (try sample.inspect().tables.map(\.rows)))
      #expect((found.encryption?.isOpened ?? false) == (key != nil))
    }
  }

  // MARK: - Checkpoints

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
    for space in KeySpace.named where space != .meta { #expect(restored[space] == contents[space], "\(space)") }
    #expect(!CheckpointFile(path).exists)
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
