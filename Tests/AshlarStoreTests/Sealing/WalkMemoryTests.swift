@testable import AshlarEncryption
import AshlarSchema
import Foundation
import StoreFixtures
import TestSupport
import Testing

@testable import AshlarStore

@Suite("Memory of walks over encrypted files")
struct WalkMemoryTests {
  private static let count = 12_000

  private static func engine(_ folder: TemporaryFolder) throws -> any StorageEngine {
    let key: EncryptionKey = try #require((0..<64).map { UInt8($0) }.withUnsafeBytes { EncryptionKey(copying: $0) })
    return try EnvironmentRegistry.open(path: folder.file("data"), key: key)
  }

  private static func row(_ number: Int) -> [CellValue] {
    (0..<12).map { .text("\(number * 7919 % count) in column \($0) " + String(repeating: "x", count: 80)) }
  }

  // A file whose clusters have 15 MB, in a process with a limit of 1 MB.
  private static func filled() throws -> TemporaryFolder {
    EncryptionCache.limit = 1 << 20
    let folder = try TemporaryFolder()
    let store = try SampleStore(engine(folder))
    for start in stride(from: 0, to: count, by: 2000) {
      try store.session.beginWrite()
      for number in start..<start + 2000 { try store.insert(SampleSchema.wide, row(number)) }
      try store.session.commitWrite(sync: false)
    }
    return folder
  }

  @Test("a list of all keys keeps no cluster, and contains the changes of the open write and of patches")
  func keys() async {
    await #expect(processExitsWith: .success) {
      let folder = try WalkMemoryTests.filled()
      let count = Int64(WalkMemoryTests.count)
      let store = try SampleStore(WalkMemoryTests.engine(folder))
      #expect(try store.session.liveKeys(SampleSchema.wide) == Array(0..<count))
      #expect(BlockCache.shared.allocatedBytes <= 1 << 20)
      // A patch, which another session has not read yet.
      try store.session.beginWrite()
      try store.session.delete(SampleSchema.wide, 1000)
      try store.session.commitWrite(sync: false)
      let other = try SampleStore(WalkMemoryTests.engine(folder))
      let rest = Array(0..<1000) + Array(1001..<count)
      #expect(try other.session.liveKeys(SampleSchema.wide) == rest)
      try other.session.beginWrite()
      try other.session.delete(SampleSchema.wide, 5000)
      let new = try other.insert(SampleSchema.wide, WalkMemoryTests.row(1))
      #expect(try other.session.liveKeys(SampleSchema.wide) == rest.filter { $0 != 5000 } + [new])
      other.session.cancelWrite()
      // The rows that the walks did not keep are read afterwards.
      #expect(try store.rows(SampleSchema.wide)[7777] == WalkMemoryTests.row(7777))
      BlockCache.shared._checkInvariants()
    }
  }

  @Test("new indexes have the rows of a table that exceeds the limit")
  func indexes() async {
    await #expect(processExitsWith: .success) {
      let folder = try WalkMemoryTests.filled()
      var model = SampleSchema.model
      model.version = 2
      for column in [0, 1, 5] { model.entities[4].properties[column].isIndexed = true }
      let store = try SampleStore(WalkMemoryTests.engine(folder), model: model, ordinals: SampleSchema.ordinals)
      #expect(store.session.table(SampleSchema.wide)?.indexedColumns == [0, 1, 5])
      #expect(BlockCache.shared.allocatedBytes <= 2 << 20)
      #expect(try store.contradictions() == [])
    }
  }

  @Test("a copy has the entries of a file that exceeds the limit, and its walks keep nothing")
  func copies() async {
    await #expect(processExitsWith: .success) {
      let folder = try WalkMemoryTests.filled()
      let store = try SampleStore(WalkMemoryTests.engine(folder))
      var most = 0
      let key: EncryptionKey = try #require((0..<64).map { UInt8(99 - $0) }.withUnsafeBytes { EncryptionKey(copying: $0) })
      try store.session.writeCopy(to: folder.file("copy"), key: key) { _, _ in
        most = max(most, BlockCache.shared.allocatedBytes)
      }
      #expect(most > 0 && most <= 2 << 20, "\(most) bytes")
      let copy = try SampleStore(EnvironmentRegistry.open(path: folder.file("copy"), key: key))
      #expect(try copy.digest() == store.digest())
      #expect(try copy.contradictions() == [])
    }
  }
}
