import AshlarSchema
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

/// Blocks that one commit fills to some size and another one changes: whatever the two sizes are, the result is whole and no block is too
/// large. All pairs of sizes are tried in the long run, else those around the sizes at which blocks are cut.
@Suite("Blocks of every size, changed by a second commit", .blocking)
struct BlockPairsTests {
  private static let link = LinkColumn(
    source: 0, column: 0, target: 0, element: nil, isEmbedded: false, prefix: ColumnPrefix.bytes(table: 1, column: 0))

  private static let pairs: (first: ClosedRange<Int>, second: ClosedRange<Int>) = Soak.isOn ? (0...500, 0...500) : (395...425, 70...100)

  // Nodes that link to themselves.
  private func change(_ entries: ListedEntries, _ nodes: some Sequence<Int64>) throws {
    var changes = LinkChanges()
    for node in nodes { changes.add(target: node, source: node, isGained: true) }
    changes.sort()
    var sums = EntrySums()
    let merge = BacklinkMerge(Self.link, path: "x")
    try changes.withSorted { try merge.write($0, to: entries, reading: entries, &sums) }
  }

  // The pairs are divided among tests, because all of them take long under AddressSanitizer and each test uses one core.
  private static let parts = 0..<4

  @Test("links that a second commit adds among those of the first are all there, in blocks of at most half a page", arguments: parts)
  func backlinks(part: Int) throws {
    for first in Self.pairs.first where first % Self.parts.count == part {
      let before = ListedEntries()
      try change(before, (0..<Int64(first)).map { 2 * $0 })
      let entries = ListedEntries(before.next)
      for second in Self.pairs.second {
        entries.cancel()
        try change(entries, (0..<Int64(second)).lazy.map { 2 * $0 + 1 })
        // Half a million pairs are compared without arrays.
        var nodes = (0..<UInt64(2 * max(first, second))).lazy.filter { $0 / 2 < UInt64($0 % 2 == 0 ? first : second) }.makeIterator()
        var areEqual = true
        for (key, block) in entries.next.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
          let bound = key.withUnsafeBytes { BacklinkKey.bound($0) }
          let isWhole = block.withUnsafeBytes { bytes in
            var links = BacklinkBlock.Links(bytes)
            while let link = links.next() {
              if link.place.target != link.place.source || link.place.target != nodes.next() { areEqual = false }
            }
            return BacklinkBlock.isWellFormed(bytes, bound: bound)
          }
          #expect(isWhole && block.count <= BacklinkBlock.sizeLimit, "\(first) nodes, then \(second)")
        }
        #expect(areEqual && nodes.next() == nil, "\(first) nodes, then \(second)")
      }
    }
  }

  @Test("rows that a second commit adds among those of the first are all in the index, in blocks of at most half a page", arguments: parts)
  func postings(part: Int) throws {
    // Rows so far apart take 4 bytes: 473 fill a block.
    let distance: Int64 = 3_000_000
    let sizes = Soak.isOn ? Self.pairs : (first: 465...480, second: 0...60)
    let prefix = ColumnPrefix.bytes(table: 1, column: 2) + IndexedValue.integer(7)
    func change(_ entries: ListedEntries, _ rows: [Int64]) throws {
      var changes = LinkChanges()
      for row in rows { changes.add(target: 0, source: row, isGained: true) }
      changes.sort()
      var (merge, sums) = (PostingMerge(path: "x"), EntrySums())
      changes.withSorted { merge.take($0, 0..<$0.count) }
      try merge.write(prefix, to: entries, reading: entries, &sums)
    }
    var found: [Int64] = []
    for first in sizes.first where first % Self.parts.count == part {
      let before = ListedEntries()
      try change(before, (0..<Int64(first)).map { distance * $0 })
      let entries = ListedEntries(before.next)
      for second in sizes.second {
        entries.cancel()
        try change(entries, (0..<Int64(second)).map { distance * $0 + distance / 2 })
        found.removeAll(keepingCapacity: true)
        for (key, block) in entries.next.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
          let isOpen = key.withUnsafeBytes { PostingBlock.bound($0) } == PostingBlock.openBound
          let isWhole = block.withUnsafeBytes { PostingBlock($0, isOpen: isOpen)?.read(into: &found) }
          #expect(isWhole == true && block.count <= PostingBlock.sizeLimit, "\(first) rows, then \(second)")
        }
        let rows = (0..<Int64(2 * max(first, second))).lazy.filter { $0 / 2 < Int64($0 % 2 == 0 ? first : second) }
        #expect(found.elementsEqual(rows.map { distance / 2 * $0 }), "\(first) rows, then \(second)")
      }
    }
  }

  // MARK: - Whole commits

  private static let node = SchemaModel(
    name: "Nodes", version: 1,
    entities: [EntityModel(name: "Node", properties: [PropertyModel(name: "next", type: .object, isOptional: true, target: "Node")])])

  @Test("a commit that makes a full block of backlinks grow stores every link")
  func commit() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    do {
      let store = try SampleStore(EnvironmentRegistry.open(path: path), model: Self.node, ordinals: ["Node": 0])
      func write(_ body: () throws -> Void) throws {
        try store.session.beginWrite()
        try body()
        try store.session.commitWrite(sync: false)
      }
      try write { for _ in 0..<1000 { try store.insert(0, [.null]) } }
      try write { for key in 0..<Int64(419) { try store.set(0, 2 * key, 0, .link(2 * key)) } }
      try write { for key in 0..<Int64(91) { try store.set(0, 2 * key + 1, 0, .link(2 * key + 1)) } }
      let link = try #require(store.session.table(0)?.links.first)
      for key in 0..<Int64(1000) {
        let isLinked = key % 2 == 0 ? key / 2 < 419 : key / 2 < 91
        #expect(try store.session.sources(link, of: key).map(\.key) == (isLinked ? [key] : []))
      }
    }
    #expect(try FileInspection.read(path).tables.map(\.rows) == [1000])
  }

  private static let shelf = SchemaModel(
    name: "Shelves", version: 1,
    entities: [
      EntityModel(
        name: "Shelf",
        properties: [
          PropertyModel(name: "texts", type: .string, collection: .list), PropertyModel(name: "label", type: .string),
          PropertyModel(name: "note", type: .string, isOptional: true), PropertyModel(name: "number", type: .int),
        ])
    ])

  private func shelves(_ path: String) throws -> SampleStore {
    try SampleStore(EnvironmentRegistry.open(path: path), model: Self.shelf, ordinals: ["Shelf": 0])
  }

  private func write(_ store: SampleStore, _ body: () throws -> Void) throws {
    try store.session.beginWrite()
    try body()
    try store.session.commitWrite(sync: false)
  }

  private func text(_ size: Int) -> CellValue { .bytes([UInt8](repeating: 120, count: size)) }

  @Test(
    "a list in segments to which a second commit adds texts of any length holds all of them, whatever its segments hold", arguments: 0..<4)
  func segments(round: Int) throws {
    let seed = seed() &+ UInt64(round)
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    do {
      let store = try shelves(path)
      try write(store) { try store.insert(0, [.list([]), text(0), .null, .int(0)]) }
      for pair in 0..<rounds(.backlinkPairs) {
        let (first, second) = (Int.random(in: 1...900, using: &random), Int.random(in: 1...900, using: &random))
        // Short ones lie in slots, those of more than 512 bytes in values of their own.
        let longest = [11, 30, 512, 600][pair % 4]
        let texts = (0..<first + second).map { _ in text(Int.random(in: 0...longest, using: &random)) }
        try write(store) { try store.set(0, 0, 0, .list(Array(texts[..<first]))) }
        let element = try #require(store.columns(0)[0].element)
        let place = Int.random(in: 0...first, using: &random)
        try write(store) {
          let row = try #require(try store.session.makeWritable(0, 0))
          let start = store.session.insertElements(row, 0, element, at: place, count: second)
          for (index, text) in texts[first...].enumerated() {
            guard case .bytes(let bytes) = text else { continue }
            bytes.withUnsafeBytes { store.session.makeSlot($0).store(at: start + index * element.width) }
          }
        }
        let expected = texts[..<place] + texts[first...] + texts[place..<first]
        #expect(try store.rows(0)[0]?[0] == .list(Array(expected)), "\(first) texts, then \(second) at \(place), seed \(seed)")
      }
    }
    _ = try FileInspection.read(path, checksums: true)
  }

  @Test(
    "rows that a second commit changes beside a patch of any size are as they should be, and patches keep their limit", arguments: 0..<4)
  func patches(round: Int) throws {
    let seed = seed() &+ UInt64(round)
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    do {
      let store = try shelves(path)
      var expected: [Int64: [CellValue]] = [:]
      try write(store) {
        for number in 0..<Int64(200) {
          let row = [.list([]), text(40), .null, .int(number)] as [CellValue]
          expected[try store.insert(0, row)] = row
        }
      }
      func change(_ rows: Int, longest: Int) throws {
        try write(store) {
          for _ in 0..<rows {
            let key = Int64.random(in: 0..<200, using: &random)
            let column = random.once(in: 3) ? 2 : 1
            let value = text(Int.random(in: 0...longest, using: &random))
            try store.set(0, key, column, value)
            expected[key]?[column] = value
          }
        }
      }
      for pair in 0..<rounds(.postingPairs) {
        let longest = [11, 60, 300, 512][pair % 4]
        try change(Int.random(in: 1...34, using: &random), longest: longest)
        try change(Int.random(in: 1...34, using: &random), longest: longest)
        #expect(try store.rows(0) == expected, "pair \(pair), seed \(seed)")
        try store.session.shared.snapshot.scan(.patches, prefix: [], from: nil) { _, patch in
          #expect(patch.count <= ClusterPatch.limit, "seed \(seed)")
          return true
        }
      }
    }
    _ = try FileInspection.read(path, checksums: true)
  }
}
