import TestSupport
import Testing

@testable import AshlarStore

/// Each test runs in a process of its own, because the cache belongs to the process.
@Suite("Lifetimes of decrypted values")
struct BlockLifetimeTests {
  private static func open(_ folder: TemporaryFolder) throws -> any FileEngine {
    try EngineFactory.plain.open(folder.file("data"), EngineOptions(key: Sealing.encryptionKey()))
  }

  private static func commit(_ engine: any StorageEngine, _ body: (any StorageWriter) throws -> Void) throws {
    try engine.lockForWriting()
    defer { engine.unlockForWriting() }
    try engine.commit(sync: false, body)
  }

  private static func put(_ writer: any StorageWriter, _ space: KeySpace, _ number: Int, _ value: [UInt8]) throws {
    try value.withUnsafeBytes { try writer.put(space, integer: UInt64(number), $0) }
  }

  @Test("The values of a file leave memory when the file is closed, also if a snapshot is released last")
  func closing() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      for isSnapshotLast in [false, true] {
        var engine: (any FileEngine)? = try BlockLifetimeTests.open(folder)
        try BlockLifetimeTests.commit(#require(engine)) { writer in
          for number in 0..<40 { try BlockLifetimeTests.put(writer, .values, number, [UInt8](repeating: 7, count: 5000)) }
        }
        var snapshot: (any StorageSnapshot)? = try engine?.snapshot()
        for number in 0..<40 { #expect(try snapshot?.value(.values, integer: UInt64(number))?.count == 5000) }
        #expect(BlockCache.shared.count.held >= 40)
        if isSnapshotLast {
          engine = nil
          #expect(try snapshot?.value(.values, integer: 39)?.count == 5000)
          snapshot = nil
        } else {
          snapshot = nil
          #expect(engine?.path == folder.file("data"))
          engine = nil
        }
        let isEmpty = BlockCache.shared.count == (0, 0)
        #expect(isEmpty, "the snapshot is released last: \(isSnapshotLast)")
        #expect(BlockCache.shared.allocatedBytes == 0)
      }
    }
  }
}
