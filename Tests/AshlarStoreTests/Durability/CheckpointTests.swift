import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Checkpoints")
struct CheckpointTests {
  @Test("what is written is read; a changed byte or another length is an error")
  func coding() throws {
    var checkpoint = try sample()
    checkpoint.number = 0x1122_3344_5566_7788
    let bytes = checkpoint.encoded
    #expect(bytes.count == 368 && bytes.count == Checkpoint.size)
    #expect(try Checkpoint(bytes, path: "a") == checkpoint)
    for index in 0..<364 {
      var damaged = bytes
      damaged[index] ^= 4
      #expect(throws: StoreError.self, "byte \(index)") { try Checkpoint(damaged, path: "a") }
    }
    for count in 0..<368 { #expect(throws: StoreError.self, "\(count) bytes") { try Checkpoint(Array(bytes[..<count]), path: "a") } }
    #expect(throws: StoreError.checkpoint(path: "a", .damaged("it has 369 bytes instead of 368"))) {
      try Checkpoint(bytes + [0], path: "a")
    }
    var newer = bytes
    newer[8] = 3
    #expect(throws: StoreError.checkpoint(path: "a", .newerFormat(3))) { try Checkpoint(newer, path: "a") }
  }

  @Test("the slot with the higher number is used, unless it is torn")
  func slots() throws {
    var older = try sample()
    older.number = 7
    var newer = older
    (newer.number, newer.process) = (8, 9)
    let bytes = CheckpointSlots.file(older)
    #expect(bytes.count == 8192)
    #expect(try CheckpointSlots.newest(in: bytes, path: "a") == older)
    var both = bytes
    both.replaceSubrange(4096..<4096 + 368, with: newer.encoded)
    #expect(try CheckpointSlots.newest(in: both, path: "a") == newer)
    for cut in stride(from: 0, to: 360, by: 8) {
      var torn = bytes
      torn.replaceSubrange(4096..<4096 + cut, with: newer.encoded[..<cut])
      #expect(try CheckpointSlots.newest(in: torn, path: "a") == older, "\(cut) bytes")
    }
    var neither = both
    for offset in [100, 4196] { neither[offset] ^= 1 }
    #expect(throws: StoreError.checkpoint(path: "a", .damaged("its checksum does not match"))) {
      try CheckpointSlots.newest(in: neither, path: "a")
    }
    var later = both
    later[4104] = 3
    #expect(throws: StoreError.checkpoint(path: "a", .newerFormat(3))) { try CheckpointSlots.newest(in: later, path: "a") }
    #expect(throws: StoreError.checkpoint(path: "a", .damaged("it has 8191 bytes instead of 8192"))) {
      try CheckpointSlots.newest(in: Array(both.dropLast()), path: "a")
    }
  }

  @Test("a checkpoint of format 1 is read, restored, and replaced by one of format 2", .enabled(if: Sealing.isOptional))
  func firstFormat() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("copy")
    // Three relaxed commits, 2 to 4, are behind the checkpoint of the second durable one, 1.
    for suffix in ["", ".checkpoint"] {
      let fixture = Repository.folder.appending(path: "Tests/AshlarStoreTests/Fixtures/checkpoint-1.ashlar" + suffix)
      try FileManager.default.copyItem(at: fixture, to: URL(filePath: path + suffix))
    }
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path + ".checkpoint")))
    #expect(bytes.count == 360 && bytes[8] == 1)
    for count in 0..<360 {
      #expect(throws: StoreError.self, "\(count) bytes") { try CheckpointSlots.newest(in: Array(bytes[..<count]), path: path) }
    }
    var damaged = bytes
    damaged[60] ^= 1
    #expect(throws: StoreError.checkpoint(path: path, .damaged("its checksum does not match"))) {
      try CheckpointSlots.newest(in: damaged, path: path)
    }
    let version = try #require(try CheckpointFile(path).read()).version
    #expect(try FileInspection.read(path).version == version)
    let store = try SampleStore(path: path)
    #expect(store.session.version == version)
    let numbers = try store.rows(SampleSchema.person).values.filter { ($0[0].integer ?? 0) < 20 }.map { $0[1].integer }
    #expect(numbers == [Int64?](repeating: 1, count: 20))
    #expect(!CheckpointFile(path).exists)
    try insert(store, .relaxed)
    #expect(try Data(contentsOf: URL(filePath: path + ".checkpoint")).count == 8192)
    #expect(try store.contradictions() == [])
  }

  @Test("a file is restored to its checkpoint after a restart of the machine, however it is opened, and only then", arguments: [0, 1, 2])
  func restoring(way: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("copy")
    try Crash(in: folder).leave(at: path, isRestarted: true)
    do {
      let inspected = try FileInspection.read(path)
      #expect(inspected.isRestorePending && inspected.tables.first { $0.name == "token" }?.rows ?? 1 == 1)
      #expect(try FileInspection.schema(path).entities.isEmpty == false)
      #expect(try !folder.names().contains("copy-lock"))
      let engine = try way == 1 ? EnvironmentRegistry.open(path: path) { _, _ in true } : EnvironmentRegistry.open(path: path)
      let store = try SampleStore(engine)
      #expect(store.session.count(SampleSchema.token) == 1)
      try insert(store, way == 2 ? .relaxed : .full)
    }
    #expect(try folder.names().filter { $0.hasPrefix("copy") } == ["copy", "copy-lock", "copy.lock"])
    #expect(try !FileInspection.read(path, checksums: true).isRestorePending)
    #expect(try SampleStore(path: path).session.count(SampleSchema.token) == 2)

    let other = folder.file("other")
    try Crash(in: folder).leave(at: other, isRestarted: false)
    #expect(try !FileInspection.read(other).isRestorePending)
    do {
      let store = try SampleStore(path: other)
      #expect(store.session.count(SampleSchema.token) == 3)
      #expect(!CheckpointFile(other).exists)
    }
  }

  @Test("a restore that was interrupted is done again")
  func interrupted() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("copy")
    try Crash(in: folder).leave(at: path, isRestarted: true)
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    // The first header page was restored, of the second one the power left noise.
    let saved = try #require(try CheckpointFile(path).read())
    try file.write(contentsOf: Data(saved.firstPage))
    try file.seek(toOffset: 4096)
    try file.write(contentsOf: Data(repeating: 0x5A, count: 300))
    try file.close()
    // Noise in the rest of a page, and in what no version can reach, is not looked at.
    #expect(try SampleStore(path: path).session.count(SampleSchema.token) == 1)
  }

  @Test("a checkpoint is found beside the file that is open, also when a folder on its path became another")
  func movedLink() throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    for name in ["first", "second"] { try files.createDirectory(atPath: folder.file(name), withIntermediateDirectories: false) }
    try files.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: folder.file("first"))
    let store = try SampleStore(path: folder.file("link/file"))
    try files.removeItem(atPath: folder.file("link"))
    try files.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: folder.file("second"))
    // Another process's, which a commit that waits for the disk must not leave behind.
    let checkpoints = ["first", "second"].map { folder.file($0 + "/file.checkpoint") }
    for checkpoint in checkpoints { try Data("a checkpoint".utf8).write(to: URL(fileURLWithPath: checkpoint)) }
    try store.session.beginWrite()
    _ = try store.session.insert(SampleSchema.token)
    try store.session.commitWrite(sync: true)
    #expect(checkpoints.map { files.fileExists(atPath: $0) } == [false, true])
  }

  @Test("a damaged checkpoint is an error that states what to do, and the file is unchanged")
  func damaged() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("copy")
    try Crash(in: folder).leave(at: path, isRestarted: true)
    try Data("ASHLARCP, but torn".utf8).write(to: URL(fileURLWithPath: path + ".checkpoint"))
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let names = try folder.names()
    let error = #expect(throws: StoreError.self) { try EnvironmentRegistry.open(path: path) }
    #expect(throws: try #require(error)) { try FileInspection.read(path) }
    #expect(try folder.names() == names)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    try FileManager.default.removeItem(atPath: path + ".checkpoint")
    #expect(try SampleStore(path: path).session.count(SampleSchema.token) == 3)
  }

  @Test("a checkpoint of another file is not restored, whatever the machine did, and nothing is changed")
  func foreign() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("copy")
    try Crash(in: folder).leave(at: path, isRestarted: true)
    let checkpoint = try Data(contentsOf: URL(fileURLWithPath: path + ".checkpoint"))
    let other = folder.file("other")
    do {
      let store = try SampleStore(path: other)
      var random = SeededGenerator(seed: 1)
      try store.fill(&random, people: 50)
    }
    try checkpoint.write(to: URL(fileURLWithPath: other + ".checkpoint"))
    let before = try Data(contentsOf: URL(fileURLWithPath: other))
    let error = #expect(throws: StoreError.self) { try EnvironmentRegistry.open(path: other) }
    guard case .checkpoint(other, .doesNotFit(let detail)) = error else { throw error ?? .notFound(path: other) }
    #expect(!detail.isEmpty)
    #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == before)
    #expect(try Data(contentsOf: URL(fileURLWithPath: other + ".checkpoint")) == checkpoint)
  }

  @Test("the checkpoint of a removed file is removed as well")
  func removed() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("copy")
    try Crash(in: folder).leave(at: path, isRestarted: true)
    try FileManager.default.removeItem(atPath: path)
    let saved = try Data(contentsOf: URL(fileURLWithPath: path + ".checkpoint"))
    do { try SampleStore(path: folder.file("source")).session.writeCopy(to: path) }
    #expect(!CheckpointFile(path).exists)
    try FileManager.default.removeItem(atPath: path)
    try saved.write(to: URL(fileURLWithPath: path + ".checkpoint"))
    let store = try SampleStore(path: path)
    #expect(store.session.count(SampleSchema.token) == 0)
    #expect(!CheckpointFile(path).exists)
  }

  @Test("relaxed commits and files with a checkpoint are refused if restarts cannot be detected")
  func noBootIdentity() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("copy")
    try Crash(in: folder).leave(at: path, isRestarted: true)
    #expect(throws: StoreError.checkpoint(path: path, .noBootIdentity)) { try CheckpointSettling.run(path, boot: nil) }
    #expect(CheckpointFile(path).exists)
    let other = folder.file("other")
    let engine = try LMDBEngine(path: other, inMemory: false, boot: nil)
    #expect(throws: StoreError.checkpoint(path: other, .noBootIdentity)) { try engine.check(.relaxed) }
    let version = engine.newestVersion
    #expect(throws: StoreError.checkpoint(path: other, .noBootIdentity)) {
      try engine.commit(.relaxed) { writer in try writer.putNamed(.meta, "name", [1]) }
    }
    #expect(engine.newestVersion == version)
    try engine.commit(.full) { writer in try writer.putNamed(.meta, "name", [1]) }
    #expect(engine.newestVersion == version + 1)
  }

  private func sample() throws -> Checkpoint {
    let folder = try TemporaryFolder()
    do { _ = try SampleStore(path: folder.file("a")) }
    return try Checkpoint(
      of: try PageFile(folder.file("a")), boot: BootIdentity(bytes: Array(1...16)), process: 7)
  }
}

