import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Transactions that are larger than memory", .blocking)
struct SpillTests {
  @Test("a transaction beyond its limit works in a file that has no name, and stores the same", arguments: [1, 2, 3] as [UInt64])
  func large(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    var digests: [UInt64] = []
    var sums: [EntrySums] = []
    for (name, limit) in [("large", 100_000), ("held", TransactionMemory.limit)] {
      let store = try SampleStore(path: folder.file(name))
      store.session.transactionMemoryLimit = limit
      var random = SeededGenerator(seed: seed)
      try store.fill(&random, people: 1500)
      // Clusters that lie in the file are changed again, and some of what was written is thrown away.
      for round in 0..<3 {
        try store.session.beginWrite()
        for key in stride(from: Int64(0), to: 1200, by: 7) { try store.session.delete(SampleSchema.person, key + Int64(round)) }
        // The memory of an encrypted file is in no other file.
        #expect(store.session.transaction?.memory.isSpilling == (name == "large" && !store.session.engine.isEncrypted))
        if round == 1 { store.session.cancelWrite() } else { try store.session.commitWrite(sync: false) }
      }
      #expect(try store.contradictions() == [], "seed \(seed)")
      digests.append(try store.digest())
      sums.append(store.session.counters.sums)
    }
    #expect(digests[0] == digests[1], "seed \(seed)")
    // To the byte: nothing that was in memory before gets into a file.
    #expect(sums[0] == sums[1], "seed \(seed)")
    #expect(try folder.names().filter { $0.contains("spill") } == [])
  }

  @Test("blocks in a file keep their bytes, and can be read in any order")
  func blocks() throws {
    let folder = try TemporaryFolder()
    let memory = TransactionMemory(path: folder.file("store"), limit: 1 << 20)
    var random = SeededGenerator(seed: 5)
    var blocks: [(start: UnsafeMutableRawPointer, count: Int, value: UInt8)] = []
    for number in 0..<4000 {
      let count = Int.random(in: 1...60_000, using: &random)
      let block = memory.allocate(count)
      #expect(UInt(bitPattern: block) % UInt(TransactionMemory.alignment) == 0)
      block.initializeMemory(as: UInt8.self, repeating: UInt8(number & 255), count: count)
      blocks.append((block, count, UInt8(number & 255)))
      if number % 3 == 2 {
        let gone = blocks.remove(at: Int.random(in: 0..<blocks.count, using: &random))
        memory.free(gone.start, gone.count)
        memory._checkInvariants()
      }
    }
    #expect(memory.isSpilling)
    memory.leaveFile()
    for block in blocks {
      let bytes = UnsafeRawBufferPointer(start: block.start, count: block.count)
      #expect(bytes.first == block.value && bytes.last == block.value)
      memory.free(block.start, block.count)
    }
    memory._checkInvariants()
    memory.reset()
    #expect(!memory.isSpilling)
    #expect(try folder.names() == [])
  }

  @Test("memory is used if no file can be created, or a block is too large for one")
  func noFile() throws {
    #expect(SpillFile(beside: "/no/such/folder/store") == nil)
    let folder = try TemporaryFolder()
    for path in [nil, "/no/such/folder/store", folder.file("store")] {
      let memory = TransactionMemory(path: path, limit: 0)
      let block = memory.allocate(SpillFile.pieceSize + 1)
      block.storeBytes(of: 1, toByteOffset: SpillFile.pieceSize, as: UInt8.self)
      memory.free(block, SpillFile.pieceSize + 1)
    }
  }
}
