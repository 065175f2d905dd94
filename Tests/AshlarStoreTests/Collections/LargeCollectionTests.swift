import AshlarSchema
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Large collections", .blocking)
struct LargeCollectionTests {
  private let folder: TemporaryFolder
  private let path: String
  private let person = SampleSchema.person
  private static let friends = 11
  private static let marks = 12
  private static let tags = 13

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store")
  }

  private func write(_ store: SampleStore, _ body: () throws -> Void) throws {
    try store.session.beginWrite()
    try body()
    try store.session.commitWrite(sync: false)
  }

  private func row(_ id: Int64) -> [CellValue] {
    var random = SeededGenerator(seed: UInt64(id))
    var row = random.person(id, people: [], address: nil)
    for column in [2, 3, 4] { row[column] = .text("short") }
    for column in [LargeCollectionTests.friends, LargeCollectionTests.marks, LargeCollectionTests.tags] { row[column] = .list([]) }
    return row
  }

  // Puts elements into a list, as a list's own methods do.
  private func insert(_ store: SampleStore, _ key: Int64, _ column: Int, _ values: [CellValue], at index: Int) throws {
    let row = try #require(try store.session.makeWritable(person, key))
    if values.isEmpty { return }
    let element = try #require(store.columns(person)[column].element)
    let width = element.width
    let start = store.session.insertElements(row, column, element, at: index, count: values.count)
    let link = store.session.table(person)?.links.first { $0.column == column }
    for (offset, value) in values.enumerated() {
      switch value {
      case .link(let target):
        (start + offset * width).storeBytes(of: target + 1, as: Int64.self)
        if let link { store.session.noteLink(link, target: target, source: key, 1) }
      case .bytes(let bytes) where column == LargeCollectionTests.tags:
        bytes.withUnsafeBytes { store.session.makeSlot($0).store(at: start + offset * width) }
      case .bytes(let bytes): bytes.withUnsafeBytes { (start + offset * width).copyMemory(from: $0.baseAddress!, byteCount: width) }
      default: Issue.record("no element")
      }
    }
  }

  private func remove(_ store: SampleStore, _ key: Int64, _ column: Int, _ positions: [Int], _ old: [CellValue]) throws {
    let row = try #require(try store.session.makeWritable(person, key))
    if let link = store.session.table(person)?.links.first(where: { $0.column == column }) {
      for case .link(let target) in positions.map({ old[$0] }) { store.session.noteLink(link, target: target, source: key, -1) }
    }
    store.session.removeElements(row, column, try #require(store.columns(person)[column].element), at: positions)
  }

  @Test(
    "lists of numbers, text and links agree with arrays across all limits, in writes, after them, cancelled and reopened", arguments: 0..<3)
  func model(_ round: Int) throws {
    let seed = seed() &+ UInt64(round)
    print("large collections: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var store = try SampleStore(path: path)
    let reader = try SampleStore(path: path)
    var people: [Int64: [CellValue]] = [:]
    try write(store) { for id in 0..<8 as Range<Int64> { people[try store.insert(person, row(id))] = row(id) } }
    var nextId: Int64 = 8
    func element(_ column: Int) -> CellValue {
      switch column {
      case LargeCollectionTests.friends: .link(people.keys.sorted().randomElement(using: &random) ?? 0)
      case LargeCollectionTests.marks: .int(Int64.random(in: 0..<1_000_000, using: &random))
      default: random.once(in: 12) ? random.text() : .text("tag \(Int.random(in: 0..<99_999_999, using: &random))")
      }
    }
    for step in 0..<30 {
      let before = (people, nextId)
      let wasThere = try reader.rows(person)
      try store.session.beginWrite()
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        guard let key = people.keys.sorted().randomElement(using: &random) else { continue }
        let column = [11, 12, 13].randomElement(using: &random) ?? 11
        guard case .list(var list)? = people[key]?[column] else { continue }
        switch Int.random(in: 0..<12, using: &random) {
        case 0...3:
          let count = [1, 1, 5, 100, 300, 700, 1500].randomElement(using: &random) ?? 1
          let index = random.once(in: 3) ? list.count : Int.random(in: 0...list.count, using: &random)
          let values = (0..<count).map { _ in element(column) }
          try insert(store, key, column, values, at: index)
          list.insert(contentsOf: values, at: index)
        case 4...5:
          for _ in 0..<20 {
            let index = Int.random(in: 0...list.count, using: &random)
            let value = element(column)
            try insert(store, key, column, [value], at: index)
            list.insert(value, at: index)
          }
        case 6...8:
          if list.isEmpty { continue }
          let count = [1, 3, 50, list.count / 2, list.count - 40].randomElement(using: &random) ?? 1
          let start = Int.random(in: 0..<list.count, using: &random)
          let positions = Array(start..<min(list.count, start + max(1, count)))
          try remove(store, key, column, positions, list)
          list.removeSubrange(positions[0]..<positions[0] + positions.count)
        case 9:
          if list.isEmpty { continue }
          let positions = Set((0..<10).map { _ in Int.random(in: 0..<list.count, using: &random) }).sorted()
          try remove(store, key, column, positions, list)
          for position in positions.reversed() { list.remove(at: position) }
        case 10:
          let values = row(nextId)
          nextId += 1
          people[try store.insert(person, values)] = values
          continue
        default:
          // Deleting the row takes the links to it out of every list.
          try store.session.delete(person, key)
          people[key] = nil
          for other in people.keys {
            guard case .list(let links)? = people[other]?[LargeCollectionTests.friends] else { continue }
            people[other]?[LargeCollectionTests.friends] = .list(links.filter { $0 != .link(key) })
            if people[other]?[9] == .link(key) { people[other]?[9] = .null }
          }
          continue
        }
        people[key]?[column] = .list(list)
      }
      if random.once(in: 3) { #expect(try store.rows(person) == people, "inside write \(step)") }
      if random.once(in: 4) {
        store.session.cancelWrite()
        (people, nextId) = before
      } else {
        try store.session.commitWrite(sync: false)
      }
      #expect(try reader.rows(person) == wasThere, "an earlier version, \(step)")
      try reader.session.advance()
      if random.once(in: 5) { store = try SampleStore(path: path) }
      for each in [store, reader] { #expect(try each.rows(person) == people, "after write \(step)") }
      try expectExactValues(store, "after write \(step)")
      if step % 10 == 9 { #expect(try store.contradictions() == [], "after write \(step)") }
    }
    #expect(try store.contradictions() == [])
    try StructureWalk.check(path)
    _ = try FileInspection.read(path, checksums: true)
  }

  private func marks(_ store: SampleStore, _ key: Int64) throws -> PackedElements {
    let row = try #require(try store.session.locate(person, key))
    let element = try #require(store.columns(person)[LargeCollectionTests.marks].element)
    return store.session.elements(
      row.base + row.columns[LargeCollectionTests.marks].offset + row.slot * Slot.size, in: row.home, element)
  }

  private func mark(_ elements: PackedElements, _ index: Int) -> Int64 { elements.place(index).cell.loadUnaligned(as: Int64.self) }

  // A person whose marks are 0, 1, 2, …
  private func filled(_ count: Int) throws -> SampleStore {
    let store = try SampleStore(path: path)
    try write(store) {
      try store.insert(person, row(0))
      let element = try #require(store.columns(person)[LargeCollectionTests.marks].element)
      let row = try #require(try store.session.makeWritable(person, 0))
      let start = store.session.insertElements(row, LargeCollectionTests.marks, element, at: 0, count: count)
      for index in 0..<count { (start + index * 8).storeBytes(of: Int64(index), as: Int64.self) }
    }
    return store
  }

  @Test("in a list of a million elements an insertion, a removal, a move and a change write less than 100 KB", .usualPages)
  func bytesWritten() throws {
    let million = 1_000_000
    let store = try filled(million)
    let column = LargeCollectionTests.marks
    func commit(_ body: (RowAccess) -> Void) throws -> Int {
      try changedPages(path) { try write(store) { body(try #require(try store.session.makeWritable(person, 0))) } } * 4096
    }
    let session = store.session
    let element = try #require(store.columns(person)[column].element)
    #expect(try commit { session.insertElements($0, column, element, at: 500_000, count: 1).storeBytes(of: -1, as: Int64.self) } < 100_000)
    #expect(try commit { session.removeElements($0, column, element, 250_000..<250_001) } < 100_000)
    #expect(try commit { session.mutableElement($0, column, element, at: 700_000).storeBytes(of: -7, as: Int64.self) } < 100_000)
    let moved = try commit {
      session.removeElements($0, column, element, 100..<101)
      session.insertElements($0, column, element, at: 900_000, count: 1).storeBytes(of: 100, as: Int64.self)
    }
    #expect(moved < 100_000)
    // What is read: all that was before, with these changes.
    let elements = try marks(store, 0)
    #expect(elements.count == million)
    #expect(mark(elements, 499_998) == -1 && mark(elements, 700_000 - 1) == -7 && mark(elements, 900_000) == 100)
    #expect(mark(elements, 99) == 99 && mark(elements, 100) == 101 && mark(elements, million - 1) == Int64(million - 1))
    try expectExactValues(store, "a million")
    #expect(try changedPages(path) { try write(store) { try store.set(person, 0, 1, .int(7)) } } < 10)
  }

  @Test("a write touches the segments that it changes, and no others")
  func segmentsTouched() throws {
    let store = try filled(100_000)
    try store.session.beginWrite()
    let element = try #require(store.columns(person)[LargeCollectionTests.marks].element)
    let row = try #require(try store.session.makeWritable(person, 0))
    store.session.insertElements(row, LargeCollectionTests.marks, element, at: 50_000, count: 1).storeBytes(of: -1, as: Int64.self)
    let cell = row.base + row.columns[LargeCollectionTests.marks].offset + row.slot * Slot.size
    let buffer = try #require(store.session.segmentBuffer(Slot(at: cell)))
    #expect(buffer.segments.filter(\.isOwn).count == 2)
    #expect(buffer.segments.filter { $0.start != nil }.count == 2)
    store.session.cancelWrite()
    #expect(try marks(store, 0).count == 100_000)
    try expectExactValues(store, "cancelled")
  }

  @Test("a list becomes one of segments above the limit, and one piece again well below it")
  func forms() throws {
    let limit = StoredSegment.largeLimit / 8
    let store = try filled(limit)
    let column = LargeCollectionTests.marks
    func isLarge() throws -> Bool {
      let row = try #require(try store.session.locate(person, 0))
      return Slot(at: row.base + row.columns[column].offset + row.slot * Slot.size).tag == Slot.segmentsTag
    }
    #expect(try !isLarge())
    try write(store) { try insert(store, 0, column, [.int(7)], at: 3) }
    #expect(try isLarge())
    try write(store) { try remove(store, 0, column, Array(0..<200), []) }
    #expect(try isLarge())
    #expect(try storedValues(store).count == 2)
    try write(store) { try remove(store, 0, column, Array(0..<100), []) }
    #expect(try !isLarge())
    #expect(try storedValues(store).isEmpty)
    #expect(try marks(store, 0).count == limit + 1 - 300)
    try write(store) { try store.session.delete(person, 0) }
    #expect(try storedValues(store).isEmpty)
  }

  @Test("damage to a directory or a segment is an error that names it")
  func damage() throws {
    let store = try filled(5000)
    let numbers = try storedValues(store).sorted()
    #expect(numbers.count == 6)
    let directory = try #require(numbers.last)
    func answer(_ number: UInt64, _ body: (UnsafeMutableRawBufferPointer) -> Void) throws -> StoreError? {
      let snapshot = store.session.shared.snapshot
      var bytes = withExtendedLifetime(snapshot) { (try? snapshot.value(.values, integer: number)).flatMap { $0 }.map(Array.init) ?? [] }
      let whole = bytes
      bytes.withUnsafeMutableBytes {
        body($0)
        // As if somebody had meant it.
        let checksum = StoredValues.checksum(UnsafeRawBufferPointer($0), number)
        $0.storeBytes(of: checksum, as: UInt32.self)
      }
      let engine = store.session.engine
      func put(_ bytes: [UInt8]) throws {
        try engine.commit(sync: false) { writer in try bytes.withUnsafeBytes { try writer.put(.values, integer: number, $0) } }
      }
      try put(bytes)
      let fresh = try SampleStore(engine)
      try put(whole)
      let found = try marks(fresh, 0)
      for index in stride(from: 0, to: 5000, by: 100) { _ = found.place(index) }
      return fresh.session.values.failure
    }
    func damaged(_ detail: String) -> StoreError { .damaged(path: store.session.engine.path, detail: detail) }
    #expect(try answer(directory) { _ in } == nil)
    #expect(try answer(directory) { $0[8 + 8] ^= 1 } == damaged("value \(numbers[0]) is not a segment of 1014 elements"))
    #expect(try answer(directory) { $0[8 + 12 + 8 + 3] = 1 } == damaged("value \(directory) is not a directory of 5000 elements"))
    #expect(try answer(directory) { $0[8 + 7] = 1 } == damaged("value \(directory) is not a directory of 5000 elements"))
    #expect(try answer(numbers[1]) { $0[8] ^= 1 } == damaged("value \(numbers[1]) is not a segment of 1015 elements"))
    #expect(try answer(numbers[1]) { $0[12] ^= 1 } == damaged("value \(numbers[1]) is not a segment of 1015 elements"))
  }
}
