@testable import AshlarEncryption
import Foundation
import StoreFixtures
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

/// The search does not know what the file should contain: it takes the plaintext of every value that the engine returns.
@Suite("The plaintext of an encrypted file", .blocking)
struct SealedPlaintextTests {
  private let folder: TemporaryFolder
  private let path: String
  private let key: EncryptionKey
  private let marks: Marks

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("sealed"))
    key = try Sealing.encryptionKey()
    marks = Marks(seed: seed())
  }

  private func fill(_ key: EncryptionKey?, at path: String) throws {
    do {
      let store = try MarkedStore(EnvironmentRegistry.open(path: path, key: key), marks)
      store.store.session.engine.setSyncLimits(SyncLimits(interval: .seconds(100)))
      var random = SeededGenerator(seed: marks.seed)
      for number in 0..<40 {
        try store.store.session.beginWrite()
        for index in 0..<5 { try store.insert(number * 5 + index) }
        try store.store.session.commitWrite(number % 2 == 0 ? .unsynced : .relaxed)
        try store.commit(&random, .relaxed)
      }
    }
    EnvironmentRegistry.closeIdleFile(path: path)
  }

  // The pieces of all values of the file: of the entries, of the nodes that contain them, and of the counters.
  private func openedWindows() throws -> OpenedWindows {
    let snapshot = try EngineFactory.plain.read(path, key).completeSnapshot()
    var windows = OpenedWindows()
    for (space, entries) in try Forger.contents(snapshot) {
      for (key, value) in entries {
        let isPlain = key.withUnsafeBytes { SealedValue.isPlain(space, $0) }
        if !isPlain { windows.add(space, key, value) }
      }
    }
    try withUnsafeBytes(of: UInt64(0)) { start in
      try snapshot.scan(.sealed, from: start) { _, value in
        windows.add(Array(value))
        return true
      }
    }
    return windows
  }

  private func found(_ windows: OpenedWindows, besides others: [String] = []) throws -> [String: OpenedWindows.Found] {
    var found: [String: OpenedWindows.Found] = [:]
    for name in try folder.names() where !others.contains(name) {
      found[name] = windows.found(in: [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))))
    }
    return found
  }

  @Test("is not in the file, in a copy, after compaction or a change of the key, or in a file beside it: no part, no hash, no checksum")
  func windowsOfAll() throws {
    try fill(key, at: path)
    let windows = try openedWindows()
    #expect(windows.count.windows > 1_000)
    #expect(windows.count.hashes > 200)
    #expect(windows.count.checksums > 20)
    do {
      let store = try MarkedStore(EnvironmentRegistry.open(path: path, key: key), marks)
      try store.store.session.writeCopy(to: folder.file("copy"), key: key)
      try store.store.session.writeCopy(to: folder.file("other"), key: Sealing.encryptionKey(9))
      try store.store.session.writeCopy(to: folder.file("plain"))
    }
    EnvironmentRegistry.closeIdleFile(path: path)
    try FileManager.default.copyItem(atPath: path, toPath: folder.file("changed"))
    try KeyChange.run(folder.file("changed"), from: key, to: Sealing.encryptionKey(7))
    try FileManager.default.copyItem(atPath: path, toPath: folder.file("compacted"))
    do { _ = try EnvironmentRegistry.open(path: folder.file("compacted"), key: key) { _, _ in true } }
    EnvironmentRegistry.closeIdleFile(path: folder.file("compacted"))
    let all = try found(windows)
    #expect(all.count > 8)
    for (name, found) in all where name != "plain" {
      #expect(found.windows == 0, "seed \(marks.seed), \(name)")
      #expect(found.hashes == 0, "seed \(marks.seed), \(name)")
      // Each checksum has 4 bytes, so one of them is in a file by chance once in some hundred runs.
      #expect(found.checksums <= 2, "seed \(marks.seed), \(name)")
    }
    // In a copy that is not encrypted, the search finds most of it. Indexes have other blocks there than in nodes.
    let plain = try #require(all["plain"])
    if Sealing.isOptional {
      #expect(plain.windows > windows.count.windows / 2)
      #expect(plain.hashes > 100)
      #expect(plain.checksums > windows.count.checksums / 2)
    }
  }
}
