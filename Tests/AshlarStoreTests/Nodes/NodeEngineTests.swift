@testable import AshlarEncryption
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("An engine with indexes in nodes", .blocking)
struct NodeEngineTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func nodes(_ name: String = "nodes") throws -> any FileEngine {
    NodeEngine.wrapping(try LMDBEngine(path: folder.file(name), inMemory: false, form: NodeForm()))
  }

  private func trees() throws -> any FileEngine { try LMDBEngine(path: folder.file("trees"), inMemory: false) }

  private struct Entry: Equatable {
    var key: [UInt8]
    var value: [UInt8]
  }

  private static func entries(_ space: KeySpace, _ snapshot: any StorageSnapshot) throws -> [Entry] {
    var found: [Entry] = []
    try snapshot.scan(space, from: UnsafeRawBufferPointer(start: nil, count: 0)) { key, value in
      found.append(Entry(key: Array(key), value: Array(value)))
      return true
    }
    return found
  }

  private static func commit(_ engine: any StorageEngine, _ body: (any StorageWriter) throws -> Void) throws {
    try engine.lockForWriting()
    defer { engine.unlockForWriting() }
    try engine.commit(sync: false, body)
  }

  @Test("Both engines have the same entries after the same operations, at every version")
  func sameEntries() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let engines = [try nodes(), try trees()]
    #expect(engines[0] is NodeEngine)
    var held: [(snapshot: any StorageSnapshot, entries: [[Entry]])] = []
    let moving = try engines.map { try $0.snapshot() }
    for round in 0..<60 {
      let start = random
      var ends: [SeededGenerator] = []
      for engine in engines {
        var random = start
        try NodeEngineTests.commit(engine) { writer in
          for _ in 0..<random.below(200) { try NodeEngineTests.change(writer, &random) }
          if random.once(in: 5) { try writer.putNamed(.meta, "name", [UInt8(round)]) }
        }
        ends.append(random)
      }
      #expect(ends[0].next() == ends[1].next(), "seed \(seed), round \(round): an operation had another result")
      random = ends[0]
      let found = try engines.map { engine in
        let snapshot = try engine.snapshot()
        return try KeySpace.allCases.filter { !$0.isOfFeature && $0 != .main }.map { try NodeEngineTests.entries($0, snapshot) }
      }
      #expect(found[0] == found[1], "seed \(seed), round \(round)")
      try NodeEngineTests.compare(moving, &random, "seed \(seed), round \(round), before the move")
      for snapshot in moving { try snapshot.renew() }
      try NodeEngineTests.compare(moving, &random, "seed \(seed), round \(round)")
      if round % 10 == 0 {
        let snapshot = try engines[0].snapshot()
        held.append((snapshot, try KeySpace.indexes.map { try NodeEngineTests.entries($0, snapshot) }))
      }
    }
    for (snapshot, entries) in held {
      #expect(try KeySpace.indexes.map { try NodeEngineTests.entries($0, snapshot) } == entries, "seed \(seed)")
    }
  }

  private static func key(_ random: inout SeededGenerator) -> [UInt8] {
    [1, UInt8(random.below(3))] + random.bytes(1 + random.below(12), of: [0, 1, 2, 255])
  }

  // Performs one operation. Results consume random numbers, so that different results lead to different numbers.
  private static func change(_ writer: any StorageWriter, _ random: inout SeededGenerator) throws {
    let space: KeySpace = random.chance(50) ? .postings : .backlinks
    let integer = UInt64(random.below(2000)) << UInt64(random.below(3) * 20)
    let value = random.bytes(8 * (1 + random.below(random.once(in: 30) ? 400 : 6)), of: [1, 2, 3, 4])
    let key = key(&random)
    try value.withUnsafeBytes { value in
      switch random.below(8) {
      case 0...2: try key.withUnsafeBytes { try writer.put(space, $0, value) }
      case 3: try key.withUnsafeBytes { try writer.remove(space, $0) }
      case 4: try writer.put(.keys, integer: integer, value)
      case 5: if try writer.insert(.keys, integer: integer, value) { _ = random.next() }
      case 6: try writer.remove(.keys, integer: integer)
      default:
        let found = try writer.floor(.keys, integer: integer)
        for _ in 0..<Int((found.entry?.key ?? 7) % 5 + (found.next ?? 3) % 4) + (found.entry?.value.count ?? 0) % 3 { _ = random.next() }
      }
    }
  }

  private static func compare(_ snapshots: [any StorageSnapshot], _ random: inout SeededGenerator, _ label: String) throws {
    for _ in 0..<20 {
      let key = key(&random)
      let low = NodeEngineTests.key(&random)
      let integer = UInt64(random.below(2000)) << UInt64(random.below(3) * 20)
      let found = try snapshots.map { snapshot in
        try key.withUnsafeBytes { bytes in
          var backward: [[UInt8]] = []
          try low.withUnsafeBytes { low in
            try snapshot.scan(.postings, before: bytes, downTo: low) { key, _ in
              backward.append(Array(key))
              return backward.count < 50
            }
          }
          let floor = try snapshot.floor(.keys, integer: integer)
          var prefixed = 0
          try snapshot.scan(.backlinks, prefix: [1, 1], from: nil) { _, _ in
            prefixed += 1
            return true
          }
          return Looked(
            value: try snapshot.value(.postings, bytes).map { Array($0) }, last: try snapshot.last(.postings, before: bytes)?.key,
            key: floor.entry?.key, keyValue: floor.entry.map { Array($0.value) },
            integer: try snapshot.value(.keys, integer: integer).map { Array($0) }, backward: backward, prefixed: prefixed,
            entries: try KeySpace.indexes.map { try snapshot.usage($0).entries })
        }
      }
      #expect(found[0] == found[1], "\(label)")
    }
  }

  private struct Looked: Equatable {
    var value, last: [UInt8]?
    var key: UInt64?
    var keyValue, integer: [UInt8]?
    var backward: [[UInt8]]
    var prefixed: Int
    var entries: [UInt64]
  }

  @Test("Entries are there after the file was opened again, and a commit that throws changes nothing")
  func reopened() throws {
    struct Stop: Error {}
    func put(_ engine: any StorageEngine, _ count: Int, thenThrow: Bool = false) throws {
      try NodeEngineTests.commit(engine) { writer in
        for index in 0..<count {
          try [1, UInt8(index % 256), UInt8(index / 256)].withUnsafeBytes { key in try writer.put(.postings, key, key) }
        }
        if thenThrow { throw Stop() }
      }
    }
    do {
      let engine = try nodes()
      try put(engine, 2000)
      #expect(throws: Stop.self) { try put(engine, 60_000, thenThrow: true) }
      try put(engine, 2001)
    }
    let engine = try nodes()
    let snapshot = try engine.snapshot()
    #expect(try snapshot.usage(.postings).entries == 2001)
    #expect(try NodeEngineTests.entries(.postings, snapshot).count == 2001)
    #expect(try snapshot.usage(.sealed).entries == snapshot.usage(.postings).bytes / 4096)
  }

  @Test("A file without nodes is opened with LMDB's trees")
  func withoutNodes() throws {
    do { _ = try trees() }
    #expect(
      NodeEngine.wrapping(try LMDBEngine(path: folder.file("trees"), inMemory: false, form: NodeForm()))
        is LMDBEngine)
  }

  @Test("Threads find in a table the nodes that others enter")
  func table() throws {
    let table = NodeTable()
    let count = 5000
    let numbers = try (0..<count).map { try NodeNumbers.mixed.number(UInt64($0)) }
    let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
    defer { memory.deallocate() }
    for index in 0..<count { memory[index] = UInt64(index) }
    nonisolated(unsafe) let bytes = memory
    for _ in 0..<3 {
      onThreads(4) { thread in
        for step in 0..<count {
          let index = (step * (2 * thread + 1)) % count
          let number = numbers[index]
          if let found = table.find(number) {
            #expect(found.loadUnaligned(as: UInt64.self) == UInt64(index))
          } else {
            table.enter(number, UnsafeRawBufferPointer(start: bytes + index, count: 8))
          }
        }
      }
      for index in 0..<count {
        #expect(table.find(numbers[index])?.loadUnaligned(as: UInt64.self) == UInt64(index))
      }
      table.removeAll()
      #expect(table.find(numbers[1]) == nil)
    }
  }
}
