import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("The walk over a file's structure", .blocking)
struct StructureWalkTests {
  @Test("it accepts every file that LMDB writes", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func noFalseAlarm(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let engine = try EnvironmentRegistry.open(path: path)
    // Raw entries of all spaces and sizes: pages split, merge, overflow and come free in every way.
    for round in 0..<60 {
      let pinned = random.once(in: 4) ? try engine.snapshot() : nil
      try engine.commit(sync: false) { writer in
        for _ in 0..<Int.random(in: 1..<300, using: &random) {
          let key = UInt64.random(in: 0..<2000, using: &random)
          let isAdded = random.once(in: round % 7 < 4 ? 2 : 6)
          switch Int.random(in: 0..<3, using: &random) {
          case 0:
            let size = [4032, 4033, 8128, 20_000, 100_000].randomElement(using: &random) ?? 4032
            if isAdded {
              try writer.reserveCluster(key, size: size).initializeMemory(as: UInt8.self, repeating: 7, count: size)
            } else {
              try writer.removeCluster(key)
            }
          case 1:
            let entries = [UInt64](repeating: key, count: Int.random(in: 1...40, using: &random))
            if isAdded {
              try entries.withUnsafeBytes { try writer.put(.keys, integer: key, $0) }
            } else {
              try writer.remove(.keys, integer: key)
            }
          default:
            let name = (0..<22).map { UInt8(truncatingIfNeeded: key &* UInt64($0 + 3) >> 3) }
            try name.withUnsafeBytes { name in
              try withUnsafeBytes(of: UInt32(1)) { value in
                if isAdded { try writer.put(.backlinks, name, value) } else { try writer.remove(.backlinks, name) }
              }
            }
            let long = [UInt8](repeating: UInt8(key & 7), count: Int(key % 511) + 1)
            try writer.putNamed(.postings, "\(key % 100)", long)
          }
        }
      }
      withExtendedLifetime(pinned) {}
      try StructureWalk.check(path, sums: false)
    }
  }

  @Test("keys out of order, pages reached twice and wrong numbers of entries are found wherever they are")
  func surgery() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    var random = SeededGenerator(seed: 21)
    do {
      let store = try SampleStore(path: path)
      for _ in 0..<3 { try store.fill(&random, people: 150) }
    }
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    func integer(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
    func problem(_ change: (inout [UInt8]) -> Void) throws -> String? {
      var damaged = bytes
      change(&damaged)
      try Data(damaged).write(to: URL(fileURLWithPath: path))
      do throws(StoreError) { try StructureWalk.check(path) } catch { return error.description }
      return nil
    }
    var disordered = 0
    var repeated = 0
    for page in stride(from: 8192, to: bytes.count, by: 4096) where integer(page) == page / 4096 && integer(page + 12) >= 22 {
      let flags = integer(page + 10)
      guard flags == 1 || flags == 2 else { continue }
      // Pages that came free may hold anything.
      guard try problem({ $0[page] ^= 1 }) != nil else { continue }
      // Swapping the offsets of the second and third node.
      let swapped = try problem { bytes in
        bytes.swapAt(page + 18, page + 20)
        bytes.swapAt(page + 19, page + 21)
      }
      #expect(swapped?.contains("out of order") == true)
      disordered += 1
      guard flags == 1 else { continue }
      // The third child becomes the second.
      let (second, third) = (page + integer(page + 18), page + integer(page + 20))
      let doubled = try problem { $0.replaceSubrange(third..<third + 6, with: bytes[second..<second + 6]) }
      #expect(doubled?.contains("several pages refer to it") == true)
      repeated += 1
    }
    #expect(disordered > 10 && repeated >= 1, "\(disordered), \(repeated)")
    // The number of entries of the free list, in the header page that counts.
    let newest = bytes[4096 + 144..<4096 + 152].reversed().lexicographicallyPrecedes(bytes[144..<152].reversed()) ? 0 : 4096
    #expect(try problem { $0[newest + 40 + 32] ^= 1 }?.contains("its header says") == true)
    #expect(try problem { $0[newest + 40 + 6] += 1 }?.contains("its depth in the tree is") == true)
    #expect(try problem { _ in } == nil)
  }

  @Test("it survives any bytes behind an intact header")
  func noise() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    var random = SeededGenerator(seed: 9)
    do { try SampleStore(path: path).fill(&random, people: 60) }
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    var refused = 0
    for round in 0..<400 {
      var damaged = bytes
      let count = round % 4 == 0 ? 2000 : 3
      for _ in 0..<count {
        // Where the walk looks: the first bytes of pages, and their ends.
        let page = Int.random(in: 0..<bytes.count / 4096, using: &random) * 4096
        let place = page + (random.once(in: 2) ? Int.random(in: 0..<80, using: &random) : Int.random(in: 3900..<4096, using: &random))
        damaged[place] = UInt8.random(in: .min ... .max, using: &random)
      }
      try Data(damaged).write(to: URL(fileURLWithPath: path))
      do throws(StoreError) { try StructureWalk.check(path) } catch { refused += 1 }
    }
    #expect(refused > 200)
  }

