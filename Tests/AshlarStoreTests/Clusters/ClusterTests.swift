import AshlarSchema
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Overlays and the clusters that they become")
struct ClusterTests {
  private let store: SampleStore
  private let person = SampleSchema.person

  init() throws {
    store = try SampleStore(EnvironmentRegistry.openInMemory(identifier: "clusters \(UInt64.random(in: .min ... .max))"))
    store.session.patchLimit = 0
  }

  private func header(_ table: Int, _ number: Int = 0) throws -> (capacity: Int, live: Int, heap: Int, garbage: Int)? {
    let definition = try #require(store.session.table(table))
    guard let base = try store.session.shared.snapshot.cluster(definition.clusterKey(number)) else { return nil }
    return (
      Cluster(base).capacity, Cluster(base).liveCount, Cluster(base).heapSize,
      Cluster(base).heapGarbage
    )
  }

  private func write(_ body: () throws -> Void) throws {
    try store.session.beginWrite()
    try body()
    for overlay in store.session.transaction?.overlays ?? [] { overlay._checkInvariants() }
    try store.session.commitWrite(sync: false)
  }

  private func token(_ number: Int) -> [CellValue] {
    let id: [UInt8] = (0..<12).map { (place: Int) -> UInt8 in UInt8(truncatingIfNeeded: number >> (place % 4 * 8)) }
    return [.bytes(id), .bytes([UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 8))]
  }

  @Test(
    "a cluster takes the smallest capacity that holds its last row", arguments: [(1, 8), (8, 8), (9, 64), (64, 64), (65, 256), (256, 256)])
  func capacities(_ rows: Int, _ capacity: Int) throws {
    try write { for number in 0..<rows { try store.insert(SampleSchema.token, token(number)) } }
    #expect(try header(SampleSchema.token)?.capacity == capacity)
    #expect(try header(SampleSchema.token)?.live == rows)
    #expect(try store.rows(SampleSchema.token) == Dictionary(uniqueKeysWithValues: (0..<rows).map { (Int64($0), token($0)) }))
  }