func insert(_ store: SampleStore, _ durability: CommitDurability) throws {
  try store.session.beginWrite()
  do {
    try store.insert(SampleSchema.token, [.null, .int(1)])
    try store.session.commitWrite(durability)
  } catch {
    if store.session.isWriting { store.session.cancelWrite() }
    throw error
  }
}

/// What is on the disk while a file is in use: a token was committed durably, two relaxed.
struct Crash {
  private let bytes: Data
  private let checkpoint: Data

  init(in folder: TemporaryFolder) throws {
    let path = folder.file("crash-\(UUID().uuidString)")
    let store = try SampleStore(path: path)
    store.session.engine.setSyncLimits(SyncLimits(interval: .seconds(100)))
    try insert(store, .full)
    try insert(store, .relaxed)
    try insert(store, .relaxed)
    bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    checkpoint = try Data(contentsOf: URL(fileURLWithPath: path + ".checkpoint"))
  }

  func leave(at path: String, isRestarted: Bool) throws {
    try bytes.write(to: URL(fileURLWithPath: path))
    var saved = try CheckpointSlots.newest(in: [UInt8](checkpoint), path: path)
    if isRestarted { saved.boot = BootIdentity(bytes: saved.boot.bytes.map { ~$0 }) }
    try Data(CheckpointSlots.file(saved)).write(to: URL(fileURLWithPath: path + ".checkpoint"))
  }
}
