import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Small changes beside clusters", .blocking)
struct PatchTests {
  private let folder: TemporaryFolder
  private let path: String
  private let person = SampleSchema.person

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store")
  }

  private func patchCount(_ store: SampleStore) throws -> Int {
    var count = 0
    try store.session.shared.snapshot.scan(.patches, prefix: [], from: nil) { _, _ in
      count += 1
      return true
    }
    #expect(count == store.session.counters.patches)
    return count
  }

  private func write(_ store: SampleStore, _ body: () throws -> Void) throws {
    try store.session.beginWrite()
    try body()
    try store.session.commitWrite(sync: false)
  }

  private func filled(_ people: Int = 200) throws -> (SampleStore, SeededGenerator) {
    var random = SeededGenerator(seed: 31)
    let store = try SampleStore(path: path)
    try store.fill(&random, people: people)
    return (store, random)
  }

  @Test("a changed cell, a new row and a deleted one do not change the cluster's pages, and every session reads them", .usualPages)
  func kinds() throws {
    var (store, random) = try filled()
    let other = try SampleStore(path: path)
    let table = try #require(store.session.table(person))
    let stored = try #require(try store.session.shared.snapshot.cluster(table.clusterKey(0)))
    #expect(try patchCount(store) == 0)
    var expected = try store.rows(person)
    let text = CellValue.text("a name that was changed and lies in the heap")
    try write(store) { try store.set(person, 7, 1, .int(77)) }
    expected[7]?[1] = .int(77)
    try write(store) { try store.set(person, 7, 2, text) }
    expected[7]?[2] = text
    var row = random.person(1000, people: [1], address: nil)
    for column in [2, 3, 4] { row[column] = .text("a new text in column \(column)") }
    for column in [11, 12, 13] { row[column] = .list([]) }
    try write(store) { try store.insert(person, row) }
    expected[200] = row
    try write(store) { try store.set(person, 9, 3, .null) }
    expected[9]?[3] = .null
    // The address goes, and the link to it.
    let owner = try #require(expected.first { $0.value[10] != .null })
    guard case .link(let address) = owner.value[10] else { return }
    try write(store) { try store.session.delete(SampleSchema.address, address) }
    expected[owner.key]?[10] = .null
    #expect(try store.rows(SampleSchema.address)[address] == nil)
    #expect(try store.session.shared.snapshot.cluster(table.clusterKey(0)) == stored)
    #expect(try patchCount(store) == 3)
    #expect(try store.rows(person) == expected)
    #expect(try store.contradictions() == [])
    #expect(try other.session.advance())
    #expect(try other.rows(person) == expected)
    #expect(try other.contradictions() == [])
    try StructureWalk.check(path)
    #expect(try SampleStore(path: path).rows(person) == expected)
    // Whoever wrote last makes the next.
    try write(other) { try other.session.delete(person, 11) }
    try store.session.advance()
    #expect(try store.rows(person)[11] == nil)
    #expect(try store.rows(person) == other.rows(person))
    #expect(try store.contradictions() == [])
  }

  @Test("lists, and changes beyond the limit, are written with the cluster, and its patch is removed")
  func whole() throws {
    let (store, _) = try filled()
    try write(store) { try store.set(person, 3, 1, .int(5)) }
    #expect(try patchCount(store) == 1)
    try write(store) { try store.set(person, 4, 12, .list([.int(1), .int(2)])) }
    #expect(try patchCount(store) == 0)
    try write(store) { for key in Int64(0)..<Int64(ClusterPatch.maximumRows) { try store.set(person, key, 1, .int(key)) } }
    #expect(try patchCount(store) == 1)
    try write(store) { for key in Int64(ClusterPatch.maximumRows)..<128 { try store.set(person, key, 1, .int(key)) } }
    #expect(try patchCount(store) == 0)
    #expect(try (0..<128).allSatisfy { try store.rows(person)[Int64($0)]?[1] == .int(Int64($0)) })
    #expect(try store.contradictions() == [])
    try write(store) { try store.set(person, 3, 1, .int(5)) }
    for table in [person, SampleSchema.address, SampleSchema.dog, SampleSchema.wide] {
      try write(store) { for key in try store.session.liveKeys(table) { try store.session.delete(table, key) } }
    }
    #expect(try patchCount(store) == 0)
    try StructureWalk.check(path)
  }

  @Test("small clusters are written as a whole")
  func small() throws {
    let store = try SampleStore(path: path)
    try write(store) {
      for _ in 0..<8 { try store.insert(SampleSchema.token, [.bytes((0..<12).map { _ in .random(in: 0...255) }), .int(1)]) }
    }
    try write(store) { try store.set(SampleSchema.token, 3, 1, .int(2)) }
    #expect(try patchCount(store) == 0)
  }

  @Test("there are no more patches than the limit", .usualPages)
  func limit() throws {
    let store = try SampleStore(path: path)
    let clusters = 8
    store.session.patchLimit = 5
    try write(store) {
      for number in 0..<clusters * 256 {
        try store.insert(SampleSchema.token, [.bytes(withUnsafeBytes(of: number) { Array($0) } + [0, 0, 0, 0]), .int(0)])
      }
    }
    try write(store) { for number in 0..<clusters { try store.set(SampleSchema.token, Int64(number * 256), 1, .int(Int64(number))) } }
    #expect(try patchCount(store) == 5)
    for number in 0..<clusters {
      let row = try #require(try store.session.locate(SampleSchema.token, Int64(number * 256)))
      #expect(store.value(SampleSchema.token, row, 1) == .int(Int64(number)))
    }
  }

  @Test("a cluster that got its last row is written as a whole, and leaves no patch behind", .usualPages)
  func full() throws {
    let store = try SampleStore(path: path)
    var most = 0
    for number in 0..<3 * 256 {
      try write(store) {
        try store.insert(SampleSchema.token, [.bytes(withUnsafeBytes(of: number) { Array($0) } + [0, 0, 0, 0]), .int(Int64(number))])
      }
      most = max(most, store.session.counters.patches)
      if number % 256 == 255 { #expect(try patchCount(store) == 0) }
    }
    #expect(most == 1)
    #expect(try store.rows(SampleSchema.token).count == 3 * 256)
    #expect(try store.contradictions() == [])
    try StructureWalk.check(path)
  }

  @Test("many writes to patched clusters, some cancelled, some while others read: every version is what was written", arguments: 0..<3)
  func again(round: Int) throws {
    let seed = UInt64.random(in: 0...999_999)
    var random = SeededGenerator(seed: seed)
    let (store, _) = try filled()
    let other = try SampleStore(path: path)
    var expected = try store.rows(person)
    var held: [(SharedSnapshot, UnsafeMutableRawPointer, [UInt8])] = []
    let table = try #require(store.session.table(person))
    for number in 0..<150 {
      var changed = expected
      try store.session.beginWrite()
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        guard let key = changed.keys.sorted().randomElement(using: &random) else { continue }
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
          try store.session.delete(person, key)
          changed[key] = nil
        case 1...3:
          let text = CellValue.text(String(repeating: "text ", count: Int.random(in: 0..<20, using: &random)))
          try store.set(person, key, 3, text)
          changed[key]?[3] = text
        default:
          let value = CellValue.int(Int64.random(in: 0..<1000, using: &random))
          try store.set(person, key, 1, value)
          changed[key]?[1] = value
        }
      }
      if random.once(in: 5) {
        store.session.cancelWrite()
      } else {
        try store.session.commitWrite(sync: false)
        expected = changed
      }
      if random.once(in: 20) {
        let shared = store.session.shared
        let base = try #require(try store.session.committedCluster(table, 0, in: shared))
        held.append((shared, base, Array(UnsafeRawBufferPointer(start: base, count: Cluster(base).heapOffset))))
      }
      if number % 25 == 24 {
        try other.session.advance()
        #expect(try other.rows(person).mapValues { $0[1] } == expected.mapValues { $0[1] }, "seed \(seed), write \(number)")
        #expect(try store.rows(person).mapValues { $0[3] } == expected.mapValues { $0[3] }, "seed \(seed), write \(number)")
        #expect(try other.rows(person) == store.rows(person), "seed \(seed), write \(number)")
      }
    }
    for (_, base, bytes) in held {
      #expect(Array(UnsafeRawBufferPointer(start: base, count: Cluster(base).heapOffset)) == bytes, "seed \(seed)")
    }
    #expect(try store.contradictions() == [], "seed \(seed)")
  }

  @Test("a patch grows by the rows of each commit, and is what a reader makes of it", arguments: 0..<4)
  func growing(round: Int) throws {
    let seed = UInt64.random(in: 0...999_999)
    var random = SeededGenerator(seed: seed)
    let (store, _) = try filled()
    let table = try #require(store.session.table(person))
    let key = table.clusterKey(0)
    var earlier: PatchedCluster?
    var grown = 0
    var added: Int64 = 0
    for number in 0..<120 {
      try write(store) {
        for _ in 0...Int.random(in: 0..<3, using: &random) {
          let row = Int64.random(in: 0..<200, using: &random)
          guard try store.session.locate(person, row) != nil else { continue }
          switch Int.random(in: 0..<9, using: &random) {
          case 0: try store.session.delete(person, row)
          case 1...4: try store.set(person, row, 3, .text(String(repeating: "text ", count: Int.random(in: 0..<9, using: &random))))
          case 5:
            added += 1
            try store.insert(person, random.person(10_000 + added, people: [], address: nil))
          default: try store.set(person, row, 1, .int(Int64.random(in: 0..<1000, using: &random)))
          }
        }
      }
      let patched = store.session.shared.patched[key]
      defer { earlier = patched }
      let bytes = try store.session.shared.snapshot.value(.patches, integer: key)
      // A write that stored what was there already lets go of the one that it had.
      #expect(patched == nil || bytes != nil, "seed \(seed), write \(number)")
      guard let patched, let bytes, let stored = try store.session.shared.snapshot.cluster(key) else { continue }
      let read = try #require(PatchedCluster(table, 0, stored: stored, patch: bytes), "seed \(seed), write \(number)")
      #expect(patched.patch.elementsEqual(bytes) && patched.entryNumber == read.entryNumber, "seed \(seed), write \(number)")
      #expect(patched.isCopy(of: read.base) && patched.changedRows == read.changedRows, "seed \(seed), write \(number)")
      #expect(patched.changedRows.allSatisfy { patched.mask($0) == read.mask($0) }, "seed \(seed), write \(number)")
      if let earlier, earlier !== patched, earlier.patch.count > ClusterPatch.headerSize {
        let rows = earlier.patch.count - ClusterPatch.textSize(earlier.patch)
        if bytes.count > rows, bytes[24..<rows].elementsEqual(earlier.patch[24..<rows]) { grown += 1 }
      }
    }
    #expect(grown > 20, "seed \(seed)")
    #expect(try store.contradictions() == [], "seed \(seed)")
    try StructureWalk.check(path)
  }

  @Test("a cancelled write leaves the patched cluster as it was, and a shared snapshot keeps its own")
  func snapshots() throws {
    let (store, _) = try filled()
    let table = try #require(store.session.table(person))
    try write(store) { try store.set(person, 3, 1, .int(5)) }
    let held = store.session.shared
    let base = try #require(try store.session.committedCluster(table, 0, in: held))
    let bytes = Array(UnsafeRawBufferPointer(start: base, count: Cluster(base).heapOffset))
    try store.session.beginWrite()
    try store.set(person, 3, 1, .int(6))
    store.session.cancelWrite()
    #expect(store.value(person, try #require(try store.session.locate(person, 3)), 1) == .int(5))
    for round in 0..<30 {
      try write(store) { try store.set(person, Int64(round), 1, .int(Int64(round))) }
      #expect(store.value(person, try #require(try store.session.locate(person, Int64(round))), 1) == .int(Int64(round)))
    }
    #expect(Array(UnsafeRawBufferPointer(start: base, count: Cluster(base).heapOffset)) == bytes)
    #expect(try store.session.committedCluster(table, 0, in: held) == base)
  }

  @Test("a changed byte in a patch is damage, wherever it is")
  func damage() throws {
    let (store, _) = try filled()
    let table = try #require(store.session.table(person))
    try write(store) {
      try store.set(person, 3, 1, .int(5))
      try store.set(person, 4, 2, .text("a text that lies behind the rows of the patch"))
      try store.set(person, 5, 3, .null)
    }
    let engine = store.session.engine
    let key = table.clusterKey(0)
    let bytes = Array(try #require(try store.session.shared.snapshot.value(.patches, integer: key)))
    let detail = "the patch of cluster 0 of 'Person' is not valid"
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1 << UInt8(index % 8)
      try engine.commit(sync: false) { writer in try damaged.withUnsafeBytes { try writer.put(.patches, integer: key, $0) } }
      let fresh = try SampleStore(engine)
      #expect(throws: StoreError.damaged(path: path, detail: detail)) { try fresh.session.locate(person, 3) }
    }
    // Under a right checksum any bytes end in a cluster or an error.
    var random = SeededGenerator(seed: 3)
    let stored = try #require(try store.session.shared.snapshot.cluster(key))
    for _ in 0..<3000 {
      var damaged = bytes
      for _ in 0..<3 { damaged[Int.random(in: 4..<bytes.count, using: &random)] = UInt8.random(in: .min ... .max, using: &random) }
      damaged.withUnsafeMutableBytes { damaged in
        damaged.storeBytes(of: Cluster(stored).storedChecksum, toByteOffset: 16, as: UInt32.self)
        damaged.storeBytes(of: ClusterPatch.checksum(UnsafeRawBufferPointer(damaged), key), as: UInt32.self)
        let patched = PatchedCluster(table, 0, stored: stored, patch: UnsafeRawBufferPointer(damaged))
        if let patched { #expect(ClusterCheck.cellFault(patched.cluster, table) == nil) }
      }
    }
  }
}
