import AshlarSchema
import Foundation
import StoreFixtures
import Testing

@testable import AshlarStore

/// A seat: the parts that keys consist of, and a number that is in no key.
struct Seat: Hashable {
  var area: UUID
  var row: Int64
  var code: String
  var note: Int64 = 0
}

/// A store of seats, whose primary key consists of any of their parts in any order.
final class SeatStore {
  let store: SampleStore
  let key: [String]

  var session: StoreSession { store.session }

  static let parts = ["area", "row", "code"]

  /// - Parameter key: The names of the key's properties; empty for seats without a key.
  static func model(_ key: [String] = parts, version: UInt64 = 1, _ change: (inout EntityModel) -> Void = { _ in }) -> SchemaModel {
    var seat = EntityModel(
      name: "Seat",
      properties: [
        PropertyModel(name: "area", type: .uuid), PropertyModel(name: "row", type: .int), PropertyModel(name: "code", type: .string),
        PropertyModel(name: "note", type: .int),
      ])
    for column in seat.properties.indices where key == [seat.properties[column].name] {
      (seat.properties[column].isPrimaryKey, seat.properties[column].isIndexed) = (true, true)
    }
    if key.count > 1 { seat.rules = [.primaryKey(key)] }
    change(&seat)
    return SchemaModel(name: "Seats", version: version, entities: [seat])
  }

  static let ordinals = ["Seat": 0]

  convenience init(
    _ engine: any StorageEngine, _ key: [String] = parts, version: UInt64 = 1, with code: (any MigrationCode)? = nil,
    _ change: (inout EntityModel) -> Void = { _ in }
  ) throws {
    self.init(
      try SampleStore(engine, model: SeatStore.model(key, version: version, change), ordinals: SeatStore.ordinals, with: code), key)
  }

  init(_ store: SampleStore, _ key: [String]) {
    self.store = store
    self.key = key
  }

  /// Calls `body` with the key of a seat, encoded from its values.
  func withProbe<Result>(_ seat: Seat, _ body: (KeyProbe) throws -> Result) rethrows -> Result {
    if key == ["row"] { return try body(KeyProbe(.int(seat.row))) }
    var encoder = KeyEncoder()
    for name in key {
      switch name {
      case "area": withUnsafeBytes(of: seat.area.uuid) { encoder.append(id: $0) }
      case "row": encoder.append(seat.row)
      case "code": Array(seat.code.utf8).withUnsafeBytes { encoder.append(text: $0) }
      default: Issue.record("there is no part '\(name)'")
      }
    }
    return try encoder.bytes.withUnsafeBytes { try body(KeyProbe(.parts($0))) }
  }

  /// The row with the key of a seat.
  func find(_ seat: Seat) throws -> Int64? {
    try withProbe(seat) { (probe: KeyProbe) throws -> Int64? in try session.find(0, probe)?.key }
  }

  func hash(_ seat: Seat) -> UInt64 { withProbe(seat) { $0.hash(table: session.table(0)?.id ?? 0) } }

  /// Inserts a seat. Returns its row; nil if a row has its key already.
  @discardableResult
  func insert(_ seat: Seat) throws -> Int64? {
    let made: (row: RowAccess, isNew: Bool) =
      if key.isEmpty {
        (try session.insert(0), true)
      } else {
        try withProbe(seat) { (probe: KeyProbe) throws -> (row: RowAccess, isNew: Bool) in try session.insert(0, withKey: probe) }
      }
    guard made.isNew else { return nil }
    let cells: [CellValue] = [
      .bytes(withUnsafeBytes(of: seat.area.uuid) { Array($0) }), .int(seat.row), .text(seat.code), .int(seat.note),
    ]
    for (column, cell) in cells.enumerated() { try store.set(0, made.row.key, column, cell) }
    return made.row.key
  }

  /// The seats by their rows.
  func seats() throws -> [Int64: Seat] {
    try store.rows(0).mapValues { cells in
      guard case .bytes(let area) = cells[0], case .bytes(let code) = cells[2] else { return Seat(area: UUID(), row: -1, code: "") }
      return Seat(
        area: UUID(uuid: area.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }), row: cells[1].integer ?? -1,
        code: String(decoding: code, as: UTF8.self), note: cells[3].integer ?? -1)
    }
  }

  /// Runs a write and commits it.
  func write(_ body: () throws -> Void) throws {
    try session.beginWrite()
    try body()
    try session.commitWrite(sync: false)
  }
}

/// Two UUIDs after which FNV-1a has one state if the byte 1 precedes them, so that keys that begin with them have one hash if their other
/// parts are equal.
enum EqualHashes {
  static let first = uuid(0x9F41_F25B_CBE8_ECC2, 0xF507_A7B3_C70D_F050)
  static let second = uuid(0x944F_9071_D698_B55D, 0x1F19_EF5F_C4F4_EA52)

  private static func uuid(_ high: UInt64, _ low: UInt64) -> UUID {
    UUID(uuid: withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { $0.loadUnaligned(as: uuid_t.self) })
  }
}