  @Test("each kind of damage is named with its page")
  func faults() throws {
    let size = 512
    let page = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer { page.deallocate() }
    // A leaf with two nodes of 8 + 2 + 4 bytes.
    func fault(_ change: (UnsafeMutableRawPointer) -> Void) -> PageFault? {
      page.initializeMemory(as: UInt8.self, repeating: 0, count: size)
      page.storeBytes(of: 5, as: UInt64.self)
      page.storeBytes(of: 2, toByteOffset: 10, as: UInt16.self)
      page.storeBytes(of: 20, toByteOffset: 12, as: UInt16.self)
      page.storeBytes(of: UInt16(size - 28), toByteOffset: 14, as: UInt16.self)
      for (index, offset) in [size - 14, size - 28].enumerated() {
        page.storeBytes(of: UInt16(offset), toByteOffset: 16 + index * 2, as: UInt16.self)
        page.storeBytes(of: 4, toByteOffset: offset, as: UInt32.self)
        page.storeBytes(of: 2, toByteOffset: offset + 6, as: UInt16.self)
      }
      change(page)
      guard case .failure(let fault) = TreePage.checked(page, size: size, number: 5) else { return nil }
      return fault
    }
    #expect(fault { _ in } == nil)
    #expect(fault { $0.storeBytes(of: 6, as: UInt64.self) } == .number(6))
    #expect(fault { $0.storeBytes(of: 3, toByteOffset: 10, as: UInt16.self) } == .flags(3))
    #expect(fault { $0.storeBytes(of: 19, toByteOffset: 12, as: UInt16.self) } == .bounds(19, size - 28))
    #expect(fault { $0.storeBytes(of: 16, toByteOffset: 12, as: UInt16.self) } == .bounds(16, size - 28))
    #expect(fault { $0.storeBytes(of: 600, toByteOffset: 14, as: UInt16.self) } == .bounds(20, 600))
    #expect(fault { $0.storeBytes(of: 10, toByteOffset: 16, as: UInt16.self) } == .node(0))
    #expect(fault { $0.storeBytes(of: UInt16(size - 4), toByteOffset: 18, as: UInt16.self) } == .node(1))
    #expect(fault { $0.storeBytes(of: 5, toByteOffset: size - 14, as: UInt32.self) } == .node(0))
    #expect(fault { $0.storeBytes(of: 512, toByteOffset: size - 28 + 6, as: UInt16.self) } == .node(1))
    #expect(fault { $0.storeBytes(of: 2, toByteOffset: size - 28, as: UInt32.self) } == .gaps)
    #expect("\(PageFault.bounds(19, 484))" == "its bounds are 19 and 484")
  }

  @Test("a file that lacks free pages only is intact, one that lacks a page in use is not")
  func shortFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    do {
      let engine = try EnvironmentRegistry.open(path: path)
      // Large values at the end come free, and stay so.
      for key in UInt64(0)..<8 {
        try engine.commit(sync: false) { writer in
          try writer.reserveCluster(key, size: 40_000).initializeMemory(as: UInt8.self, repeating: 7, count: 40_000)
        }
      }
      try engine.commit(sync: false) { writer in for key in UInt64(1)..<8 { try writer.removeCluster(key) } }
      for _ in 0..<4 { try engine.commit(sync: false) { writer in try writer.putNamed(.meta, "x", [1]) } }
    }
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    var intact = 0
    for pages in (2..<bytes.count / 4096).reversed() {
      try Data(bytes[..<(pages * 4096)]).write(to: URL(fileURLWithPath: path))
      do throws(StoreError) {
        try StructureWalk.check(path, sums: false)
        intact += 1
      } catch {
        #expect(error == .truncated(path: path, needed: UInt64(bytes.count), found: UInt64(pages * 4096)))
        break
      }
    }
    #expect(intact >= 1)

    // Two records of free pages contain the same page, which is beyond the end of the file.
    var records: [[UInt64]] = []
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let file = try PageFile(path, isWritable: false)
    let newest = try FileHeader.read(file).newest
    try TreeWalk.run(newest.freeList, "free pages", try FilePages(file, newest)) { entry throws(StoreError) in
      if entry.head == nil { records.append(entry.page.data(entry.index).withMemoryRebound(to: UInt64.self) { Array($0) }) }
      return nil
    }
    let last = UInt64(bytes.count / 4096 - 1)
    let record = try #require(records.first { $0.count > 1 && $0[1] < last - 1 })
    try #require(records.contains { $0.count > 1 && $0[1] == last })
    let stored = Data(record.withUnsafeBytes { Array($0) })
    var damaged = Data(bytes)
    // Pages of former versions can contain the record, too.
    while let place = damaged.range(of: stored)?.lowerBound {
      damaged.replaceSubrange(place + 8..<place + 16, with: withUnsafeBytes(of: last) { Array($0) })
    }
    try damaged.dropLast(4096).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: StoreError.self) { try StructureWalk.check(path, sums: false) }
    #expect("\(error, default: "intact")".contains("several pages refer to it"))
  }
}
