import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

/// Migration code that changes seats by a closure.
private final class SeatCode: MigrationCode {
  private let body: (SampleStore, CatalogMigration) throws -> Void
  private var stores: (before: SampleStore, after: SampleStore)?

  init(_ body: @escaping (SampleStore, CatalogMigration) throws -> Void) { self.body = body }

  var reach: CodeReach { .everything }

  func sessions(before: MigrationSide, after: MigrationSide) throws -> (before: StoreSession, after: StoreSession) {
    let made = (
      before: try SampleStore(before.engine, before.tables, [:]), after: try SampleStore(after.engine, after.tables, SeatStore.ordinals)
    )
    stores = made
    return (made.before.session, made.after.session)
  }

  func run(_ migration: CatalogMigration) throws {
    if let after = stores?.after { try body(after, migration) }
  }

  func end() { stores = nil }
}

@Suite("Primary keys of several columns and existing files")
struct CompoundKeyMigrationTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
  }

  private func open(
    _ key: [String], version: UInt64, with code: (any MigrationCode)? = nil, _ change: (inout EntityModel) -> Void = { _ in }
  ) throws -> SeatStore { try SeatStore(EnvironmentRegistry.open(path: path), key, version: version, with: code, change) }

  private func forecast(_ key: [String], version: UInt64) throws -> MigrationForecast {
    let wanted = WantedSchema(
      SeatStore.model(key, version: version), ordinals: SeatStore.ordinals, unlisted: UnlistedOrdinals(from: 1).ordinal)
    return try MigrationForecast(EnvironmentRegistry.open(path: path), to: wanted, version: version, reach: .nothing, steps: [])
  }

  // Seats whose parts are distinct, so that each of them, and all of them, can be the key.
  private func fill(_ key: [String], _ count: Int64 = 600) throws -> [Seat] {
    let seats = (0..<count).map { Seat(area: UUID(), row: $0 * 3, code: "code \($0)", note: $0) }
    let store = try open(key, version: 1)
    try store.write { for seat in seats { try store.insert(seat) } }
    return seats
  }

  private func check(_ store: SeatStore, _ seats: [Seat]) throws {
    if !store.key.isEmpty { for (row, seat) in seats.enumerated() { #expect(try store.find(seat) == Int64(row)) } }
    #expect(try store.seats() == Dictionary(uniqueKeysWithValues: seats.enumerated().map { (Int64($0), $1) }))
    #expect(try store.store.contradictions() == [])
    // Also compares the number of keys with the number of rows.
    _ = try FileInspection.read(path, checksums: true)
  }

  private static let keys: [[String]] = [[], ["row"], ["area", "row", "code"], ["code", "row"], ["row", "code"]]

  @Test(
    "a key that is added, changed or removed needs a higher version; rows are then found only by the new key",
    arguments: keys, keys)
  func changed(from old: [String], to new: [String]) throws {
    if old == new { return }
    let seats = try fill(old)
    let error = #expect(throws: CatalogError.self) { try open(new, version: 1) }
    guard case .schemaMismatch(_, let differences)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!differences.isEmpty)
    let plan = try forecast(new, version: 2)
    #expect(!plan.fails)
    #expect(plan.lines.contains { $0.work == .scan && $0.rows == seats.count } == !new.isEmpty)
    do {
      let store = try open(new, version: 2)
      try check(store, seats)
      // Rows that are inserted and deleted under the new key.
      try store.write {
        try store.session.delete(0, 5)
        try store.insert(seats[5])
      }
      if !new.isEmpty { #expect(try store.find(seats[5]) == Int64(seats.count)) }
    }
    try folder.closeIdleFiles()
    let features = try FileInspection.read(path, checksums: true).features.map(\.name)
    #expect(features == Sealing.features(old.count > 1 || new.count > 1 ? ["keys"] : []))
    #expect(try open(new, version: 2).store.contradictions() == [])
  }

  @Test("if rows have the same key, opening fails with the key and the rows, and the file is unchanged")
  func duplicates() throws {
    let area = UUID()
    let values: [(row: Int64, code: String)] = [(1, "a"), (1, "b"), (2, "a"), (1, "b"), (1, "b")]
    let seats = values.map { Seat(area: area, row: $0.row, code: $0.code) }
    do {
      let store = try open([], version: 1)
      try store.write { for seat in seats { try store.insert(seat) } }
    }
    let expected = CatalogError.duplicateKeys(
      path: path, type: "Seat", properties: ["row", "code"], key: "[1, \"b\"]", rows: [1, 3], more: 1)
    #expect(try forecast(["row", "code"], version: 2).lines.compactMap(\.failure) == [expected.description])
    #expect(throws: expected) { try open(["row", "code"], version: 2) }
    #expect(
      expected.description
        == "'\(path)' cannot be converted: 'Seat.row', 'code' are the primary key, and rows 1 and 3 would both have [1, \"b\"]; 1 more row "
        + "repeats a key. Change or delete one of them first, or call 'resolveDuplicates' in the migration. The file was left as it was.")
    try folder.closeIdleFiles()
    #expect(try FileInspection.schema(path).version == 1)
    #expect(try FileInspection.read(path, checksums: true).features.map(\.name) == Sealing.features([]))
    try check(open([], version: 1), seats)

    // Code that changes one part makes the keys distinct; the other rows with equal keys are named by `rowsWithEqualKeys`.
    let code = SeatCode { store, migration in
      #expect(try migration.rowsWithEqualKeys(0) == [[1, 3, 4]])
      try store.set(0, 3, 2, .text("c"))
      try store.session.delete(0, 4)
      #expect(try migration.rowsWithEqualKeys(0) == [])
    }
    let store = try open(["row", "code"], version: 2, with: code)
    #expect(try store.find(Seat(area: area, row: 1, code: "b")) == 1)
    #expect(try store.find(Seat(area: area, row: 1, code: "c")) == 3)
    #expect(try store.store.contradictions() == [])
    _ = try FileInspection.read(path, checksums: true)
  }

  @Test("keys with the same hash are different if a part differs")
  func collisions() throws {
    let seats = [EqualHashes.first, EqualHashes.second].map { Seat(area: $0, row: 1, code: "a") }
    do {
      let store = try open([], version: 1)
      try store.write { for seat in seats { try store.insert(seat) } }
    }
    try check(open(SeatStore.parts, version: 2), seats)
    try check(open(["area", "code"], version: 3), seats)
    try check(open([], version: 4), seats)
  }

  @Test("code that changes the parts of a key updates the index, and must not make two keys equal")
  func touched() throws {
    let key = ["row", "code"]
    let seats = try fill(key, 40)
    func add(_ version: Int) -> (inout EntityModel) -> Void {
      { seat in for number in 2...version { seat.properties.append(PropertyModel(name: "more\(number)", type: .int)) } }
    }
    let equal: (SampleStore, CatalogMigration) throws -> Void = { store, _ in
      try store.set(0, 3, 1, .int(12))
      try store.set(0, 3, 2, .text("code 4"))
    }
    #expect(
      throws: CatalogError.duplicateKeys(
        path: path, type: "Seat", properties: key, key: "[12, \"code 4\"]", rows: [3, 4], more: 0)
    ) { try open(key, version: 2, with: SeatCode(equal), add(2)) }
    // Two rows exchange their keys, one gets a new one, one is deleted, and one is inserted.
    let moved = SeatCode { store, _ in
      for (row, other) in [(7, 8), (8, 7)] {
        try store.set(0, Int64(row), 1, .int(seats[other].row))
        try store.set(0, Int64(row), 2, .text(seats[other].code))
      }
      try store.set(0, 9, 2, .text("new"))
      try store.session.delete(0, 10)
    }
    let store = try open(key, version: 3, with: moved, add(3))
    #expect(try store.find(seats[7]) == 8)
    #expect(try store.find(seats[8]) == 7)
    #expect(try store.find(seats[9]) == nil)
    #expect(try store.find(Seat(area: UUID(), row: seats[9].row, code: "new")) == 9)
    #expect(try store.find(seats[10]) == nil)
    #expect(try store.find(seats[11]) == 11)
    #expect(try store.store.contradictions() == [])
    _ = try FileInspection.read(path, checksums: true)
  }

  @Test("a part whose integers are widened or narrowed keeps its key")
  func widths() throws {
    let key = ["row", "code"]
    let seats = try fill(key, 20)
    do {
      let narrow = try open(key, version: 2) { $0.properties[1].type = .int16 }
      for (row, seat) in seats.enumerated() { #expect(try narrow.find(seat) == Int64(row)) }
      #expect(try narrow.store.contradictions() == [])
      try narrow.write { try narrow.session.delete(0, 0) }
      #expect(try narrow.find(seats[0]) == nil)
    }
    let wide = try open(key, version: 3)
    for (row, seat) in seats.enumerated().dropFirst() { #expect(try wide.find(seat) == Int64(row)) }
    #expect(try wide.store.contradictions() == [])
    _ = try FileInspection.read(path, checksums: true)
  }

  @Test("renamed parts keep their key")
  func renamed() throws {
    let seats = try fill(["row", "code"], 20)
    let store = try open([], version: 2) { seat in
      (seat.properties[1].name, seat.properties[1].storedName, seat.properties[1].was) = ("line", "line", ["row"])
      seat.rules = [.primaryKey(["line", "code"])]
    }
    #expect(try store.seats() == Dictionary(uniqueKeysWithValues: seats.enumerated().map { (Int64($0), $1) }))
    #expect(try store.store.contradictions() == [])
    _ = try FileInspection.read(path, checksums: true)
  }

  @Test(
    "a session that was open while another process changed the key stays at its version",
    arguments: [["code", "row"], ["area", "row", "code"], ["row"], []])
  func changedElsewhere(key: [String]) throws {
    let seats = try fill(["row", "code"], 20)
    let old = try open(["row", "code"], version: 1)
    let version = old.session.version
    // As another process would that does not see the marks of this one.
    let engine = old.session.engine
    let wanted = SeatStore.model(key, version: 2)
    let after = try #require(try Catalog.read(engine)).evolved(to: wanted.storedForm, filling: wanted, version: 2, path: path).catalog
    try engine.lockForWriting()
    try engine.commit(sync: false) { try after.write(to: $0) }
    engine.unlockForWriting()
    #expect(try !old.session.advance())
    #expect(old.session.version == version)
    #expect(throws: CatalogError.changedElsewhere(path: path, version: 2)) { try old.session.beginWrite() }
    for (row, seat) in seats.enumerated() { #expect(try old.find(seat) == Int64(row)) }
  }

  @Test("two sessions with one key write alternately")
  func twoSessions() throws {
    let key = ["row", "code"]
    _ = try fill(key, 2)
    let (first, second) = (try open(key, version: 1), try open(key, version: 1))
    let seat = Seat(area: UUID(), row: 100, code: "x")
    try first.session.beginWrite()
    #expect(try first.insert(seat) == 2)
    try first.session.commitWrite(sync: false)
    try second.session.beginWrite()
    #expect(try second.insert(seat) == nil)
    try second.session.delete(0, 2)
    try second.session.commitWrite(sync: false)
    try first.session.beginWrite()
    #expect(try first.find(seat) == nil)
    #expect(try first.insert(seat) == 3)
    try first.session.commitWrite(sync: false)
    try second.session.advance()
    #expect(try second.find(seat) == 3)
  }

  @Test("a read-only file with another key is refused, because its index contains the hashes of that key")
  func readOnly() throws {
    let seats = try fill(["row", "code"], 3)
    let engine = try EnvironmentRegistry.open(path: path)
    func tables(_ key: [String]) throws -> [TableDefinition?] {
      let wanted = WantedSchema(SeatStore.model(key), ordinals: SeatStore.ordinals, unlisted: UnlistedOrdinals(from: 1).ordinal)
      return try Catalog.openReadOnly(engine, wanted, version: 1)
    }
    for key in [[], ["row"], ["code", "row"], SeatStore.parts] {
      #expect(throws: CatalogError.self, "\(key)") { try tables(key) }
    }
    let store = SeatStore(try SampleStore(engine, try tables(["row", "code"]), SeatStore.ordinals), ["row", "code"])
    try check(store, seats)
  }
}
