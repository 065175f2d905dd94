import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

/// Who links to whom, and how often: plain dictionaries.
private struct Graph {
  private(set) var people: [Int64: [Int64]] = [:]

  mutating func set(_ source: Int64, _ targets: [Int64]) { people[source] = targets }

  mutating func delete(_ person: Int64) {
    people[person] = nil
    people = people.mapValues { $0.contains(person) ? $0.filter { $0 != person } : $0 }
  }

  /// By target and source.
  func backlinks() -> [Int64: [Int64: Int]] {
    var result: [Int64: [Int64: Int]] = [:]
    for (source, targets) in people {
      for target in targets { result[target, default: [:]][source, default: 0] += 1 }
    }
    return result
  }
}

@Suite("Backlinks against dictionaries", .blocking)
struct BacklinkModelTests {
  private static let friends = 11
  private static let owner = 1

  // Nothing but links.
  private func person(_ id: Int64, _ friends: [Int64] = []) -> [CellValue] {
    let zeros = { (count: Int) in CellValue.bytes([UInt8](repeating: 0, count: count)) }
    let text = CellValue.text("")
    return [
      .int(id), .int(0), text, .null, text, .null, zeros(4), .null, zeros(16), .null, .null, .list(friends.map(CellValue.link)), .list([]),
      .list([]),
    ]
  }

  private func link(_ store: SampleStore, _ table: Int, _ column: Int) throws -> LinkColumn {
    try #require(store.session.table(table)?.links.first { $0.column == column })
  }

