import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Indexes and unique rules of several columns of existing files", .blocking)
struct TupleMigrationTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
  }

  private func verify(_ rows: TupleStore) throws {
    #expect(try rows.faults() == [])
    _ = try FileInspection.read(path, checksums: true)
  }

  private func place(_ row: Int64) -> StoredViolation.Place { StoredViolation.Place(type: "Row", row: row, key: "\(100 + row)") }

  @Test(
    "if rows break a rule, opening fails with two of them, and the file is unchanged",
    arguments: [[], [.index(["kind", "name"])]]
      as [[EntityRule]])
  func broken(before: [EntityRule]) throws {
    let rule = EntityRule.unique("kind", "name")
    do {
      let rows = try TupleStore(path, before)
      try rows.write {
        for id in 100..<1100 as Range<Int64> {
          try rows.insert(id, ["kind": .int(id / 10), "name": id % 10 < 5 ? .null : .text("\(id % 10)")])
        }
        for row in [7, 18, 29] as [Int64] {
          try rows.set(row, "kind", .int(5))
          try rows.set(row, "name", .text("same"))
        }
      }
    }
    try folder.closeIdleFiles()
    let error = CatalogError.ruleBroken(
      path: path, StoredViolation(rule, values: ["5", "\"same\""], object: place(18), holder: place(7)), more: 1)
    #expect(throws: error) { try TupleStore(path, [rule], version: 2) }
    try folder.closeIdleFiles()
    #expect(try FileInspection.schema(path).version == 1)
    #expect(try FileInspection.read(path, checksums: true).features.map(\.name) == Sealing.features(before.isEmpty ? [] : ["indexes"]))
    let needed = try MigrationForecast(
      try EnvironmentRegistry.open(path: path),
      to: WantedSchema(TupleStore.model([rule], version: 2), ordinals: ["Row": 0], unlisted: UnlistedOrdinals(from: 1).ordinal), version: 2,
      reach: .nothing, steps: [])
    #expect(needed.lines.compactMap(\.failure) == [error.description])
    #expect(needed.lines.contains { $0.work == .index && $0.text == "The index over 'Row.kind', 'name' is built." && $0.rows == 1000 })
    do {
      let rows = try TupleStore(path, before)
      try rows.write { for row in [18, 29] as [Int64] { try rows.set(row, "kind", .int(row)) } }
    }
    let rows = try TupleStore(path, [rule], version: 2)
    try verify(rows)
    #expect(try rows.conflicts { try rows.insert(2000, ["kind": .int(5), "name": .text("same")]) } == [[1000, 7]])
  }

  @Test("a rule that a higher version lacks is removed with its index, unless the index was declared, and no number is reused")
  func removed() throws {
    do {
      let rows = try TupleStore(path, [.unique("kind", "name"), .unique("name", whenNil: "gone"), .index(["kind", "name"])])
      #expect(rows.session.tupleIndexes(0).map(\.number) == [0x8000, 0x8001])
      try rows.write { for id in 0..<10 as Range<Int64> { try rows.insert(id, ["kind": .int(id), "name": .text("\(id)")]) } }
    }
    do {
      let rows = try TupleStore(path, [], version: 2)
      #expect(rows.session.tupleIndexes(0).count == 1)
      #expect(rows.session.tupleIndexes(0)[0].unique == [])
      try rows.write { for id in 10..<12 as Range<Int64> { try rows.insert(id, ["kind": .int(1), "name": .text("1")]) } }
      try verify(rows)
    }
    do {
      let rows = try TupleStore(path, [.index(["gone", "name"])], version: 2)
      #expect(rows.session.tupleIndexes(0).map(\.number).max() == 0x8002)
      try verify(rows)
    }
    do {
      // The index of a column that is removed goes with it.
      let rows = try TupleStore(path, [], version: 3) { $0.properties.removeAll { $0.name == "name" } }
      #expect(rows.session.tupleIndexes(0) == [])
      try verify(rows)
    }
    let rows = try TupleStore(path, [.index(["kind", "flag"])], version: 4)
    #expect(rows.session.tupleIndexes(0).map(\.number) == [0x8003])
    try verify(rows)
  }

  @Test("a narrower rule is checked again, and a wider one is not")
  func narrowed() throws {
    do {
      let rows = try TupleStore(path, [.unique("kind", "name")])
      try rows.write { for id in 100..<102 as Range<Int64> { try rows.insert(id, ["kind": .int(1)]) } }
    }
    let strict = EntityRule.unique("kind", "name", nilCounts: true)
    #expect(
      throws: CatalogError.ruleBroken(
        path: path, StoredViolation(strict, values: ["1", "nil"], object: place(1), holder: place(0)), more: 0)
    ) { try TupleStore(path, [strict], version: 2) }
    do {
      let rows = try TupleStore(path, [.unique("kind", "name")])
      try rows.write { try rows.set(1, "kind", .int(2)) }
    }
    do { try verify(try TupleStore(path, [strict], version: 2)) }
    let rows = try TupleStore(path, [.unique("kind", "name")], version: 3)
    #expect(rows.session.tupleIndexes(0).map(\.number) == [0x8000])
    try rows.write { try rows.insert(102, ["kind": .int(1)]) }
    try verify(rows)
  }

  @Test("an index is rebuilt when a column becomes required and its nils become zeros")
  func losesNil() throws {
    do {
      let rows = try TupleStore(path, [.unique("kind", "gone")])
      try rows.write {
        for id in 100..<110 as Range<Int64> {
          try rows.insert(id, ["kind": .int(id / 2), "gone": id % 2 == 0 ? .null : .date(id)])
        }
      }
    }
    func required(_ entity: inout EntityModel) {
      for column in entity.properties.indices where entity.properties[column].name == "gone" {
        entity.properties[column].isOptional = false
      }
    }
    do {
      let rows = try TupleStore(path, [.unique("kind", "gone")], version: 2, required)
      #expect(rows.session.tupleIndexes(0).map(\.number) == [0x8000])
      try verify(rows)
      #expect(try rows.conflicts { try rows.insert(110, ["kind": .int(50), "gone": .date(0)]) } == [[10, 0]])
    }
  }

  /// Sets the kind of each row.
  private final class Renumbering: MigrationCode {
    private let kind: (Int64) -> Int64
    private var stores: (before: SampleStore, after: SampleStore)?

    init(_ kind: @escaping (Int64) -> Int64) { self.kind = kind }

    var reach: CodeReach { .everything }

    func sessions(before: MigrationSide, after: MigrationSide) throws -> (before: StoreSession, after: StoreSession) {
      let stores = (
        before: try SampleStore(before.engine, before.tables, [:]), after: try SampleStore(after.engine, after.tables, ["Row": 0])
      )
      self.stores = stores
      return (stores.before.session, stores.after.session)
    }

    func end() { stores = nil }

    func run(_ migration: CatalogMigration) throws {
      guard let after = stores?.after, let column = after.session.table(0)?.entity.columns.firstIndex(where: { $0.name == "kind" }) else {
        return
      }
      for row in try after.session.liveKeys(0).sorted() { try after.set(0, row, column, .int(kind(row))) }
    }
  }

  @Test("values may be equal while code runs, and the rows are checked when it has finished")
  func code() throws {
    let rule = EntityRule.unique("kind", "name")
    do {
      let rows = try TupleStore(path, [rule])
      try rows.write { for id in 100..<110 as Range<Int64> { try rows.insert(id, ["kind": .int(id), "name": .text("n")]) } }
    }
    do { try verify(try TupleStore(path, [rule], version: 2, with: Renumbering { 9 - $0 })) }
    try folder.closeIdleFiles()
    #expect(
      throws: CatalogError.ruleBroken(
        path: path, StoredViolation(rule, values: ["0", "\"n\""], object: place(1), holder: place(0)), more: 3)
    ) { try TupleStore(path, [rule, .index(["name", "kind"])], version: 3, with: Renumbering { $0 < 5 ? 0 : $0 }) }
  }

  @Test("rows with equal values of several columns are found for 'resolveDuplicates'")
  func equalRows() throws {
    let rows = try TupleStore(path, [])
    try rows.write {
      for id in 0..<10 as Range<Int64> {
        let name: CellValue = id == 5 || id == 7 ? .null : .text(id < 4 ? "a" : id < 8 ? "b" : "")
        try rows.insert(id, ["kind": .int(id % 2), "name": name])
      }
    }
    let table = try #require(rows.session.table(0))
    #expect(try EqualRows(table, ["kind", "name"], rows.session)?.find() == [[0, 2], [1, 3], [4, 6]])
    #expect(try EqualRows(table, ["name", "kind"], nilCounts: true, rows.session)?.find() == [[0, 2], [1, 3], [4, 6], [5, 7]])
    #expect(try EqualRows(table, ["parent"], nilCounts: true, rows.session)?.find() == [Array(0..<10)])
    #expect(try EqualRows(table, ["parent"], rows.session)?.find() == [])
  }
}
