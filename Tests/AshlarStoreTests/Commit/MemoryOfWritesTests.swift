import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

#if canImport(Glibc)
  import Glibc

  @Suite("Memory of writes")
  struct MemoryOfWritesTests {
    @Test("a large write finds the memory of the large one before it, and a small one gives it back", .usualMemory)
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

    @Test("the memory of a block that was freed serves the next block of its size, with other blocks on both sides", .usualMemory)
    func reused() async {
      await #expect(processExitsWith: .success) {
        let memory = TransactionMemory(path: nil)
        let size = 59_000
        let blocks = (0..<3).map { _ in memory.allocate(size) }
        memory.free(blocks[1], size)
        #expect(memory.allocate(size) == blocks[1])
      }
    }

    @Test("the memory of cancelled writes that create wide objects does not grow with their number", .usualMemory)
    func cancelled() async {
      await #expect(processExitsWith: .success) {
        // Kilobytes at most so far. What getrusage says begins with the memory of the process that started this one.
        func peak() throws -> Int {
          let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
          let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
          return try #require(Int(line.filter(\.isNumber)))
        }
        let folder = try TemporaryFolder()
        let columns = (0..<30).map { PropertyModel(name: "column\(10 + $0)", type: .int) }
        let model = SchemaModel(name: "Wide", version: 1, entities: [EntityModel(name: "Wide", properties: columns)])
        let store = try SampleStore(EnvironmentRegistry.open(path: folder.file("store")), model: model, ordinals: ["Wide": 0])
        let row = [CellValue](repeating: .int(7), count: 30)
        func cancel(_ count: Int) throws {
          for _ in 0..<count {
            try store.session.beginWrite()
            try store.insert(0, row)
            store.session.cancelWrite()
          }
        }
        try cancel(100)
        let before = try peak()
        try cancel(1000)
        #expect(try peak() - before < 8 << 10)
      }
    }
  }
#endif
