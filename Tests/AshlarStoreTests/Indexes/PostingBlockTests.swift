import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Blocks of posting lists", .blocking)
struct PostingBlockTests {
  private static func keys(_ random: inout SeededGenerator) -> [Int64] {
    let span: Int64 = [3, 100, 20_000, Counters.keyLimit][Int.random(in: 0..<4, using: &random)]
    var keys: Set<Int64> = []
    let wanted = Int.random(in: 1...1500, using: &random)
    for _ in 0..<wanted { keys.insert(Int64.random(in: 0..<span, using: &random)) }
    return keys.sorted()
  }

  @Test("a key is a value's when all bytes in front of its bound are", arguments: 0..<4 as Range<UInt64>)
  func keysOfValues(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for size in 7...64 {
      let prefix = (0..<size).map { _ in UInt8.random(in: 0...2, using: &random) }
      func isKey(_ key: [UInt8]) -> Bool { key.withUnsafeBytes { key in prefix.withUnsafeBytes { PostingBlock.isKey(key, of: $0) } } }
      #expect(isKey(PostingBlock.key(prefix, bound: UInt64.random(in: 0...UInt64.max, using: &random))))
      for place in 0..<size {
        var other = prefix
        other[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        #expect(!isKey(PostingBlock.key(other, bound: 1)), "byte \(place) of \(size), seed \(seed)")
      }
      #expect(!isKey(PostingBlock.key(prefix + [0], bound: 1)))
      #expect(!isKey(PostingBlock.key(Array(prefix.dropLast()), bound: 1)))
    }
  }

  @Test("blocks contain the rows they were created from, and none is larger than half a page", arguments: 0..<20 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: PostingBlock.sizeLimit, alignment: 8)
    defer { buffer.deallocate() }
    for _ in 0..<50 {
      let keys = PostingBlockTests.keys(&random)
      var rest = keys[...]
      var found: [Int64] = []
      while !rest.isEmpty {
        let (count, block) = PostingBlock.write(rest, to: buffer)
        try #require(count > 0 && block.count <= PostingBlock.sizeLimit, "seed \(seed)")
        rest = rest.dropFirst(count)
        let read = try #require(PostingBlock(block, isOpen: false), "seed \(seed)")
        #expect(read.count == count && read.before == 0, "seed \(seed)")
        #expect(read.read(into: &found), "seed \(seed)")
      }
      #expect(found == keys, "seed \(seed)")
      // The open block, behind any number of rows.
      let before = Int.random(in: 0..<1 << Int.random(in: 1..<40, using: &random), using: &random)
      let (count, block) = PostingBlock.write(keys[...], before: before, to: buffer)
      try #require(count > 0 && block.count <= PostingBlock.sizeLimit, "seed \(seed)")
      let open = try #require(PostingBlock(block, isOpen: true), "seed \(seed)")
      #expect(open.count == count && open.before == before, "seed \(seed)")
      found.removeAll()
      #expect(open.read(into: &found) && found == Array(keys.prefix(count)), "seed \(seed)")
    }
  }

  @Test("rows appended one by one make the same blocks as all at once", arguments: 0..<8 as Range<UInt64>)
  func appending(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let keys = PostingBlockTests.keys(&random)
    let buffers = (0..<2).map { _ in UnsafeMutableRawBufferPointer.allocate(byteCount: PostingBlock.sizeLimit, alignment: 8) }
    defer { for buffer in buffers { buffer.deallocate() } }
    let before = Int.random(in: 0...20_000, using: &random)
    var (count, block) = PostingBlock.write(keys[..<1], before: before, to: buffers[0])
    for key in keys.dropFirst() {
      guard let longer = PostingBlock.append(key, to: block, in: buffers[1]) else { break }
      buffers[0].copyMemory(from: longer)
      block = UnsafeRawBufferPointer(rebasing: buffers[0][..<longer.count])
      count += 1
    }
    let appended = Array(block)
    let whole = PostingBlock.write(keys[...], before: before, to: buffers[1])
    #expect(whole.count == count && Array(whole.block) == appended, "seed \(seed)")
    // One that does not come last is not appended.
    appended.withUnsafeBytes { #expect(PostingBlock.append(keys[count - 1], to: $0, in: buffers[1]) == nil) }
  }

  @Test("bytes are what files hold")
  func bytes() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: PostingBlock.sizeLimit, alignment: 8)
    defer { buffer.deallocate() }
    func bytes(_ keys: ArraySlice<Int64>, before: Int?) -> [UInt8] {
      Array(PostingBlock.write(keys, before: before, to: buffer).block)
    }
    #expect(bytes([5, 6, 300], before: nil) == [3, 0, 44, 1, 0, 0, 0, 0, 5, 1, 0xA6, 2])
    #expect(bytes([5, 6, 300], before: 0) == [3, 0, 44, 1, 0, 0, 0, 0, 0, 5, 1, 0xA6, 2])
    #expect(bytes([5, 6, 300], before: 960) == [3, 0, 44, 1, 0, 0, 0, 0, 0xC0, 7, 5, 1, 0xA6, 2])
    for key in [0, 1, 300, Counters.keyLimit - 1] { #expect(Array(PostingBlock.writeOpen(key, to: buffer)) == bytes([key], before: 0)) }
    #expect(bytes([], before: 1) == [0, 0, 0, 0, 0, 0, 0, 0, 1])
  }

  @Test("a row is not appended to an open block without rows, which may not be the place for it")
  func appendingToNone() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: PostingBlock.sizeLimit, alignment: 8)
    defer { buffer.deallocate() }
    let empty: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 9]
    empty.withUnsafeBytes { #expect(PostingBlock.append(5, to: $0, in: buffer) == nil) }
  }

  @Test(
    "bytes that are no closed block are refused",
    arguments: [
      [], [1, 0, 5, 0, 0, 0, 0, 0], [2, 0, 5, 0, 0, 0, 0, 0, 5], [1, 0, 6, 0, 0, 0, 0, 0, 5], [1, 0, 5, 0, 0, 0, 0, 0, 5, 1],
      [2, 0, 5, 0, 0, 0, 0, 0, 5, 0], [1, 0, 5, 0, 0, 0, 0, 0, 0x85, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0],
      [1, 0, 0, 0, 0, 0, 0, 1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20], [0, 0, 0, 0, 0, 0, 0, 0, 0],
    ] as [[UInt8]])
  func malformed(_ bytes: [UInt8]) {
    var keys: [Int64] = []
    bytes.withUnsafeBytes { #expect(PostingBlock($0, isOpen: false)?.read(into: &keys) != true) }
  }

  @Test(
    "bytes that are no open block are refused",
    arguments: [
      [], [1, 0, 5, 0, 0, 0, 0, 0], [1, 0, 5, 0, 0, 0, 0, 0, 5], [1, 0, 5, 0, 0, 0, 0, 0, 0], [1, 0, 5, 0, 0, 0, 0, 0, 0x80],
      [1, 0, 5, 0, 0, 0, 0, 0, 0, 5, 1],
      // No rows at all; none of its own, but a key or a last one.
      [0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 1, 5], [0, 0, 5, 0, 0, 0, 0, 0, 1],
      // As many rows before as there cannot be.
      [1, 0, 5, 0, 0, 0, 0, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20, 5],
    ] as [[UInt8]])
  func malformedOpen(_ bytes: [UInt8]) {
    var keys: [Int64] = []
    bytes.withUnsafeBytes { #expect(PostingBlock($0, isOpen: true)?.read(into: &keys) != true) }
  }
}
