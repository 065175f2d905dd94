@testable import AshlarEncryption
import Foundation
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("The blocks of opened values", .blocking)
struct BlockCacheTests {
  private static let size = 28_616

  // A value of the test: its identity, and the plaintext that opening it returns.
  private struct Value: Sendable {
    let identity: BlockIdentity
    let number: UInt64

    init(_ file: SealedFile, _ number: UInt64, _ space: KeySpace = .values) throws {
      var head = [UInt8](repeating: 0, count: SealedValue.overhead)
      var random = SeededGenerator(seed: number)
      for index in head.indices { head[index] = UInt8(truncatingIfNeeded: random.next()) }
      identity = try withUnsafeBytes(of: number) { key in try head.withUnsafeBytes { try #require(BlockIdentity(file, space, key, $0)) } }
      self.number = number
    }

    func hold(_ cache: BlockCache) throws -> UnsafeRawBufferPointer {
      try cache.hold(identity, capacity: BlockCacheTests.size, path: "test") { room throws(StoreError) in
        for offset in stride(from: 0, to: room.count - 7, by: 8) { room.storeBytes(of: number, toByteOffset: offset, as: UInt64.self) }
        return room.count
      }
    }

    func hold(_ held: HeldBlocks) throws -> UnsafeRawBufferPointer {
      try held.hold(identity, capacity: 64, path: "test") { room throws(StoreError) in
        room.storeBytes(of: number, as: UInt64.self)
        return 8
      }
    }

    func isIntact(_ bytes: UnsafeRawBufferPointer) -> Bool {
      stride(from: 0, to: bytes.count - 7, by: 8).allSatisfy { bytes.load(fromByteOffset: $0, as: UInt64.self) == number }
    }
  }

  private static func file() throws -> SealedFile { try SealedFile(path: "test", SealRecord(), owner: Sealing.owner()) }

  @Test("beyond the limit, blocks without holders go in the order in which they were released")
  func age() throws {
    let file = try BlockCacheTests.file()
    let cache = BlockCache(limit: 1 << 20)
    let values = try (0..<100 as Range<UInt64>).map { try Value(file, $0) }
    for value in values { _ = try value.hold(cache) }
    // Held blocks exceed the limit.
    #expect(cache.count == (100, 100) && cache.used.all == cache.used.held && cache.used.all > 2 << 20)
    cache._checkInvariants()
    for value in values { cache.release([value.identity]) }
    #expect(cache.used.all <= 1 << 20 && cache.used.held == 0)
    #expect(cache.used.all > 1 << 20 - 2 * BlockCacheTests.size)
    // Each part has removed its oldest blocks: what remains are the newest, but for the number of parts.
    let kept = cache.count.all
    var opened = 0
    for value in values.suffix(kept - 16) {
      _ = try cache.hold(value.identity, capacity: BlockCacheTests.size, path: "test") { room throws(StoreError) in
        opened += 1
        return room.count
      }
    }
    #expect(opened <= 16)
    cache._checkInvariants()
    cache.release(values.suffix(kept - 16).map(\.identity))
  }

  @Test("a lower limit is effective at once, and blocks that are held stay where they are")
  func limit() throws {
    let file = try BlockCacheTests.file()
    let cache = BlockCache(limit: 64 << 20)
    let values = try (0..<200 as Range<UInt64>).map { try Value(file, $0) }
    let held = try values.map { (value: $0, bytes: try $0.hold(cache)) }
    cache.release(values.dropFirst(10).map(\.identity))
    #expect(cache.count == (200, 10))
    cache.limit = 0
    #expect(cache.count == (10, 10) && cache.used.all == cache.used.held)
    for (value, bytes) in held.prefix(10) { #expect(value.isIntact(bytes)) }
    cache._checkInvariants()
    // With a limit of 0, nothing is kept.
    cache.release(values.prefix(10).map(\.identity))
    #expect(cache.count == (0, 0) && cache.used.all == 0)
    cache._checkInvariants()
  }

  @Test("the blocks of a file that was closed are removed, those of others are not")
  func closing() throws {
    let cache = BlockCache(limit: 64 << 20)
    let (first, second) = (try BlockCacheTests.file(), try BlockCacheTests.file())
    let values = try [first, second].map { file in try (0..<20 as Range<UInt64>).map { try Value(file, $0) } }
    for value in values.flatMap(\.self) {
      _ = try value.hold(cache)
      cache.release([value.identity])
    }
    cache.removeAll(of: first)
    #expect(cache.count == (20, 0))
    cache._checkInvariants()
    #expect(values[1].allSatisfy { value in (try? value.hold(cache)).map(value.isIntact) == true })
  }

  @Test("a discarded block is removed at once, or when its last holder releases it, and only that one")
  func discarding() throws {
    let file = try BlockCacheTests.file()
    let cache = BlockCache(limit: 64 << 20)
    let values = try (0..<20 as Range<UInt64>).map { try Value(file, $0) }
    for value in values { _ = try value.hold(cache) }
    cache.release(values[..<10].map(\.identity))
    for value in values[..<5] { cache.discard(value.identity) }
    #expect(cache.count == (15, 10))
    let bytes = try values[10].hold(cache)
    for value in values[10..<15] { cache.discard(value.identity) }
    #expect(cache.count == (15, 10))
    cache._checkInvariants()
    cache.release(values[10...].map(\.identity))
    // The first of them has another holder; the next four are removed, and the others are kept.
    #expect(cache.count == (11, 1) && values[10].isIntact(bytes))
    #expect(cache.holdKnown(values[11].identity) == nil && cache.holdKnown(values[15].identity) != nil)
    cache._checkInvariants()
    cache.release([values[10].identity, values[15].identity])
    #expect(cache.count == (10, 0))
    // A discarded value that is opened again is kept like any other.
    _ = try values[11].hold(cache)
    cache.discard(values[12].identity)
    cache.release([values[11].identity])
    #expect(cache.count == (11, 0))
    cache._checkInvariants()
    cache.limit = 0
    #expect(cache.count == (0, 0) && cache.used == (0, 0) && cache.allocatedBytes == 0)
    cache._checkInvariants()
  }

  @Test("a set releases former values for good, and others to the cache")
  func former() throws {
    let file = try BlockCacheTests.file()
    let cache = BlockCache(limit: 64 << 20)
    let values = try (0..<600 as Range<UInt64>).map { try Value(file, $0) }
    let former = Set(values[..<400].map(\.identity))
    let held = HeldBlocks(file, cache)
    for value in values { _ = try value.hold(held) }
    _ = try values[0].hold(cache)
    held.releaseFormer { !former.contains($0) }
    // Another holder still has the first value.
    #expect(cache.count == (201, 201) && held.count == (200, 0))
    held._checkInvariants()
    cache.release([values[0].identity])
    #expect(cache.count == (200, 200))
    held.releaseAll()
    #expect(cache.count == (200, 0) && held.count == (0, 0))
    cache._checkInvariants()
  }

  @Test("a set keeps the blocks of former sets until it holds their current clusters itself")
  func formerSets() throws {
    let file = try BlockCacheTests.file()
    let cache = BlockCache(limit: 64 << 20)
    let clusters = try (0..<400 as Range<UInt64>).map { try Value(file, $0, .clusters) }
    let values = try (400..<500 as Range<UInt64>).map { try Value(file, $0) }
    let current = Set((clusters[..<100] + values).map(\.identity))
    let first = HeldBlocks(file, cache)
    let addresses = try (clusters + values).map { try $0.hold(first).baseAddress }
    let second = HeldBlocks(file, cache)
    second.keep(first)
    let third = HeldBlocks(file, cache)
    third.keep(second)
    #expect(third.count == (0, 2))
    // The session reads a cluster again.
    #expect(try clusters[0].hold(third).baseAddress == addresses[0])
    third.releaseFormer { current.contains($0) }
    #expect(third.count == (100, 0))
    third._checkInvariants()
    for (cluster, address) in zip(clusters[..<100], addresses) { #expect(try cluster.hold(third).baseAddress == address) }
    // A frozen session may use the first snapshot for longer.
    #expect(cache.count == (500, 500) && first.count == (500, 0))
    first._checkInvariants()
    withExtendedLifetime(second) {}
  }

  @Test("former sets are released with the last set that keeps them; their former values are not kept")
  func formerValues() throws {
    let file = try BlockCacheTests.file()
    let cache = BlockCache(limit: 64 << 20)
    let clusters = try (0..<400 as Range<UInt64>).map { try Value(file, $0, .clusters) }
    let values = try (400..<500 as Range<UInt64>).map { try Value(file, $0) }
    let current = Set((clusters[..<100] + values).map(\.identity))
    var first: HeldBlocks? = HeldBlocks(file, cache)
    for value in clusters + values { _ = try value.hold(#require(first)) }
    let second = HeldBlocks(file, cache)
    try second.keep(#require(first))
    first = nil
    #expect(cache.count == (500, 500))
    second.releaseFormer { current.contains($0) }
    // The second set holds the current clusters; the cache keeps the other current values.
    #expect(second.count == (100, 0) && cache.count == (200, 100))
    second.releaseAll()
    #expect(cache.count == (200, 0))
    cache._checkInvariants()
    // Each former set costs a reference, so few are kept.
    var last = HeldBlocks(file, cache)
    for round in 0..<5 * HeldBlocks.mostFormer {
      let next = HeldBlocks(file, cache)
      next.keep(last)
      last = next
      _ = try clusters[round % 50].hold(last)
      last.releaseFormer { _ in true }
      #expect(last.count.former < HeldBlocks.mostFormer)
    }
    #expect(cache.count.held == 50)
    last._checkInvariants()
  }

  @Test("threads that hold, release and discard the same values at a small limit always find their bytes")
  func threads() throws {
    let file = try BlockCacheTests.file()
    let cache = BlockCache(limit: 1 << 20)
    let values = try (0..<150 as Range<UInt64>).map { try Value(file, $0) }
    let seed = seed()
    let wrong = Guarded(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var random = SeededGenerator(seed: seed + UInt64(thread))
      var held: [(Value, UnsafeRawBufferPointer)] = []
      for _ in 0..<3000 {
        if held.count > 20 || random.chance(40), !held.isEmpty {
          let (value, bytes) = held.remove(at: random.below(held.count))
          if !value.isIntact(bytes) { wrong.withLock { $0 += 1 } }
          if random.chance(20) { cache.discard(value.identity) }
          cache.release([value.identity])
        } else {
          let value = values[random.below(values.count)]
          if let bytes = try? value.hold(cache) { held.append((value, bytes)) } else { wrong.withLock { $0 += 1 } }
        }
      }
      cache.release(held.map(\.0.identity))
    }
    #expect(wrong.withLock { $0 } == 0, "seed \(seed)")
    cache._checkInvariants()
    #expect(cache.used.held == 0 && cache.used.all <= 1 << 20)
  }

  @Test("the default limit is a quarter of the memory that the process may use, at most 4 GB")
  func usual() throws {
    let limit = EncryptionCache.limit
    #expect(limit <= 4 << 30 && limit <= ProcessMemory.limit() / 4 && limit > 0)
    let folder = try TemporaryFolder()
    func limits(_ groups: String, _ files: [String: String]) throws -> [Int] {
      try folder.write(groups, to: "proc/self/cgroup")
      for (path, text) in files { try folder.write(text, to: path) }
      return ProcessMemory.groupLimits(folder.path)
    }
    #expect(ProcessMemory.groupLimits(folder.path) == [])
    // Version 2: the limits of the group and of those above it.
    let nested = [
      "sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/memory.max": "1000000\n", "sys/fs/cgroup/memory.max": "5000000\n",
    ]
    #expect(try limits("0::/a/b\n", nested) == [1_000_000, 5_000_000])
    // Version 1, in a container that shows another path than the one inside of it.
    let root = ["sys/fs/cgroup/memory/memory.limit_in_bytes": "2000000\n"]
    #expect(try limits("5:cpu,cpuacct:/docker/x\n4:memory:/docker/x\n", root) == [2_000_000])
    #expect(ProcessMemory.limit(root: folder.path) == 2_000_000)
    #expect(try limits("not a group\n::\n", [:]) == [])
  }
}
