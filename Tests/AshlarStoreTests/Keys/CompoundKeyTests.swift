import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Primary keys of several columns in the store")
struct CompoundKeyTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
  }

  private func open(_ key: [String] = SeatStore.parts) throws -> SeatStore { try SeatStore(EnvironmentRegistry.open(path: path), key) }

  private let seat = Seat(area: UUID(), row: 3, code: "A")

  @Test("a row is found by all parts: in its write, afterwards, in another session, and in a file that is opened again")
  func found() throws {
    do {
      let seats = try open()
      let other = try open()
      try seats.session.beginWrite()
      let row = try #require(try seats.insert(seat))
      #expect(try seats.find(seat) == row)
      #expect(try seats.insert(seat) == nil)
      #expect(try other.find(seat) == nil)
      try seats.session.commitWrite(sync: false)
      #expect(try seats.find(seat) == row)
      try other.session.advance()
      #expect(try other.find(seat) == row)
      // Each part counts.
      #expect(try other.find(Seat(area: UUID(), row: 3, code: "A")) == nil)
      #expect(try other.find(Seat(area: seat.area, row: 4, code: "A")) == nil)
      #expect(try other.find(Seat(area: seat.area, row: 3, code: "a")) == nil)
      #expect(try seats.store.contradictions() == [])
    }
    try folder.closeIdleFiles()
    let inspection = try FileInspection.read(path, checksums: true)
    #expect(inspection.features.map(\.name) == Sealing.features(["keys"]))
    #expect(try open().find(seat) == 0)
  }

  @Test("a key is free again when its row has been deleted, in the same write and in another, and when its write is cancelled")
  func freed() throws {
    let seats = try open()
    try seats.session.beginWrite()
    try seats.insert(seat)
    seats.session.cancelWrite()
    #expect(try seats.find(seat) == nil)
    try seats.write {
      let row = try #require(try seats.insert(seat))
      try seats.session.delete(0, row)
      #expect(try seats.find(seat) == nil)
      try seats.insert(seat)
    }
    let row = try #require(try seats.find(seat))
    try seats.write {
      try seats.session.delete(0, row)
      #expect(try seats.find(seat) == nil)
      let next = try #require(try seats.insert(seat))
      #expect(next != row)
    }
    try seats.write { try seats.session.delete(0, try #require(try seats.find(seat))) }
    #expect(try seats.find(seat) == nil)
    #expect(try seats.store.contradictions() == [])
    _ = try FileInspection.read(path, checksums: true)
  }

  private func rows(_ pairs: [[Seat]], in seats: SeatStore) throws -> [[Int64?]] {
    var rows: [[Int64?]] = []
    for pair in pairs { rows.append([try seats.find(pair[0]), try seats.find(pair[1])]) }
    return rows
  }

  @Test("keys with the same hash are different if a part differs")
  func collisions() throws {
    let seats = try open()
    let pairs = (0..<3 as Range<Int64>).map { row in
      [Seat(area: EqualHashes.first, row: row, code: "x"), Seat(area: EqualHashes.second, row: row, code: "x")]
    }
    for pair in pairs { #expect(seats.hash(pair[0]) == seats.hash(pair[1])) }
    #expect(seats.hash(pairs[0][0]) != seats.hash(pairs[1][0]))
    #expect(seats.hash(seat) >> 63 == 1)

    // Both in one write, one after the other, and only one.
    try seats.write {
      try seats.insert(pairs[0][0])
      #expect(try seats.find(pairs[0][1]) == nil)
      try seats.insert(pairs[0][1])
      #expect(try seats.find(pairs[0][0]) == 0)
      #expect(try seats.find(pairs[0][1]) == 1)
      try seats.insert(pairs[1][0])
    }
    try seats.session.beginWrite()
    // The guess for the hash leads to the other row.
    #expect(try seats.find(pairs[1][0]) == 2)
    #expect(try seats.find(pairs[1][1]) == nil)
    #expect(try seats.insert(pairs[1][1]) == 3)
    #expect(try seats.insert(pairs[2][1]) == 4)
    try seats.session.commitWrite(sync: false)
    for _ in 0..<2 { #expect(try rows(pairs, in: seats) == [[0, 1], [2, 3], [nil, 4]]) }
    try seats.write {
      try seats.session.delete(0, 0)
      try seats.session.delete(0, 3)
    }
    #expect(try rows(pairs, in: seats) == [[nil, 1], [2, nil], [nil, 4]])
    #expect(try seats.store.contradictions() == [])
    try folder.closeIdleFiles()
    _ = try FileInspection.read(path, checksums: true)
    let again = try open()
    #expect(try rows(pairs, in: again) == [[nil, 1], [2, nil], [nil, 4]])
  }

  @Test("the encodings of adjacent parts cannot be confused, whatever bytes they contain")
  func boundaries() throws {
    let seats = try SeatStore(EnvironmentRegistry.openInMemory(identifier: UUID().uuidString), ["code", "row"])
    let long = String(repeating: "a long code ", count: 100)
    let codes = ["", "\0", "\0\0", "a", "a\0", "a\0b", "\u{1}", "a\u{1}", "ÿ", "e\u{301}", "é", long, long + "x", long + "\0"]
    let all = codes.flatMap { code in [Int64.min, -1, 0, 1, 256, .max].map { Seat(area: seat.area, row: $0, code: code) } }
    try seats.write { for seat in all { try seats.insert(seat) } }
    for (index, seat) in all.enumerated() { #expect(try seats.find(seat) == Int64(index)) }
    #expect(Set(all.map { seats.hash($0) }).count == all.count)
    #expect(try seats.find(Seat(area: seat.area, row: 2, code: "a")) == nil)
    #expect(try seats.find(Seat(area: seat.area, row: 0, code: String(long.dropLast()))) == nil)
    try seats.write { for row in stride(from: 0, to: Int64(all.count), by: 2) { try seats.session.delete(0, row) } }
    for (index, seat) in all.enumerated() { #expect(try seats.find(seat) == (index % 2 == 0 ? nil : Int64(index))) }
    #expect(try seats.store.contradictions() == [])
  }

  @Test("the order of the key's properties determines the hash")
  func order() throws {
    let first = try SeatStore(EnvironmentRegistry.openInMemory(identifier: UUID().uuidString), ["row", "code"])
    let second = try SeatStore(EnvironmentRegistry.openInMemory(identifier: UUID().uuidString), ["code", "row"])
    #expect(first.hash(seat) != second.hash(seat))
  }

  @Test("parts may have every type that keys allow: rows are found by values that are encoded alike")
  func types() throws {
    let types: [(name: String, type: ValueType, cell: CellValue)] = [
      ("a", .int8, .bytes([0xFE])), ("b", .int16, .bytes([0, 0x80])), ("c", .int32, .bytes([0xFF, 0xFF, 0xFF, 0x7F])),
      ("d", .int64, .int(.min)), ("e", .bool, .bytes([1])),
      ("f", .date, .bytes(withUnsafeBytes(of: Int64(5)) { Array($0) } + withUnsafeBytes(of: Int32(7)) { Array($0) })),
      ("g", .objectId, .bytes(Array(1...12))), ("h", .string, .text("h")),
    ]
    var entity = EntityModel(name: "Row", properties: types.map { PropertyModel(name: $0.name, type: $0.type) })
    entity.rules = [.primaryKey(types.map(\.name))]
    let store = try SampleStore(
      EnvironmentRegistry.openInMemory(identifier: UUID().uuidString), model: SchemaModel(name: "Types", version: 1, entities: [entity]),
      ordinals: ["Row": 0])
    var encoder = KeyEncoder()
    encoder.append(Int64(-2))
    encoder.append(Int64(Int16.min))
    encoder.append(Int64(Int32.max))
    encoder.append(Int64.min)
    encoder.append(true)
    encoder.append(seconds: 5, nanoseconds: 7)
    Array(UInt8(1)...12).withUnsafeBytes { encoder.append(id: $0) }
    Array("h".utf8).withUnsafeBytes { encoder.append(text: $0) }
    func find() throws -> Int64? {
      try encoder.bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) throws -> Int64? in
        try store.session.find(0, KeyProbe(.parts(bytes)))?.key
      }
    }
    try store.session.beginWrite()
    let made = try encoder.bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) throws -> (row: RowAccess, isNew: Bool) in
      try store.session.insert(0, withKey: KeyProbe(.parts(bytes)))
    }
    for (column, (_, _, cell)) in types.enumerated() { try store.set(0, made.row.key, column, cell) }
    #expect(try find() == 0)
    try store.session.commitWrite(sync: false)
    #expect(try find() == 0)
    #expect(
      try store.session.keyText(0, 0)
        == "[-2, -32768, 2147483647, -9223372036854775808, true, 1970-01-01T00:00:05.000000007Z, 0102030405060708090a0b0c, \"h\"]")
    #expect(try store.contradictions() == [])
  }

  @Test("the text of a key quotes its texts, so that different keys have different texts")
  func texts() throws {
    let seats = try SeatStore(EnvironmentRegistry.openInMemory(identifier: UUID().uuidString), ["row", "code"])
    try seats.write { for code in ["A", "a\"b\\", ""] { try seats.insert(Seat(area: seat.area, row: 1, code: code)) } }
    let texts = ["[1, \"A\"]", "[1, \"a\\\"b\\\\\"]", "[1, \"\"]"]
    for (row, text) in texts.enumerated() { #expect(try seats.session.keyText(0, Int64(row)) == text) }
  }

  @Test("a file whose index of keys lacks a row is damaged")
  func missing() throws {
    let seats = try open()
    try seats.write { try seats.insert(seat) }
    let catalog = try #require(try Catalog.read(seats.session.engine))
    let counters = seats.session.counters
    var count = IndexCount(catalog)
    #expect(count.fault(catalog, counters) == "table 'Seat' has 1 rows, and its index of primary keys 0")
    let entry = KeyEntries.entry(1, 0)
    withUnsafeBytes(of: entry) { count.addKeys($0) }
    #expect(count.fault(catalog, counters) == nil)
  }

  @Test("a table with one key column has plain keys, and a file without keys of several columns has no feature")
  func oneColumn() throws {
    let seats = try open(["row"])
    #expect(seats.session.views[0].hasPlainKeys)
    #expect(seats.session.views[0].keyColumn == 1)
    #expect(seats.session.table(0)?.compoundKey == nil)
    try seats.write { for row in 0..<10 as Range<Int64> { try seats.insert(Seat(area: seat.area, row: row, code: "x")) } }
    #expect(try seats.find(Seat(area: UUID(), row: 7, code: "y")) == 7)
    #expect(try FileInspection.read(path, checksums: true).features.map(\.name) == Sealing.features([]))
  }
}
