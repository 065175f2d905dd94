@testable import AshlarEncryption
import Foundation
import TestSupport
import Testing

@testable import AshlarStore

@Suite("Memory of plaintexts")
struct PlainArenasTests {
  // Sizes of all kinds: shared pages, whole pages, whole arenas.
  private static let sizes = [1, 64, 65, 500, 1920, 1982, 2048, 2049, 4040, 4096, 4097, 28_616, 100_000, 1 << 20, 1 << 20 + 1, 3 << 20]

  @Test("blocks keep their bytes, do not overlap, and leave nothing behind", arguments: [1, 2, 3] as [UInt64])
  func model(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let arenas = PlainArenas()
    var blocks: [(memory: PlainArenas.Memory, count: Int, value: UInt8)] = []
    var bytes = 0
    for round in 0..<4000 {
      // Now many blocks are added, now many are removed.
      if blocks.isEmpty || random.chance(round / 500 % 2 == 0 ? 65 : 35) {
        let count = random.chance(97) ? PlainArenasTests.sizes[random.below(11)] : PlainArenasTests.sizes[random.below(16)]
        let memory = try #require(arenas.allocate(count))
        #expect(memory.size >= count && UInt(bitPattern: memory.start) % UInt(PlainArenas.alignment) == 0)
        let value = UInt8(1 + random.below(200))
        memory.start.initializeMemory(as: UInt8.self, repeating: value, count: memory.size)
        blocks.append((memory, memory.size, value))
        bytes += memory.size
      } else {
        let gone = blocks.remove(at: random.below(blocks.count))
        let start = gone.memory.start
        let isIntact = start.load(as: UInt8.self) == gone.value && memcmp(start, start + 1, gone.count - 1) == 0
        #expect(isIntact, "seed \(seed), round \(round)")
        arenas.free(gone.memory)
        bytes -= gone.count
      }
      if round % 100 == 0 { arenas._checkInvariants() }
    }
    #expect(arenas.bytes == bytes)
    for block in blocks { arenas.free(block.memory) }
    arenas._checkInvariants()
    #expect(arenas.bytes == 0)
    // A few empty arenas are kept.
    #expect(arenas.mappedBytes <= 4 * PlainArenas.arenaSize)
  }

  @Test("freed memory serves later blocks of all sizes before an arena is added")
  func reuse() throws {
    let arenas = PlainArenas()
    func fill(_ size: Int, _ total: Int) throws {
      let blocks = try (0..<total / size).map { _ in try #require(arenas.allocate(size)) }
      for block in blocks { arenas.free(block) }
    }
    for size in [28_616, 1982, 4040, 64, 500_000] {
      try fill(size, 3 * PlainArenas.arenaSize)
      #expect(arenas.mappedBytes <= 5 * PlainArenas.arenaSize, "\(size)")
      arenas._checkInvariants()
    }
    // A page that is full, freed and filled again is in its list once.
    let blocks = try (0..<200).map { _ in try #require(arenas.allocate(1000)) }
    for _ in 0..<10_000 {
      arenas.free(blocks[7])
      _ = try #require(arenas.allocate(1000))
    }
    arenas._checkInvariants()
  }

  @Test("freed memory has no plaintext")
  func cleared() throws {
    let arenas = PlainArenas()
    for size in [64, 1982, 28_616] {
      let memory = try #require(arenas.allocate(size))
      memory.start.initializeMemory(as: UInt8.self, repeating: 7, count: memory.size)
      arenas.free(memory)
      // The arena is kept, so the memory can be read.
      let left = UnsafeRawBufferPointer(start: memory.start, count: memory.size)
      #expect(!left.contains(7))
      #if DEBUG
        #expect(left.allSatisfy { $0 == 0xDB }, "a freed block contains 0xDB in debug builds")
      #endif
    }
  }

  #if os(Linux)
    @Test("core dumps leave out arenas and blocks with their own mappings")
    func dumps() throws {
      let arenas = PlainArenas()
      for size in [64, 28_616, 3 << 20] {
        let memory = try #require(arenas.allocate(size))
        let flags = try #require(try PlainArenasTests.flags(UInt(bitPattern: memory.start)))
        #expect(flags.contains("dd"), "\(size): \(flags)")
      }
      // The heap is dumped.
      let heap = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
      defer { heap.deallocate() }
      #expect(try PlainArenasTests.flags(UInt(bitPattern: heap))?.contains("dd") == false)
    }

    // Returns the flags of the mapping that contains an address.
    private static func flags(_ address: UInt) throws -> [Substring]? {
      var isInside = false
      // The system returns a part of the file for each read.
      let file = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
      let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
      for line in text.split(separator: "\n") {
        let range = line.prefix { $0 != " " }.split(separator: "-")
        if range.count == 2, let start = UInt(range[0], radix: 16), let end = UInt(range[1], radix: 16) {
          isInside = (start..<end).contains(address)
        } else if isInside, line.hasPrefix("VmFlags:") {
          return line.dropFirst(8).split(separator: " ")
        }
      }
      return nil
    }
  #endif
}
