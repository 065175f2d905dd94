import AshlarSchema
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

/// Counts the values that commits to a large list store and remove. A segment has at most 1,015 integers.
@Suite("Segments that a commit writes", .blocking)
struct WrittenSegmentsTests {
  private static let marks = 12
  private static let tags = 13
  private static let full = 1015

  private let store: SampleStore
  private let folder: TemporaryFolder
  private let person = SampleSchema.person

  // The person 0 has ten full segments of marks.
  init() throws {
    folder = try TemporaryFolder()
    store = try SampleStore(path: folder.file("store"))
    try store.session.beginWrite()
    var random = SeededGenerator(seed: 1)
    var row = random.person(0, people: [], address: nil)
    for column in [2, 3, 4] { row[column] = .text("short") }
    for column in [11, WrittenSegmentsTests.marks, WrittenSegmentsTests.tags] { row[column] = .list([]) }
    try store.insert(person, row)
    let count = 10 * WrittenSegmentsTests.full
    let start = store.session.insertElements(try writable(), WrittenSegmentsTests.marks, try marksElement, at: 0, count: count)
    for index in 0..<count { (start + index * 8).storeBytes(of: Int64(index), as: Int64.self) }
    try store.session.commitWrite(sync: false)
  }

  private var marksElement: ElementLayout {
    get throws { try #require(store.columns(person)[WrittenSegmentsTests.marks].element) }
  }

  private func writable() throws -> RowAccess { try #require(try store.session.makeWritable(person, 0)) }

  private func elements(_ column: Int) throws -> PackedElements {
    let row = try #require(try store.session.locate(person, 0))
    let element = try #require(store.columns(person)[column].element)
    return store.session.elements(row.base + row.columns[column].offset + row.slot * Slot.size, in: row.home, element)
  }

  // The segments' numbers before and after a commit, and how many values it stored and removed.
  private func commit(
    _ body: (RowAccess, ElementLayout) throws -> Void
  ) throws -> (before: [UInt64], after: [UInt64], stored: Int, removed: Int) {
    let (before, values) = (try elements(WrittenSegmentsTests.marks).segmentNumbers(), try storedValues(store))
    try store.session.beginWrite()
    try body(try writable(), try marksElement)
    try store.session.commitWrite(sync: false)
    let (after, now) = (try elements(WrittenSegmentsTests.marks).segmentNumbers(), try storedValues(store))
    try expectExactValues(store, "after a commit")
    return (before, after, now.subtracting(values).count, values.subtracting(now).count)
  }

  private func move(_ row: RowAccess, _ element: ElementLayout, _ from: Int, _ to: Int) {
    let column = WrittenSegmentsTests.marks
    let value = store.session.mutableElement(row, column, element, at: from).loadUnaligned(as: Int64.self)
    store.session.removeElements(row, column, element, from..<from + 1)
    store.session.insertElements(row, column, element, at: to, count: 1).storeBytes(of: value, as: Int64.self)
  }

  private func values() throws -> [Int64] {
    let elements = try elements(WrittenSegmentsTests.marks)
    return (0..<elements.count).map { elements.place($0).cell.loadUnaligned(as: Int64.self) }
  }

  @Test("a changed element is one segment and the directory; the other segments keep their numbers", arguments: [0, 1, 5, 9])
  func changed(_ segment: Int) throws {
    let index = segment * WrittenSegmentsTests.full + 7
    let done = try commit { row, element in
      store.session.mutableElement(row, WrittenSegmentsTests.marks, element, at: index).storeBytes(of: -1, as: Int64.self)
    }
    #expect((done.stored, done.removed) == (2, 2))
    #expect(done.after.count == 10)
    for place in 0..<10 { #expect((done.before[place] == done.after[place]) == (place != segment), "segment \(place)") }
    #expect(try values()[index] == -1)
  }

  @Test("a move inside of a segment writes this segment, and a move into a full one splits it", arguments: [(100, 900), (900, 100)])
  func moved(_ from: Int, _ to: Int) throws {
    var expected = try values()
    let inside = try commit { row, element in move(row, element, 3 * WrittenSegmentsTests.full + from, 3 * WrittenSegmentsTests.full + to) }
    #expect((inside.stored, inside.removed) == (2, 2))
    expected.insert(expected.remove(at: 3 * WrittenSegmentsTests.full + from), at: 3 * WrittenSegmentsTests.full + to)
    #expect(try values() == expected)
    let (start, end) = from < to ? (1, 8) : (8, 1)
    let (source, target) = (start * WrittenSegmentsTests.full + from, end * WrittenSegmentsTests.full + to)
    let across = try commit { row, element in move(row, element, source, target) }
    #expect((across.stored, across.removed) == (4, 3))
    #expect(across.after.count == 11)
    #expect(Set(across.after).intersection(across.before).count == 8)
    expected.insert(expected.remove(at: source), at: target)
    #expect(try values() == expected)
  }

  @Test("a segment that grows over is halved, and a half that becomes small is merged with its neighbor, while others stay")
  func splitAndMerged() throws {
    let (column, full) = (WrittenSegmentsTests.marks, WrittenSegmentsTests.full)
    let split = try commit { row, element in
      store.session.insertElements(row, column, element, at: 4 * full + 10, count: 1).storeBytes(of: -1, as: Int64.self)
    }
    #expect((split.stored, split.removed) == (3, 2))
    #expect(split.after.count == 11)
    let kept = try commit { row, element in store.session.removeElements(row, column, element, 4 * full..<4 * full + 200) }
    #expect((kept.stored, kept.removed) == (2, 2))
    let merged = try commit { row, element in store.session.removeElements(row, column, element, 4 * full..<4 * full + 200) }
    #expect((merged.stored, merged.removed) == (2, 3))
    #expect(merged.after.count == 10)
    #expect(Set(merged.after).intersection(split.before).count == 9)
    #expect(try values() == Array(0..<Int64(4 * full)) + Array(Int64(4 * full + 399)..<Int64(10 * full)))
    try StructureWalk.check(folder.file("store"))
  }

  @Test("a commit reads no neighbor of a changed segment that is too large to be merged with it")
  func neighborsRead() throws {
    try store.session.beginWrite()
    let column = WrittenSegmentsTests.marks
    let row = try writable()
    store.session.mutableElement(row, column, try marksElement, at: 5000).storeBytes(of: -1, as: Int64.self)
    let buffer = try #require(store.session.segmentBuffer(Slot(at: row.base + row.columns[column].offset + row.slot * Slot.size)))
    buffer.compact()
    #expect(buffer.segments.filter { $0.start != nil }.count == 1)
    store.session.cancelWrite()
  }

  @Test("a stored segment has the size of its elements and of its text, and after random changes no pair is left that is to be merged")
  func sizes() throws {
    let seed = seed()
    print("written segments: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let element = try #require(store.columns(person)[WrittenSegmentsTests.tags].element)
    for round in 0..<12 {
      try store.session.beginWrite()
      let row = try writable()
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let count = try elements(WrittenSegmentsTests.tags).count
        if count > 0, random.once(in: 3) {
          let start = Int.random(in: 0..<count, using: &random)
          let end = min(count, start + Int.random(in: 1...300, using: &random))
          store.session.removeElements(row, WrittenSegmentsTests.tags, element, start..<end)
        } else {
          let added = Int.random(in: 1...200, using: &random)
          let index = Int.random(in: 0...count, using: &random)
          var place = store.session.insertElements(row, WrittenSegmentsTests.tags, element, at: index, count: added)
          for _ in 0..<added {
            let text = random.bytes(Int.random(in: 0...60, using: &random), of: [65, 66])
            text.withUnsafeBytes { store.session.makeSlot($0).store(at: place) }
            place += element.width
          }
        }
      }
      let slot = Slot(at: row.base + row.columns[WrittenSegmentsTests.tags].offset + row.slot * Slot.size)
      if let buffer = store.session.segmentBuffer(slot) {
        buffer.compact()
        buffer._checkInvariants()
        try expectCompact(buffer, round)
      }
      try store.session.commitWrite(sync: false)
      try expectExactValues(store, "round \(round)")
    }
  }

  private func expectCompact(_ buffer: SegmentBuffer, _ round: Int) throws {
    let quarter = StoredSegment.limit / 4
    let sizes = buffer.segments.indices.map { segment in
      let (start, _) = buffer.resolved(segment)
      let elements = UnsafeRawBufferPointer(start: start, count: buffer.segments[segment].count * buffer.width)
      return elements.count + StoredSegment.textSize(elements, buffer.element)
    }
    #expect(sizes == buffer.segments.indices.map(buffer.size), "round \(round)")
    for segment in buffer.segments.indices.dropLast() where buffer.segments[segment].isOwn || buffer.segments[segment + 1].isOwn {
      let isSmall = min(sizes[segment], sizes[segment + 1]) < quarter
      #expect(!isSmall || sizes[segment] + sizes[segment + 1] > quarter * 3, "segment \(segment) of round \(round)")
    }
  }
}