  @Test("a cluster grows and shrinks by classes, and is removed with its last row")
  func growAndShrink() throws {
    try write { for number in 0..<300 { try store.insert(SampleSchema.token, token(number)) } }
    var seen: [Int] = []
    for last in [200, 64, 63, 9, 8, 7, 0] {
      try write { for key in Int64(last + 1)..<256 { try store.session.delete(SampleSchema.token, key) } }
      seen.append(try #require(try header(SampleSchema.token)).capacity)
      #expect(try store.rows(SampleSchema.token).count == last + 1 + 44)
      #expect(try store.contradictions() == [])
    }
    #expect(seen == [256, 256, 64, 64, 64, 8, 8])
    try write { try store.session.delete(SampleSchema.token, 0) }
    #expect(try header(SampleSchema.token) == nil)
    #expect(try header(SampleSchema.token, 1)?.live == 44)
  }

  @Test("wide rows lie in clusters of 128")
  func wide() throws {
    var random = SeededGenerator(seed: 1)
    let rows = (0..<129).map { _ in random.wide() }
    try write { for row in rows { try store.insert(SampleSchema.wide, row) } }
    #expect(try header(SampleSchema.wide, 0)?.capacity == 128)
    #expect(try header(SampleSchema.wide, 1)?.capacity == 8)
    #expect(try store.rows(SampleSchema.wide) == Dictionary(uniqueKeysWithValues: rows.enumerated().map { (Int64($0), $1) }))
  }

  @Test("the heap is carried over while a quarter of it or less is garbage, else rebuilt")
  func heap() throws {
    let text = { (number: Int) in CellValue.text(String(repeating: "\(number % 10)", count: 100)) }
    let row = { (number: Int) in (10..<20).map { $0 == 10 ? text(number) : .text("") } as [CellValue] }
    try write { for number in 0..<8 { try store.insert(SampleSchema.wide, row(number)) } }
    #expect(try header(SampleSchema.wide)?.heap == 800)
    // Overwriting two of eight is a quarter: the old bytes stay.
    for key in Int64(0)..<2 { try write { try store.set(SampleSchema.wide, key, 0, text(9)) } }
    #expect(try header(SampleSchema.wide)?.heap == 1000)
    #expect(try header(SampleSchema.wide)?.garbage == 200)
    try write { try store.set(SampleSchema.wide, 2, 0, text(9)) }
    // 300 of 1000 is more than a quarter.
    #expect(try header(SampleSchema.wide)?.heap == 800)
    #expect(try header(SampleSchema.wide)?.garbage == 0)
    #expect(try (0..<8).map { try store.rows(SampleSchema.wide)[$0]?[0] } == [9, 9, 9, 3, 4, 5, 6, 7].map(text))
  }

  @Test("strings on both sides of each limit, alone and in lists, survive changes of other cells and rebuilding")
  func strings() throws {
    let lengths = [0, 1, 4, 7, 8, 14, 15, 16, 17, 31, 32, 255, 256, 257, 4000, 70_000]
    let texts: [CellValue] = lengths.map { (length: Int) -> CellValue in
      .bytes((0..<length).map { (at: Int) -> UInt8 in UInt8(97 + at % 26) })
    }
    try write {
      for (index, text) in texts.enumerated() {
        try store.insert(SampleSchema.dog, [.text("dog \(index)"), .null, .list([text, .text("x"), text])])
      }
    }
    var expected = texts.map { CellValue.list([$0, .text("x"), $0]) }
    for round in 0..<12 {
      try write {
        let key = round % texts.count
        expected[key] = .list([texts[(round * 5) % texts.count], texts[(round * 7) % texts.count]])
        try store.set(SampleSchema.dog, Int64(key), 2, expected[key])
      }
      let rows = try store.rows(SampleSchema.dog)
      #expect((0..<texts.count).map { rows[Int64($0)]?[2] } == expected)
      let header = try #require(try header(SampleSchema.dog))
      #expect(header.garbage <= header.heap)
    }
  }

  @Test("lists of long strings that are changed again and again do not make the heap grow")
  func listGarbage() throws {
    let tags = { (round: Int) in
      CellValue.list((0..<5).map { .text(String(repeating: "\((round + $0) % 10)", count: 200)) })
    }
    try write { for number in 0..<8 { try store.insert(SampleSchema.dog, [.text("dog \(number)"), .null, tags(number)]) } }
    let size = try #require(try header(SampleSchema.dog)).heap
    for round in 0..<40 {
      try write {
        try store.set(SampleSchema.dog, Int64(round % 8), 2, tags(round))
        if round % 3 == 0 { try store.set(SampleSchema.dog, Int64((round + 1) % 8), 1, .null) }
      }
      let header = try #require(try header(SampleSchema.dog))
      #expect(header.garbage * 4 <= header.heap)
      // What is not garbage is what the rows refer to.
      #expect(header.heap - header.garbage - size <= 8 * 7 && header.heap - header.garbage >= size - 8 * 7)
    }
    try write { for key in Int64(0)..<4 { try store.session.delete(SampleSchema.dog, key) } }
    #expect(try #require(try header(SampleSchema.dog)).heap <= size / 2 + 64)
    #expect(try store.rows(SampleSchema.dog)[7]?[2] == tags(39))
  }

  @Test("the bytes of deleted rows are zero")
  func zeros() throws {
    var random = SeededGenerator(seed: 5)
    try write { for id in Int64(0)..<9 { try store.insert(person, random.person(id, people: [], address: nil)) } }
    try write { try store.session.delete(person, 3) }
    let table = try #require(store.session.table(person))
    let base = try #require(try store.session.shared.snapshot.cluster(table.clusterKey(0)))
    let offsets = table.offsets(capacity: 64).columns
    for (ordinal, column) in table.layout.columns.enumerated() {
      let cell = UnsafeRawBufferPointer(start: base + offsets[ordinal].offset + 3 * column.width, count: column.width)
      #expect(cell.allSatisfy { $0 == 0 })
    }
  }

  @Test("a cluster whose cells refer to nothing is refused when it is first touched")
  func damagedCells() throws {
    var random = SeededGenerator(seed: 6)
    try write {
      for id in Int64(0)..<8 {
        var values = random.person(id, people: [0], address: nil)
        values[2] = .text("a name that lies in the heap")
        values[13] = .list([.text("a tag that lies in the heap too")])
        try store.insert(person, values)
      }
    }
    let table = try #require(store.session.table(person))
    let base = try #require(try store.session.shared.snapshot.cluster(table.clusterKey(0)))
    let offsets = table.offsets(capacity: 8).columns
    let size = offsets[0].offset > 0 ? Cluster(base).heapOffset + Cluster(base).heapSize : 0
    let copy = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
    defer { copy.deallocate() }
    func fault(_ change: (UnsafeMutableRawPointer) -> Void) -> ClusterCheck.Fault? {
      copy.copyMemory(from: base, byteCount: size)
      change(copy)
      return ClusterCheck.headerFault(Cluster(copy), table) ?? ClusterCheck.cellFault(Cluster(copy), table)
    }
    let name = offsets[2].offset
    let tags = offsets[13].offset
    let tag = Cluster(base).heapOffset + Slot(at: base + tags).heapOffset
    #expect(fault { _ in } == nil)
    for tag: UInt8 in [12, 0x7F, 0x81, 0x83, 0x84, 0x85, 0xFE] {
      #expect(fault { $0.storeBytes(of: tag, toByteOffset: name + 11, as: UInt8.self) } == .cells(column: "name"))
    }
    func value(_ length: Int, _ number: UInt64) -> (UnsafeMutableRawPointer) -> Void {
      { Slot(value: number, count: length, firstByte: 65).store(at: $0 + name) }
    }
    #expect(fault(value(11, 1)) == .cells(column: "name"))
    #expect(fault(value(1000, 0)) == .cells(column: "name"))
    #expect(fault(value(1000, 1)) == nil)
    #expect(fault { $0.storeBytes(of: UInt32.max, toByteOffset: name + 4, as: UInt32.self) } == .cells(column: "name"))
    #expect(fault { $0.storeBytes(of: 0x80FF_FFFF, toByteOffset: name + 8, as: UInt32.self) } == .cells(column: "name"))
    #expect(fault { $0.storeBytes(of: 0x8000_0011, toByteOffset: tags + 8, as: UInt32.self) } == .cells(column: "tags"))
    #expect(fault { $0.storeBytes(of: 0x81, toByteOffset: tag + 11, as: UInt8.self) } == .cells(column: "tags"))
    #expect(fault { $0.storeBytes(of: 0xFF, toByteOffset: tags + 11, as: UInt8.self) } == .cells(column: "tags"))
    for link: Int64 in [.min, -1, (1 << 40) + 1] {
      #expect(fault { $0.storeBytes(of: link, toByteOffset: offsets[9].offset, as: Int64.self) } == .cells(column: "boss"))
    }
    #expect(fault { $0.storeBytes(of: Int64(1) << 40, toByteOffset: offsets[9].offset, as: Int64.self) } == nil)
    #expect(fault { Cluster($0).capacity = 16 } == .header)
    #expect(fault { Cluster($0).heapOffset = 0 } == .header)
    #expect(fault { Cluster($0).overlayMark = 1 } == .header)
    #expect(fault { Cluster($0).liveCount = 7 } == .liveCount)
    #expect(fault { $0.storeBytes(of: 0x1FF, toByteOffset: ClusterHeader.bitmapOffset, as: UInt64.self) } == .liveCount)
  }
}
