import Foundation
import StoreFixtures
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Changing the key of a file", .blocking, .enabled(if: Sealing.isOptional))
struct KeyChangeTests {
  private struct Cancelled: Error {}

  private let folder: TemporaryFolder
  private let path: String
  private let digest: UInt64

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store")
    let store = try SampleStore(path: path)
    var random = SeededGenerator(seed: 4)
    try store.fill(&random, people: 700)
    digest = try store.digest()
  }

  private static func key(_ first: UInt8) throws -> EncryptionKey { try Sealing.encryptionKey(first) }

  private func store(_ key: EncryptionKey?, at path: String? = nil) throws -> SampleStore {
    try SampleStore(EnvironmentRegistry.open(path: path ?? self.path, key: key))
  }

  // Compares the contents, and closes the file.
  private func check(_ key: EncryptionKey?, at path: String? = nil, _ comment: Comment? = nil) throws {
    try { () throws in
      let store = try store(key, at: path)
      #expect(try store.digest() == digest && store.contradictions() == [], comment)
    }()
    EnvironmentRegistry.closeIdleFile(path: path ?? self.path)
  }

  private var real: String { RealPath.of(path) }

  private func bytes() throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  @Test("a file is encrypted, gets another key, and is decrypted, and its contents and permissions stay")
  func changes() throws {
    #expect(chmod(path, 0o640) == 0)
    var key: EncryptionKey?
    let keys: [EncryptionKey?] = try [Self.key(1), Self.key(2), nil]
    for next in keys {
      let reports = Guarded<[UInt64]>([])
      try KeyChange.run(path, from: key, to: next) { done, total in reports.withLock { $0 += [done, total] } }
      #expect(reports.withLock { $0.count >= 4 && $0[0] == 0 && $0[$0.count - 2] == $0[$0.count - 1] })
      #expect(try folder.names() == ["store", "store-lock", "store.lock"])
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
      try check(next)
      let former = key
      #expect(throws: StoreError.self) { _ = try store(former) }
      key = next
    }
  }

  @Test("an encrypted file contains nothing of the plain one")
  func plaintext() throws {
    // The name of a type.
    let mark = Data("Person".utf8)
    #expect(try bytes().range(of: mark) != nil)
    try KeyChange.run(path, from: nil, to: Self.key(1))
    #expect(try bytes().range(of: mark) == nil)
    try KeyChange.run(path, from: Self.key(1), to: nil)
    #expect(try bytes().range(of: mark) != nil)
  }

  @Test("a wrong key, a missing one and a needless one change nothing")
  func wrong() throws {
    let plain = try bytes()
    #expect(throws: StoreError.notEncrypted(path: real)) { try KeyChange.run(path, from: Self.key(1), to: Self.key(2)) }
    #expect(try bytes() == plain)
    try KeyChange.run(path, from: nil, to: Self.key(1))
    let sealed = try bytes()
    #expect(throws: StoreError.keyMissing(path: real)) { try KeyChange.run(path, from: nil, to: Self.key(2)) }
    #expect(throws: StoreError.wrongKey(path: real)) { try KeyChange.run(path, from: Self.key(3), to: nil) }
    #expect(try bytes() == sealed)
    try check(Self.key(1))
  }

  @Test("a change that is cancelled leaves the file as it was, and no copy")
  func cancelled() throws {
    let before = try bytes()
    #expect(throws: Cancelled.self) {
      try KeyChange.run(path, from: nil, to: Self.key(1)) { done, total in if done >= total { throw Cancelled() } }
    }
    #expect(try bytes() == before)
    #expect(try folder.names() == ["store", "store-lock", "store.lock"])
    try check(nil)
  }

  @Test("a file that is open is not replaced, and one that is missing or empty is named")
  func open() throws {
    let held = try store(nil)
    #expect(throws: StoreError.inUse(path: real)) { try KeyChange.run(path, from: nil, to: Self.key(1)) }
    #expect(try held.digest() == digest)
    #expect(throws: StoreError.notFound(path: RealPath.of(folder.file("none")))) {
      try KeyChange.run(folder.file("none"), from: nil, to: Self.key(1))
    }
    try folder.write("", to: "empty")
    #expect(throws: StoreError.self) { try KeyChange.run(folder.file("empty"), from: nil, to: Self.key(1)) }
    #expect(try folder.names().contains("empty-lock") == false)
  }

  @Test("the target of a symbolic link is replaced, and a file with hard links is refused")
  func links() throws {
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "store")
    try KeyChange.run(link, from: nil, to: Self.key(1))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "store")
    try check(Self.key(1))
    #expect(hardLink(path, folder.file("other")) == 0)
    let before = try bytes()
    #expect(throws: StoreError.severalNames(path: real, count: 2)) { try KeyChange.run(path, from: Self.key(1), to: nil) }
    #expect(try bytes() == before)
    try check(Self.key(1))
  }

  @Test("a copy that a killed process left is removed")
  func leftover() throws {
    try folder.write("half a copy", to: "store.compacting")
    try KeyChange.run(path, from: nil, to: Self.key(1))
    #expect(try folder.names() == ["store", "store-lock", "store.lock"])
    try check(Self.key(1))
  }

  @Test("a copy with another key is a new file, which may be written while the file is open")
  func copies() throws {
    let held = try store(nil)
    let copy = folder.file("copy")
    try KeyChange.write(path, key: nil, to: copy, key: Self.key(1))
    try check(Self.key(1), at: copy)
    try KeyChange.write(copy, key: Self.key(1), to: folder.file("again"), key: nil)
    try check(nil, at: folder.file("again"))
    #expect(throws: StoreError.fileExists(path: copy)) { try KeyChange.write(path, key: nil, to: copy, key: Self.key(2)) }
    #expect(try held.digest() == digest)
  }

  @Test("a checkpoint of an earlier boot is applied first, unless the key is wrong")
  func checkpoint() throws {
    try KeyChange.run(path, from: nil, to: Self.key(1))
    let url = URL(filePath: path), checkpointURL = URL(filePath: path + ".checkpoint")
    let (file, saved): (Data, Data)
    do {
      let store = try store(Self.key(1))
      store.session.engine.setSyncLimits(SyncLimits(interval: .seconds(100)))
      for number in 0..<3 {
        try store.session.beginWrite()
        _ = try store.insert(SampleSchema.dog, [.text("a later dog \(number)"), .null, .list([])])
        try store.session.commitWrite(number == 0 ? .full : .relaxed)
      }
      (file, saved) = (try Data(contentsOf: url), try Data(contentsOf: checkpointURL))
    }
    EnvironmentRegistry.closeIdleFile(path: path)
    // As after a restart of the machine: the relaxed commits must be undone.
    var checkpoint = try CheckpointSlots.newest(in: [UInt8](saved), path: path)
    checkpoint.boot = BootIdentity(bytes: checkpoint.boot.bytes.map { ~$0 })
    try file.write(to: url)
    try Data(CheckpointSlots.file(checkpoint)).write(to: checkpointURL)
    #expect(throws: StoreError.wrongKey(path: real)) { try KeyChange.run(path, from: Self.key(2), to: nil) }
    #expect(try bytes() == file && FileManager.default.fileExists(atPath: checkpointURL.path))
    try KeyChange.run(path, from: Self.key(1), to: Self.key(3))
    #expect(!FileManager.default.fileExists(atPath: checkpointURL.path))
    let names = try store(Self.key(3)).rows(SampleSchema.dog).values.map { $0[0] }
    #expect((0..<3).map { names.contains(.text("a later dog \($0)")) } == [true, false, false])
  }

  @Test("threads that open the file while its key is changed find it with the new key")
  func threads() throws {
    let (path, new) = (path, try Self.key(1))
    let hasStarted = Guarded(false)
    let found = Guarded<[Bool]>([])
    let done = DispatchSemaphore(value: 0)
    try KeyChange.run(path, from: nil, to: new) { _, _ in
      let isFirst = hasStarted.withLock { hasStarted in
        defer { hasStarted = true }
        return !hasStarted
      }
      guard isFirst else { return }
      Thread.detachNewThread {
        let engine = try? EnvironmentRegistry.open(path: path, key: new)
        found.withLock { $0.append(engine != nil) }
        done.signal()
      }
      // The thread usually waits by then.
      usleep(20_000)
    }
    done.wait()
    #expect(found.withLock { $0 } == [true])
    try check(new)
  }
}

// In the suite, `links` and local names shadow the function of the system.
private func hardLink(_ path: String, _ other: String) -> Int32 { link(path, other) }
