import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("What verify finds in posting lists")
struct PostingCheckTests {
  private typealias Entry = (key: [UInt8], block: [UInt8])

  private static func prefix(_ value: Int64) -> [UInt8] { ColumnPrefix.bytes(table: 1, column: 0) + IndexedValue.integer(value) }

  private static func entry(_ value: Int64, _ keys: [Int64], bound: UInt64 = PostingBlock.openBound, before: Int? = nil) -> Entry {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: PostingBlock.sizeLimit, alignment: 8)
    defer { buffer.deallocate() }
    return (PostingBlock.key(prefix(value), bound: bound), Array(PostingBlock.write(keys[...], before: before, to: buffer).block))
  }

  /// Whether all entries are taken, and the last list has an end.
  private static func isIntact(_ entries: [Entry]) -> Bool {
    var check = PostingCheck()
    return entries.allSatisfy { entry in entry.key.withUnsafeBytes { key in entry.block.withUnsafeBytes { check.accepts(key, $0) } } }
      && check.isComplete
  }

  @Test("lists of any number of blocks are taken, and every fault is found")
  func faults() {
    typealias Check = PostingCheckTests
    let closed = Check.entry(4, [1, 5, 9], bound: 9)
    let next = Check.entry(4, [10, 12], bound: 20)
    let open = Check.entry(4, [21], before: 5)
    let other = Check.entry(5, [3], before: 0)
    #expect(Check.isIntact([]))
    #expect(Check.isIntact([closed, next, open, other]))
    #expect(Check.isIntact([closed, Check.entry(4, [], before: 3), other]))
    // The number of rows before.
    #expect(!Check.isIntact([closed, next, Check.entry(4, [21], before: 4), other]))
    #expect(!Check.isIntact([closed, next, Check.entry(4, [21], before: 6)]))
    #expect(!Check.isIntact([Check.entry(5, [3], before: 1)]))
    #expect(!Check.isIntact([closed, open]))
    // It begins anew with each list.
    #expect(!Check.isIntact([closed, next, open, Check.entry(5, [3], before: 5)]))
    // No open block: at the end, and in front of another list.
    #expect(!Check.isIntact([closed, next]))
    #expect(!Check.isIntact([closed, next, other]))
    // Blocks without rows.
    #expect(!Check.isIntact([Check.entry(4, [], before: 0)]))
    #expect(!Check.isIntact([Check.entry(4, [], bound: 3), Check.entry(4, [5], before: 0)]))
    // Keys above their bound, or not above the block before.
    #expect(!Check.isIntact([Check.entry(4, [1, 5, 9], bound: 8), next, open]))
    #expect(!Check.isIntact([closed, Check.entry(4, [9, 12], bound: 20), open]))
    #expect(!Check.isIntact([closed, next, Check.entry(4, [20], before: 5)]))
    // Bytes that are no block, keys that are too short.
    #expect(!Check.isIntact([(open.key, [1, 0, 6, 0, 0, 0, 0, 0, 0, 5])]))
    #expect(!Check.isIntact([(open.key, other.block + [1])]))
    #expect(!Check.isIntact([(Array(open.key.suffix(14)), other.block)]))
  }

  @Test("a changed bit in the number of rows before the open block is found, and named with its page", .enabled(if: Sealing.isOptional))
  func flippedNumber() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    do {
      let opened = try SampleStore(
        EnvironmentRegistry.open(path: path),
        model: SchemaModel(
          name: "Flip", version: 1,
          entities: [EntityModel(name: "Row", properties: [PropertyModel(name: "group", type: .int, isIndexed: true)])]),
        ordinals: ["Row": 0])
      try opened.session.beginWrite()
      for row in 0..<3000 as Range<Int64> { try opened.insert(0, [.int(row % 7 == 0 ? 1 : 0)]) }
      try opened.session.commitWrite(sync: false)
    }
    let intact = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    _ = try FileInspection.read(path, checksums: true)
    let meta = try FileHeader.read(try PageFile(path, isWritable: false)).newest
    let pages = try FilePages(try PageFile(path, isWritable: false), meta)
    var places: [Int] = []
    try TreeWalk.run(try #require(MainTree(meta.main, pages).trees[.postings]), "postings", pages) { entry throws(StoreError) in
      guard PostingBlock.bound(entry.key) == PostingBlock.openBound else { return nil }
      let page = Int(entry.page.bytes.load(as: UInt64.self)) * meta.pageSize
      let start = page + (entry.page.data(entry.index).baseAddress.map { $0 - entry.page.bytes } ?? 0)
      var size = PostingBlock.headerSize
      _ = LEB128.read(entry.page.data(entry.index), &size)
      places += start + PostingBlock.headerSize..<start + size
      return nil
    }
    #expect(places.count == 3, "two lists, of which one has rows before")
    for place in places {
      for bit in 0..<8 as Range<UInt8> {
        var bytes = intact
        bytes[place] ^= 1 << bit
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("damaged")))
        let error = #expect(throws: StoreError.self) { try FileInspection.read(folder.file("damaged"), checksums: true) }
        #expect(
          error?.description.contains("page \(place / meta.pageSize) of 'postings'") == true, "bit \(bit): \(error?.description ?? "")")
        // The walk at opening adds entries up.
        #expect(throws: StoreError.self) { try StructureWalk.check(folder.file("damaged")) }
      }
    }
  }
}
