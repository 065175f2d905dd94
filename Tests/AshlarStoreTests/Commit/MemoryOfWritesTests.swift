import Testing

@testable import AshlarStore

#if canImport(Glibc)
  import Glibc

  @Suite("Memory of writes")
  struct MemoryOfWritesTests {
    @Test("a large write finds the memory of the large one before it, and a small one gives it back")
    func kept() async {
      // A process of its own: nobody else allocates.
      await #expect(processExitsWith: .success) {
        func faults() -> Int {
          var usage = rusage()
          getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
          return usage.ru_minflt
        }
        let memory = TransactionMemory(path: nil)
        func write(blocks number: Int) -> Int {
          let before = faults()
          let size = 30_000
          let blocks = (0..<number).map { _ in memory.allocate(size) }
          for block in blocks { block.initializeMemory(as: UInt8.self, repeating: 1, count: size) }
          for block in blocks { memory.free(block, size) }
          memory.reset()
          return faults() - before
        }
        let many = TransactionMemory.large / 30_000 * 2
        let first = write(blocks: many)
        #expect(first > 1000)
        #expect(write(blocks: many) < first / 4)
        #expect(write(blocks: many) < first / 4)
        _ = write(blocks: 1)
        #expect(write(blocks: many) > first / 2)
      }
    }
  }
#endif
