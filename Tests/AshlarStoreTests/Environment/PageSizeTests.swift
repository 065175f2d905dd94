import CLMDB
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Pages of files", .blocking)
struct PageSizeTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store")
  }

  @Test("LMDB keeps a value among others in a leaf page up to the size that is known, and gives larger ones pages of their own")
  func leaves() throws {
    let engine = try LMDBEngine(path: path, inMemory: false)
    let limit = ClusterPages.largestInLeaf(pageSize: engine.pageSize)
    func overflowPages(_ size: Int) throws -> Int {
      try engine.commit(sync: false) { writer in
        try writer.reserveCluster(1, size: size).initializeMemory(as: UInt8.self, repeating: 0, count: size)
      }
      let transaction = try engine.begin(UInt32(MDB_RDONLY))
      defer { mdb_txn_abort(transaction) }
      var found = MDB_stat()
      try LMDBCode.check(mdb_stat(transaction, engine.handle(.clusters), &found), path, "measure")
      return Int(found.ms_overflow_pages)
    }
    #expect(try overflowPages(limit) == 0)
    #expect(try overflowPages(limit + 1) == 1)
    #expect(try overflowPages(ClusterPages.smallest(pageSize: engine.pageSize)) == 1)
    #expect(try overflowPages(ClusterPages.smallest(pageSize: engine.pageSize) + engine.pageSize) == 2)
  }

  @Test("clusters fill whole pages less 64 bytes, and are never kept in leaf pages", arguments: [4096, 8192, 16_384, 32_768])
  func sizes(pageSize: Int) {
    for needed in [1, 64, 1000, 4032, 4033, 8128, 8129, 16_320, 16_321, 32_704, 32_705, 100_000] {
      let size = ClusterPages.size(needed, pageSize: pageSize)
      #expect(size >= needed && size - needed < pageSize && (size + 64) % pageSize == 0)
      #expect(size > ClusterPages.largestInLeaf(pageSize: pageSize))
    }
  }

  /// Files that an earlier release made under larger pages, whose small clusters lie in leaf pages.
  private func open(_ name: String) throws -> SampleStore {
    try FileManager.default.copyItem(
      at: Repository.folder.appending(path: "Tests/AshlarStoreTests/Fixtures/\(name).ashlar"), to: URL(filePath: path))
    return try SampleStore(path: path)
  }

  @Test(
    "files of an earlier release with larger pages open, pass every check, and are read and written by several sessions at once",
    .enabled(if: Sealing.isOptional),
    arguments: [("pages-16k", 16_384), ("pages-32k", 32_768)])
  func earlier(name: String, pageSize: Int) throws {
    var random = SeededGenerator(seed: 5)
    let store = try open(name)
    let inspection = try FileInspection.read(path, checksums: true)
    #expect(inspection.pageSize == pageSize)
    #expect(inspection.tables.map(\.name).contains("Person"))
    #expect(try store.contradictions() == [])
    let reader = try SampleStore(path: path)
    let people = try store.rows(SampleSchema.person)
    #expect(try reader.rows(SampleSchema.person) == people)
    let addresses = try store.rows(SampleSchema.address)
    #expect(try !addresses.isEmpty && reader.rows(SampleSchema.address) == addresses)
    // Both have looked at clusters in leaf pages, which move.
    #expect(store.session.engine.hasMovingClusters)
    for round in 0..<60 {
      try store.session.beginWrite()
      try store.insert(SampleSchema.token, [.bytes((0..<12).map { _ in UInt8.random(in: .min ... .max, using: &random) }), .int(7)])
      try store.insert(SampleSchema.wide, random.wide())
      if round % 3 == 0 { try store.insert(SampleSchema.dog, [.text("dog \(round)"), .null, random.tags()]) }
      if let key = people.keys.randomElement(using: &random) { try store.set(SampleSchema.person, key, 2, random.text()) }
      try store.session.commitWrite(sync: false)
      try reader.session.advance()
      // Nothing writes these again: they stay in leaf pages.
      for session in [store, reader] { #expect(try session.rows(SampleSchema.address) == addresses, "round \(round)") }
      #expect(try reader.rows(SampleSchema.person) == store.rows(SampleSchema.person), "round \(round)")
      #expect(try reader.rows(SampleSchema.dog) == store.rows(SampleSchema.dog), "round \(round)")
    }
    let contradictions = try reader.contradictions()
    #expect(contradictions == [])
    #expect(try store.contradictions() == [])
    _ = try FileInspection.read(path, checksums: true)
    try store.session.writeCopy(to: folder.file("copy"))
    #expect(
      try FileInspection.read(folder.file("copy"), checksums: true).tables.map(\.rows) == FileInspection.read(path).tables.map(\.rows))
    #expect(try SampleStore(path: folder.file("copy")).contradictions() == [])
  }
}