  private func expectSame(_ store: SampleStore, _ graph: Graph, _ comment: Comment) throws {
    let link = try link(store, SampleSchema.person, BacklinkModelTests.friends)
    let expected = graph.backlinks()
    for target in graph.people.keys {
      let found = try store.session.sources(link, of: target)
      #expect(found.map(\.key) == found.map(\.key).sorted(), comment)
      #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.key, $0.count) }) == expected[target] ?? [:], comment)
      let total = (expected[target] ?? [:]).values.reduce(0, +)
      #expect(try store.session.sourceCount(link, of: target) == total, comment)
      // The first links, up to one more than there are.
      for limit in [1, total / 2, total, total + 1] where limit > 0 {
        let first = try store.session.sources(link, of: target, first: limit)
        #expect(first.map(\.key) == found.prefix(first.count).map(\.key), comment)
        #expect(first.map(\.count) == found.prefix(first.count).map(\.count), comment)
        #expect(first.reduce(0) { $0 + $1.count } >= min(limit, total), comment)
      }
    }
    // One cursor for all targets: ascending, those that exist and those that do not, then in any order.
    let ascending = Array(0...((graph.people.keys.max() ?? 0) + 2))
    var cursor = try store.session.backlinkCursor(link)
    for target in ascending + graph.people.keys {
      var found: [Int64: Int] = [:]
      var last: Int64 = -1
      try cursor.forEachSource(of: target) { key, count in
        #expect(key > last, comment)
        last = key
        found[key] = count
      }
      #expect(found == expected[target] ?? [:], comment)
      if target % 3 == 0 { #expect(try cursor.count(of: target) == found.values.reduce(0, +), comment) }
    }
  }

  // Blocks as they are stored: well formed, in order, and those of a column end with an open one.
  private func checkBlocks(_ store: SampleStore) throws -> (blocks: Int, bytes: Int) {
    var last: (prefix: [UInt8], place: BacklinkBlock.Place)?
    var (blocks, bytes) = (0, 0)
    try store.session.shared.snapshot.scan(.backlinks, prefix: [], from: nil) { key, block in
      let prefix = Array(key.prefix(ColumnPrefix.size))
      let bound = BacklinkKey.bound(key)
      #expect(BacklinkBlock.isWellFormed(block, bound: bound))
      var links = BacklinkBlock.Links(block)
      if let first = links.next(), let last, last.prefix == prefix { #expect(last.place < first.place) }
      last = (prefix, bound)
      blocks += 1
      bytes += block.count
      return true
    }
    return (blocks, bytes)
  }

  @Test("links made, moved and cut, rows deleted on both ends, cancelled writes and reopening", arguments: [1, 2, 3] as [UInt64])
  func random(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var store = try SampleStore(path: folder.file("store"))
    var graph = Graph()
    var nextId: Int64 = 0
    var mostBlocks = 0
    for round in 0..<14 {
      let before = (graph, nextId)
      try store.session.beginWrite()
      // Large writes and small ones; whether backlinks are asked for before, within or after the changes.
      for _ in 0..<(round == 0 ? 1200 : random.once(in: 3) ? 150 : Int.random(in: 1...6, using: &random)) {
        try step(store, &graph, &nextId, &random)
        if random.once(in: 90) { try expectSame(store, graph, "within write \(round), seed \(seed)") }
      }
      if random.once(in: 3) { try expectSame(store, graph, "at the end of write \(round), seed \(seed)") }
      if round > 0, random.once(in: 4) {
        store.session.cancelWrite()
        (graph, nextId) = before
      } else {
        try store.session.commitWrite(sync: false)
      }
      if random.once(in: 4) { store = try SampleStore(path: folder.file("store")) }
      try expectSame(store, graph, "after write \(round), seed \(seed)")
      mostBlocks = max(mostBlocks, try checkBlocks(store).blocks)
    }
    #expect(mostBlocks > 2, "seed \(seed)")
    #expect(try store.contradictions() == [], "seed \(seed)")
    try StructureWalk.check(folder.file("store"))
    _ = try FileInspection.read(folder.file("store"), checksums: true)
    // Nothing is left when nobody links.
    try store.session.beginWrite()
    for key in graph.people.keys { try store.session.delete(SampleSchema.person, key) }
    try store.session.commitWrite(sync: false)
    #expect(try checkBlocks(store) == (0, 0), "seed \(seed)")
    try StructureWalk.check(folder.file("store"))
  }

  private func step(_ store: SampleStore, _ graph: inout Graph, _ nextId: inout Int64, _ random: inout SeededGenerator) throws {
    let people = graph.people.keys.sorted()
    let someone = people.randomElement(using: &random)
    // Some are linked to often, and some twice by the same.
    let popular = people.prefix(3)
    let targets = (0..<Int.random(in: 0..<14, using: &random)).compactMap { _ in
      random.once(in: 4) ? popular.randomElement(using: &random) : people.randomElement(using: &random)
    }
    let doubled = random.once(in: 3) ? targets + targets.prefix(2) : targets
    switch Int.random(in: 0..<10, using: &random) {
    case 0...4:
      graph.set(try store.insert(SampleSchema.person, person(nextId, doubled)), doubled)
      nextId += 1
    case 5...7:
      guard let someone else { return }
      try store.set(SampleSchema.person, someone, BacklinkModelTests.friends, .list(doubled.map(CellValue.link)))
      graph.set(someone, doubled)
    default:
      guard let someone, people.count > 20 || random.once(in: 4) else { return }
      try store.session.delete(SampleSchema.person, someone)
      graph.delete(someone)
    }
  }

  @Test("the 100,000 links to a row are found, after some are removed and others added, until the row is deleted")
  func popular() throws {
    let folder = try TemporaryFolder()
    let store = try SampleStore(path: folder.file("store"))
    let (person, dog) = (SampleSchema.person, SampleSchema.dog)
    let count: Int64 = 100_000
    try store.session.beginWrite()
    for id in 0..<3 as Range<Int64> { try store.insert(person, self.person(id)) }
    for number in 0..<count {
      try store.insert(dog, [.text("\(number)"), .link(number % 1000 == 7 ? 2 : number % 500 == 3 ? 0 : 1), .list([])])
    }
    try store.session.commitWrite(sync: false)
    let owner = try link(store, dog, BacklinkModelTests.owner)
    var expected = Set((0..<count).filter { $0 % 1000 != 7 && $0 % 500 != 3 })
    func check(_ comment: Comment) throws {
      let found = try store.session.sources(owner, of: 1)
      #expect(found.map(\.key) == expected.sorted() && found.allSatisfy { $0.count == 1 }, comment)
    }
    try check("made at once")
    // One byte each.
    #expect(try checkBlocks(store).bytes < Int(count) * 11 / 10)
    try store.session.beginWrite()
    for key in expected.sorted() where key % 3 == 0 {
      if key % 2 == 0 { try store.session.delete(dog, key) } else { try store.set(dog, key, BacklinkModelTests.owner, .link(0)) }
      expected.remove(key)
    }
    try check("within a write")
    try store.session.commitWrite(sync: false)
    try check("after it")
    for number in 0..<30 as Range<Int64> {
      try store.session.beginWrite()
      let key = number * 3000
      if key % 2 == 0 {
        expected.insert(try store.insert(dog, [.text("new \(number)"), .link(1), .list([])]))
      } else {
        try store.set(dog, key, BacklinkModelTests.owner, .link(1))
        expected.insert(key)
      }
      try store.session.commitWrite(sync: false)
    }
    try check("after small writes")
    _ = try checkBlocks(store)
    #expect(try store.session.sources(owner, of: 2).count == 100)
    try store.session.beginWrite()
    try store.session.delete(person, 1)
    #expect(try store.session.sources(owner, of: 1).isEmpty)
    try store.session.commitWrite(sync: false)
    #expect(try store.session.sources(owner, of: 1).isEmpty && store.session.sources(owner, of: 2).count == 100)
    let dogs = try store.rows(dog)
    for key in expected { #expect(dogs[key]?[BacklinkModelTests.owner] == .null) }
    try StructureWalk.check(folder.file("store"))
  }

  @Test("a cursor for ascending rows searches the index once for each block, and the first links of a popular row are read alone")
  func searches() throws {
    let folder = try TemporaryFolder()
    let store = try SampleStore(path: folder.file("store"))
    let (person, dog) = (SampleSchema.person, SampleSchema.dog)
    try store.session.beginWrite()
    for id in 0..<1000 as Range<Int64> { try store.insert(person, self.person(id)) }
    // The row 500 has 6,000 links, every other one three.
    for number in 0..<9000 as Range<Int64> {
      try store.insert(dog, [.text("\(number)"), .link(number % 3 == 0 ? number / 9 : 500), .list([])])
    }
    try store.session.commitWrite(sync: false)
    let owner = try link(store, dog, BacklinkModelTests.owner)
    let blocks = try checkBlocks(store).blocks
    #expect(blocks > 3)
    let searches = store.session.backlinkSearches
    var cursor = try store.session.backlinkCursor(owner)
    for target in 0..<1000 as Range<Int64> {
      let count = try cursor.count(of: target)
      #expect(count == (target == 500 ? 6003 : 3))
    }
    #expect(store.session.backlinkSearches - searches <= blocks)
    let (before, visited) = (store.session.backlinkSearches, store.session.visitedSources)
    let first = try store.session.sources(owner, of: 500, first: 5)
    #expect(first.count == 5)
    #expect(store.session.backlinkSearches - before == 1)
    #expect(store.session.visitedSources - visited == 5)
  }

  @Test("counting a popular row's links after each change in a write reads them once")
  func countsInWrite() throws {
    let folder = try TemporaryFolder()
    let store = try SampleStore(path: folder.file("store"))
    let (person, dog) = (SampleSchema.person, SampleSchema.dog)
    try store.session.beginWrite()
    for id in 0..<2 as Range<Int64> { try store.insert(person, self.person(id)) }
    for number in 0..<2000 { try store.insert(dog, [.text("\(number)"), .link(number < 1500 ? 1 : 0), .list([])]) }
    try store.session.commitWrite(sync: false)
    let owner = try link(store, dog, BacklinkModelTests.owner)
    try store.session.beginWrite()
    let before = store.session.visitedSources
    var expected = 1500
    for key in 0..<2000 as Range<Int64> {
      let gains = key >= 1500
      try store.set(dog, key, BacklinkModelTests.owner, .link(gains ? 1 : 0))
      expected += gains ? 1 : -1
      #expect(try store.session.sourceCount(owner, of: 1) == expected)
    }
    #expect(store.session.visitedSources - before == 1500)
    #expect(try store.session.sources(owner, of: 1).map(\.key) == Array(1500..<2000))
    try store.set(dog, 3, BacklinkModelTests.owner, .link(1))
    #expect(try store.session.sources(owner, of: 1).map(\.key) == [3] + Array(1500..<2000))
    store.session.cancelWrite()
    #expect(try store.session.sourceCount(owner, of: 1) == 1500)
  }

  @Test("blocks that grow by a few links at a time stay half full, and full where targets rise", arguments: [1, 2] as [UInt64])
  func growth(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for (rises, least) in [(false, 2), (true, 1)] {
      let folder = try TemporaryFolder()
      let store = try SampleStore(path: folder.file("store"))
      try store.session.beginWrite()
      for id in 0..<6000 as Range<Int64> { try store.insert(SampleSchema.person, person(id)) }
      try store.session.commitWrite(sync: false)
      for round in 0..<600 as Range<Int64> {
        try store.session.beginWrite()
        for number in (round * 10..<round * 10 + 10) {
          let owner = rises ? number : Int64.random(in: 0..<6000, using: &random)
          try store.insert(SampleSchema.dog, [.text("\(number)"), .link(owner), .list([])])
        }
        try store.session.commitWrite(sync: false)
      }
      let (blocks, bytes) = try checkBlocks(store)
      #expect(blocks > 8 && bytes * least > (blocks - 1) * (BacklinkBlock.sizeLimit - 50), "seed \(seed): \(blocks) blocks, \(bytes) bytes")
    }
  }

  @Test(
    "a changed byte in a block is found by a check, and reading it yields an error, other links or none, never a crash",
    .enabled(if: Sealing.isOptional))
  func damage() throws {
    var random = SeededGenerator(seed: 8)
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    do {
      let store = try SampleStore(path: path)
      try store.fill(&random, people: 300)
    }
    let intact = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let file = try PageFile(path, isWritable: false)
    let meta = try FileHeader.read(file).newest
    let pages = try FilePages(file, meta)
    var places: [Range<Int>] = []
    let record = try #require(MainTree(meta.main, pages).trees[.backlinks])
    try TreeWalk.run(record, "backlinks", pages) { entry throws(StoreError) in
      let page = Int(entry.page.bytes.load(as: UInt64.self)) * meta.pageSize
      let start = page + (entry.page.data(entry.index).baseAddress.map { $0 - entry.page.bytes } ?? 0)
      places.append(start..<start + entry.size)
      return nil
    }
    var named = 0
    for _ in 0..<200 {
      var bytes = intact
      let block = try #require(places.randomElement(using: &random))
      let place = Int.random(in: block, using: &random)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try Data(bytes).write(to: URL(fileURLWithPath: folder.file("damaged")))
      let error = #expect(throws: StoreError.self) { try FileInspection.read(folder.file("damaged"), checksums: true) }
      let text = error?.description ?? ""
      #expect(text.contains("backlinks"))
      if text.contains("page \(place / meta.pageSize)") { named += 1 }
      // As a reader of a file that is too large to be walked meets it.
      bytes[block].withUnsafeBytes { block in
        var found: [(key: Int64, count: Int)] = []
        var left = Int.max
        for target in 0..<300 as Range<UInt64> { _ = BacklinkBlock.read(block, target, into: &found, &left) }
      }
    }
    #expect(named > 20)
  }
}
