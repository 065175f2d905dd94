@testable import AshlarEncryption
import Foundation
import StoreFixtures
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Sizes of encrypted values", .blocking)
struct SealedSizesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func engine(_ name: String, isSealed: Bool) throws -> any FileEngine {
    let key: EncryptionKey = try #require((0..<64).map { UInt8($0) }.withUnsafeBytes { EncryptionKey(copying: $0) })
    return try EngineFactory.plain.open(folder.file(name), EngineOptions(key: isSealed ? key : nil))
  }

  private func commit(_ engine: any StorageEngine, _ body: (any StorageWriter) throws -> Void) throws {
    try engine.lockForWriting()
    defer { engine.unlockForWriting() }
    try engine.commit(sync: false, body)
  }

  @Test("the largest patch, segment and node, and every cluster, fill the pages that they occupy")
  func sizes() {
    let inLeaf = ClusterPages.largestInLeaf(pageSize: 4096)
    #expect(inLeaf == 2022)
    #expect(Sealer.sealedSize(ClusterPatch.limit, key: 8) == inLeaf)
    #expect(Sealer.sealedSize(ClusterPatch.limit + 1, key: 8) > inLeaf)
    // LMDB's header of a page has 16 bytes.
    #expect(Sealer.sealedSize(StoredSegment.headerSize + StoredSegment.limit, key: 8) == 8176)
    #expect(Sealer.sealedSize(StoredSegment.headerSize + StoredSegment.limit + 1, key: 8) > 8176)
    #expect(Sealer.sealedSize(Node.limit, key: 8) == 4080)
    #expect(Sealer.sealedSize(Node.leastStored, key: 8) == 4080)
    for pages in 1...64 {
      let size = ClusterPages.size(4096 * pages - ClusterPages.spare, pageSize: 4096)
      #expect(size == 4096 * pages - ClusterPages.spare)
      #expect(Sealer.sealedSize(size, key: 8) == 4096 * pages - 16)
    }
    // The longest values and keys of a node leave room for a second entry, so blocks of indexes need no numbers of their own.
    #expect(2 * (Node.longestValue + 100) < Node.limit && Node.longestValue + Node.longestKey + Node.leafHeader + 8 < Node.limit)
  }

  @Test("the largest patches, segments and clusters occupy as many pages as in a file that is not encrypted")
  func pages() throws {
    var usages: [[UInt64]] = []
    for isSealed in [false, true] {
      let engine = try engine(isSealed ? "sealed" : "plain", isSealed: isSealed)
      try commit(engine) { writer in
        let patch = [UInt8](repeating: 1, count: ClusterPatch.limit)
        let segment = [UInt8](repeating: 2, count: StoredSegment.headerSize + StoredSegment.limit)
        for number in 0..<60 as Range<UInt64> {
          try withUnsafeBytes(of: number) { key in try patch.withUnsafeBytes { try writer.append(.patches, key, $0) } }
          let room = try writer.reserveNew(.values, number: number, size: segment.count)
          segment.withUnsafeBytes { room.copyMemory(from: $0.baseAddress!, byteCount: segment.count) }
          let size = ClusterPages.size([4000, 28_600][Int(number % 2)], pageSize: writer.pageSize)
          try writer.reserveCluster(number, size: size).initializeMemory(as: UInt8.self, repeating: 3, count: size)
        }
      }
      let snapshot = try engine.snapshot()
      usages.append(try [.patches, .values, .clusters].map { try snapshot.usage($0).bytes })
    }
    #expect(usages[0] == usages[1])
    // Two patches share a page; segments have two pages.
    #expect(usages[0][0] / 4096 < 60 && usages[0][1] / 4096 < 60 * 2 + 10)
  }

  @Test("a write to an encrypted file that exceeds its memory creates no temporary file")
  func noSpill() throws {
    for isSealed in [false, true] {
      let store = try SampleStore(try engine(isSealed ? "sealed" : "plain", isSealed: isSealed))
      store.session.transactionMemoryLimit = 100_000
      var random = SeededGenerator(seed: 4)
      try store.fill(&random, people: 1500)
      try store.session.beginWrite()
      for key in stride(from: Int64(0), to: 1200, by: 7) { try store.session.delete(SampleSchema.person, key) }
      #expect(store.session.transaction?.memory.isSpilling == !isSealed)
      #expect(try SealedSizesTests.openFiles().contains { $0.contains(".spill-") && $0.hasPrefix(folder.path) } == !isSealed)
      try store.session.commitWrite(sync: false)
      #expect(try store.contradictions() == [])
    }
  }

  // The files that the process has open, also those without names.
  private static func openFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
    }
  }

  // MARK: - Older counters

  private static func isDamage(_ error: StoreError?) -> Bool {
    if case .damaged? = error { true } else { false }
  }

  @Test("a write after the counters of an older version were put back throws, and overwrites no value")
  func olderCounters() throws {
    let engine = try engine("sealed", isSealed: true)
    func text(_ number: Int64) -> String { String(repeating: "long text \(number) ", count: 200) }
    func insert(_ store: SampleStore, _ number: Int64) throws {
      try store.session.beginWrite()
      try store.insert(SampleSchema.dog, [.text(text(number)), .null, .list([])])
      try store.session.commitWrite(sync: false)
    }
    do {
      let store = try SampleStore(engine)
      for number in 0..<5 as Range<Int64> { try insert(store, number) }
    }
    var older = try Counters.read(try engine.snapshot(), path: engine.path)
    #expect(older.nextValue == 6)
    older.nextValue = 3
    try commit(engine) { try older.write(to: $0) }
    let store = try SampleStore(engine)
    let version = engine.newestVersion
    let thrown = #expect(throws: StoreError.self) { try insert(store, 5) }
    #expect(SealedSizesTests.isDamage(thrown))
    if store.session.isWriting { store.session.cancelWrite() }
    #expect(engine.newestVersion == version)
    let rows = try SampleStore(engine).rows(SampleSchema.dog)
    #expect(Set(rows.values.map { $0[0] }) == Set((0..<5).map { CellValue.text(text($0)) }))
  }

  @Test("a write after the record of the nodes of an older version was put back throws, and overwrites no node")
  func olderNodes() throws {
    let engine = try engine("sealed", isSealed: true)
    func add(_ numbers: Range<Int>) throws {
      try commit(engine) { writer in
        for number in numbers {
          let key = Array("key \(number * 7919 % 10_000)".utf8)
          try key.withUnsafeBytes { key in try [UInt8](repeating: 9, count: 40).withUnsafeBytes { try writer.put(.postings, key, $0) } }
        }
      }
    }
    func record() throws -> [UInt8] {
      let snapshot = try engine.snapshot()
      defer { withExtendedLifetime(snapshot) {} }
      return Array(try #require(try snapshot.value(.main, NodeRecord.storedName)))
    }
    func nodes() throws -> [UInt64: [UInt8]] {
      var found: [UInt64: [UInt8]] = [:]
      try withUnsafeBytes(of: UInt64(0)) { start in
        try engine.snapshot().scan(.sealed, from: start) { key, value in
          found[key.loadUnaligned(as: UInt64.self)] = Array(value)
          return true
        }
      }
      return found
    }
    try add(0..<200)
    let older = try record()
    try add(200..<2000)
    let before = try nodes()
    try commit(engine) { writer in try older.withUnsafeBytes { try writer.put(.main, NodeRecord.storedName, $0) } }
    let thrown = #expect(throws: StoreError.self) { try add(2000..<6000) }
    #expect(SealedSizesTests.isDamage(thrown))
    #expect(try nodes() == before)
  }
}
