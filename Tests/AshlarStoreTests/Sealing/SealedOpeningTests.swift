@testable import AshlarEncryption
import Foundation
import StoreFixtures
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Checks of encrypted files before they are opened or copied", .blocking, .enabled(if: Sealing.isOptional))
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
}
