import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Values of their own", .blocking)
struct StoredValueTests {
  private let folder: TemporaryFolder
  private let path: String
  private let person = SampleSchema.person

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store")
  }

  private static let sizes = [
    0, 15, 16, 255, 256, 257, 511, 512, 513, 600, 2021, 2022, 2023, 4064, 4080, 4081, 8177, 65_535, 65_536, 1 << 20,
  ]

  private func bytes(_ random: inout SeededGenerator) -> CellValue {
    let index = random.once(in: 8) ? StoredValueTests.sizes.count - 1 : Int.random(in: 0..<StoredValueTests.sizes.count - 1, using: &random)
    let first = UInt8.random(in: 97...122, using: &random)
    return .bytes((0..<StoredValueTests.sizes[index]).map { first &+ UInt8(truncatingIfNeeded: $0 % 7) })
  }

  @Test("values of all lengths come back, also after cancelled writes and reopening, and none is left behind")
  func model() throws {
    let seed = seed()
    print("stored values: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var store = try SampleStore(path: path)
    var people: [Int64: [CellValue]] = [:]
    var nextId: Int64 = 0
    for round in 0..<40 {
      let before = (people, nextId)
      try store.session.beginWrite()
      for _ in 0..<Int.random(in: 1..<8, using: &random) {
        let key = people.keys.sorted().randomElement(using: &random)
        switch (Int.random(in: 0..<6, using: &random), key) {
        case (0...1, _), (_, nil):
          var row = random.person(nextId, people: [], address: nil)
          for column in [2, 3, 4] { row[column] = bytes(&random) }
          row[13] = .list((0..<Int.random(in: 0..<4, using: &random)).map { _ in bytes(&random) })
          nextId += 1
          people[try store.insert(person, row)] = row
        case (2...3, let key?):
          let column = [2, 3, 4].randomElement(using: &random) ?? 2
          let value = random.once(in: 4) ? people[key]?[column] ?? .null : bytes(&random)
          try store.set(person, key, column, value)
          people[key]?[column] = value
        case (4, let key?):
          guard case .list(var tags)? = people[key]?[13] else { continue }
          if random.once(in: 2) { tags.shuffle(using: &random) } else { tags.append(bytes(&random)) }
          try store.set(person, key, 13, .list(tags))
          people[key]?[13] = .list(tags)
        case (_, let key?):
          try store.session.delete(person, key)
          people[key] = nil
        }
      }
      if random.once(in: 3) { #expect(try store.rows(person) == people, "inside write \(round)") }
      if random.once(in: 4) {
        store.session.cancelWrite()
        (people, nextId) = before
      } else {
        try store.session.commitWrite(sync: false)
      }
      if random.once(in: 6) { store = try SampleStore(path: path) }
      #expect(try store.rows(person) == people, "after write \(round)")
      try expectExactValues(store, "after write \(round)")
    }
    try StructureWalk.check(path)
    _ = try FileInspection.read(path, checksums: true)
  }

  private func write(_ store: SampleStore, _ body: () throws -> Void) throws {
    try store.session.beginWrite()
    try body()
    try store.session.commitWrite(sync: false)
  }

  private func text(_ count: Int, _ byte: UInt8 = 97) -> CellValue { .bytes([UInt8](repeating: byte, count: count)) }

  // A file with `count` people whose picture has `size` bytes.
  private func filled(_ count: Int, _ size: Int) throws -> SampleStore {
    let store = try SampleStore(path: path)
    var random = SeededGenerator(seed: 3)
    try write(store) {
      for id in 0..<count {
        var row = random.person(Int64(id), people: [], address: nil)
        for column in [2, 3] { row[column] = text(20) }
        row[4] = text(size, UInt8(id & 0xFF))
        row[13] = .list([])
        try store.insert(person, row)
      }
    }
    return store
  }

  @Test("beside 256 values of 64 KiB a changed integer is a commit of a few pages, and so is a changed value", .usualPages)
  func smallChanges() throws {
    let store = try filled(256, 65_536)
    #expect(try storedValues(store).count == 256)
    #expect(try changedPages(path) { try write(store) { try store.set(person, 77, 1, .int(5)) } } < 10)
    let pages = try changedPages(path) { try write(store) { try store.set(person, 78, 4, text(65_536, 200)) } }
    #expect(pages >= 17 && pages < 28)
    #expect(try changedPages(path) { try write(store) { try store.session.delete(person, 79) } } < 12)
    try expectExactValues(store, "after all")
  }

  @Test("an equal value in the place of a stored one writes nothing", arguments: [20, 5000])
  func equalValues(_ size: Int) throws {
    let store = try filled(100, size)
    let version = store.session.version
    #expect(try changedPages(path) { try write(store) { try store.set(person, 7, 4, text(size, 7)) } } == 0)
    #expect(store.session.version == version)
    #expect(try store.rows(person)[7]?[4] == text(size, 7))
    // Along with something else it costs nothing more.
    try write(store) {
      try store.set(person, 7, 4, text(size, 7))
      try store.set(person, 8, 1, .int(9))
    }
    #expect(try store.rows(person)[7]?[4] == text(size, 7))
    #expect(store.session.counters.nextValue == (size > StoredValues.limit ? 101 : 1))
  }

  @Test("numbers of values are not given out again by later commits, and those of a cancelled write are")
  func numbers() throws {
    let store = try filled(2, 1000)
    try store.session.beginWrite()
    try store.set(person, 0, 4, text(2000))
    store.session.cancelWrite()
    #expect(store.session.counters.nextValue == 3)
    try write(store) { try store.set(person, 1, 4, text(10)) }
    try write(store) { try store.set(person, 0, 4, text(3000)) }
    #expect(try storedValues(store) == [3])
    #expect(try SampleStore(path: path).session.counters.nextValue == 4)
  }

  @Test("readers of an earlier version have the values that it had")
  func earlier() throws {
    let store = try filled(20, 700)
    let reader = try SampleStore(path: path)
    let before = try reader.rows(person)
    try write(store) {
      for key in 0..<20 as Range<Int64> { try store.set(person, key, 4, text(800)) }
      try store.session.delete(person, 3)
    }
    #expect(try reader.rows(person) == before)
    #expect(try reader.session.advance())
    #expect(try reader.rows(person) == store.rows(person))
    #expect(try reader.rows(person).count == 19)
  }
}
