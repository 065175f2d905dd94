import AshlarSchema
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Changes of an open write to an index of several columns", .blocking)
struct TupleChangesTests {
  // The value of an index in the rows of the version that the session sees, computed from the rows.
  private func rows(_ opened: TupleStore, _ index: IndexDefinition, _ value: [UInt8]) throws -> [Int64] {
    let table = try #require(opened.session.table(0))
    return try opened.session.liveKeys(0).sorted().filter { row in
      guard let place = try opened.session.locate(0, row) else { return false }
      return index.encode(table, place.columns, place.slot, place.home) == value
    }
  }

  @Test("rows with a value are found whatever the write has changed", arguments: [1 as UInt64, 2, 3])
  func random(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let opened = try TupleStore(folder.file("store"), [.index(["kind", "name"]), .index(["name", "gone"])])
    let names: [CellValue] = [.null, .text(""), .text("a"), .text(String(repeating: "x", count: 300))]
    func values() -> [String: CellValue] {
      [
        "kind": .int(Int64(random.below(3))), "name": random.pick(names),
        "gone": random.chance(50) ? .null : .bytes([UInt8(random.below(2))] + [UInt8](repeating: 0, count: 11)),
      ]
    }
    var id: Int64 = 0
    func add(_ count: Int) throws {
      for _ in 0..<count {
        id += 1
        try opened.insert(id, values())
      }
    }
    try opened.write { try add(400) }
    let indexes = opened.session.tupleIndexes(0)
    #expect(indexes.count == 2)
    let table = try #require(opened.session.table(0))
    for isCommitted in [true, false] {
      try opened.session.beginWrite()
      for _ in 0..<12 {
        for _ in 0..<random.below(20) {
          let row = random.pick(try opened.session.liveKeys(0))
          switch random.below(5) {
          case 0: try opened.session.delete(0, row)
          case 1: try add(1)
          default:
            let name = random.pick(["kind", "name", "gone"])
            if let value = values()[name] { try opened.set(row, name, value) }
          }
        }
        for index in indexes {
          let sample = random.pick(try opened.session.liveKeys(0))
          let place = try #require(try opened.session.locate(0, sample))
          let value = index.encode(table, place.columns, place.slot, place.home)
          let found = try opened.session.indexedRows(0, index: index.number, value)
          #expect(found == (try rows(opened, index, value)), "seed \(seed)")
          #expect(found.contains(sample), "seed \(seed)")
        }
      }
      if isCommitted { try opened.session.commitWrite(sync: false) } else { opened.session.cancelWrite() }
      #expect(try opened.faults() == [])
    }
  }

  @Test("each change of a row is computed once for an index")
  func counted() throws {
    let folder = try TemporaryFolder()
    let opened = try TupleStore(folder.file("store"), [.index(["kind", "name"])])
    let index = try #require(opened.session.tupleIndexes(0).first)
    try opened.session.beginWrite()
    for id in 0..<2_000 {
      let row = try opened.insert(Int64(id), ["kind": .int(Int64(id)), "name": .text("n")])
      let name = Array("n".utf8).withUnsafeBytes { IndexedTuple.text($0, budget: index.textBudget).value }
      let value = IndexedValue.integer(Int64(id)) + name
      #expect(try opened.session.indexedRows(0, index: index.number, value) == [row])
    }
    #expect(opened.session.visitedChanges <= 2 * 2_000)
    opened.session.cancelWrite()
  }
}
