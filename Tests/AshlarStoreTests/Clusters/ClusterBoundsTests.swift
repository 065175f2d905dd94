import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("What the header of a stored cluster claims")
struct ClusterBoundsTests {
  @Test("is accepted only if it can be true of the bytes that are there", arguments: [1, 2, 3])
  func bounds(seed: UInt64) {
    print("cluster bounds: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let most = 8192
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: most, alignment: 64)
    defer { block.deallocate() }
    var accepted = 0
    for _ in 0..<20_000 {
      block.initializeMemory(as: UInt8.self, repeating: 0)
      let count = [0, 27, 64, 127, 128, 4032, 8128].randomElement(using: &random) ?? 0
      func number() -> UInt32 {
        [0, 1, 8, 27, 28, 64, 72, 96, 128, 256, 257, 4032, 65_536, .max].randomElement(using: &random) ?? 0
      }
      let (capacity, heap, used) = (number(), number(), number())
      block.storeBytes(of: capacity, toByteOffset: ClusterHeader.capacityOffset, as: UInt32.self)
      block.storeBytes(of: heap, toByteOffset: ClusterHeader.heapOffsetOffset, as: UInt32.self)
      block.storeBytes(of: used, toByteOffset: ClusterHeader.heapSizeOffset, as: UInt32.self)
      let bitmap = max(8, Int(capacity) / 8)
      let isPossible =
        count >= 128 && capacity >= 8 && capacity <= 256 && Int(heap) >= 64 + bitmap && Int(heap) + Int(used) <= count
      let found = Cluster(stored: UnsafeRawBufferPointer(rebasing: block[..<count]))
      #expect((found != nil) == isPossible, "seed \(seed): \(count) bytes, capacity \(capacity), heap \(heap) + \(used)")
      accepted += found == nil ? 0 : 1
    }
    #expect(accepted > 100)
  }

  // A file in which the header of one cluster says that there are no bytes before the end of its heap.
  private func damaged(in folder: TemporaryFolder) throws -> String {
    let path = folder.file("store")
    do {
      let store = try SampleStore(path: path)
      var random = SeededGenerator(seed: 4)
      try store.fill(&random, people: 30)
    }
    let bytes = try Data(contentsOf: URL(filePath: path))
    // Layout 1, capacity 64.
    let place = try #require(bytes.range(of: Data([1, 0, 0, 0, 64, 0, 0, 0, 30, 0, 0, 0])))
    let handle = try FileHandle(forUpdating: URL(filePath: path))
    try handle.seek(toOffset: UInt64(place.lowerBound + ClusterHeader.heapOffsetOffset))
    try handle.write(contentsOf: Data(count: 8))
    return path
  }

  @Test("is bounded by what verifies a file before a checksum is computed over it", .enabled(if: Sealing.isOptional))
  func verification() throws {
    let folder = try TemporaryFolder()
    let path = try damaged(in: folder)
    #expect(throws: StoreError.self) { try FileInspection.read(path, checksums: true) }
  }

  @Test("is bounded by a copy before a checksum is computed over it", .enabled(if: Sealing.isOptional))
  func copies() throws {
    let folder = try TemporaryFolder()
    let path = try damaged(in: folder)
    let engine = try LMDBEngine(readingAlone: path)
    var copy = try StoreCopy(of: try engine.snapshot(), in: engine, into: folder.file("copy"), key: nil) { _, _ in }
    #expect(throws: StoreError.self) { try copy.run() }
  }
}
