import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Indexes and unique rules of several columns", .blocking)
struct TupleTests {
  private let folder: TemporaryFolder
  private let path: String
  private static let long = String(repeating: "a long name ", count: 40)

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
  }

  private func verify(_ rows: TupleStore) throws {
    #expect(try rows.faults() == [])
    #expect(try rows.store.contradictions() == [])
    _ = try FileInspection.read(path, checksums: true)
  }

  @Test("an index contains the values of all rows after inserts, changes and deletions, in one cluster and in many")
  func maintained() throws {
    let rows = try TupleStore(path, [.index(["kind", "name"]), .index(["score", "gone", "parent", "flag"])])
    #expect(rows.session.table(0)?.tupleIndexes.map(\.number) == [0x8000, 0x8001])
    #expect(rows.session.tupleIndexes(0) == rows.session.table(0)?.tupleIndexes)
    try rows.write { try rows.insert(1, ["name": .text("a")]) }
    try verify(rows)
    try rows.write {
      for id in 2..<3000 as Range<Int64> {
        try rows.insert(
          id,
          [
            "kind": .int(id % 5), "name": id % 7 == 0 ? .null : .text(id % 11 == 0 ? TupleTests.long + "\(id % 3)" : "\(id % 13)"),
            "parent": id % 4 == 0 ? .link(id % 8 / 4) : .null, "score": .double(Double(id % 3) - 1), "gone": .date(id % 2),
          ])
      }
    }
    try verify(rows)
    for id in 3000..<3010 as Range<Int64> { try rows.write { try rows.insert(id, ["kind": .int(1), "name": .text("x")]) } }
    try rows.write { for row in stride(from: 0, to: 3000, by: 17) as StrideTo<Int64> { try rows.set(row, "name", .text("changed")) } }
    try rows.write { for row in stride(from: 1, to: 3000, by: 19) as StrideTo<Int64> { try rows.session.delete(0, row) } }
    try rows.write { try rows.session.delete(0, 4) }
    try verify(rows)
    let table = try #require(rows.session.table(0))
    let index = try #require(table.tupleIndexes.first)
    let key = IndexedValue.integer(1) + (Array("x".utf8).withUnsafeBytes { IndexedTuple.text($0, budget: index.textBudget).value })
    #expect(try rows.entries(table, index)[key]?.count == 10)
  }

  @Test(
    "a file without such indexes has format 8 without extensions and features, and one with them has format 9 with one of each",
    .enabled(if: Sealing.isOptional))
  func unchanged() throws {
    do {
      let rows = try TupleStore(path, [])
      try rows.write { try rows.insert(1) }
      let catalog = try #require(try Catalog.read(rows.session.engine))
      #expect(catalog.tables.allSatisfy { $0.extensions.isEmpty })
    }
    let before = try FileInspection.read(path)
    #expect(before.features.isEmpty)
    #expect(before.format == 8)
    #expect(before.indexes.isEmpty)
    let rows = try TupleStore(path, [.index(["kind", "name"])])
    try verify(rows)
    let catalog = try #require(try Catalog.read(rows.session.engine))
    let numbers = ["kind", "name"].compactMap { catalog.tables[0].number(of: $0) }
    // The next number, one index: its number, two parts, the budget, the columns.
    let bytes: [UInt8] = [1, 0x80, 1, 0, 0, 0x80, 2, 240, 0, UInt8(numbers[0]), 0, UInt8(numbers[1]), 0]
    #expect(catalog.tables[0].extensions[TableExtension.indexes] == bytes)
    let found = try FileInspection.read(path)
    #expect(found.features.map(\.name) == ["indexes"])
    #expect(found.format == 9)
    #expect(found.indexes.map(\.columns) == [["kind", "name"]])
    #expect(found.indexes[0].bytes > 20)
  }

  @Test("the error of a unique rule has both rows, their keys and all values, in the order of the rule")
  func violation() throws {
    let rule = EntityRule.unique("kind", "name")
    let rows = try TupleStore(path, [rule])
    try rows.write { try rows.insert(10, ["kind": .int(1), "name": .text("a")]) }
    let expected = StoredViolation(
      rule, values: ["1", "\"a\""], object: StoredViolation.Place(type: "Row", row: 1, key: "11"),
      holder: StoredViolation.Place(type: "Row", row: 0, key: "10"))
    #expect(try rows.violations { try rows.insert(11, ["kind": .int(1), "name": .text("a")]) } == [expected])
    #expect(
      expected.description
        == "the unique rule over 'Row.kind', 'name' is broken by row 1 with the primary key 11, which has 1, \"a\" and conflicts with row 0 "
        + "with the primary key 10")
    try rows.session.beginWrite()
    try rows.insert(11, ["kind": .int(1), "name": .text("a")])
    #expect(try rows.session.ruleViolations() == [expected])
    try rows.set(1, "name", .text("b"))
    #expect(try rows.session.ruleViolations() == [])
    try rows.session.commitWrite(sync: false)
    try verify(rows)
  }

  @Test("the final state is checked: values may be swapped, taken over from a deleted row, and equal in between")
  func finalState() throws {
    let rows = try TupleStore(path, [.unique("kind", "name")])
    try rows.write { for id in 0..<3 as Range<Int64> { try rows.insert(id, ["kind": .int(id), "name": .text("n")]) } }
    try rows.write {
      try rows.set(0, "kind", .int(1))
      try rows.set(1, "kind", .int(0))
    }
    try rows.write {
      try rows.session.delete(0, 2)
      try rows.insert(3, ["kind": .int(2), "name": .text("n")])
    }
    try rows.write {
      try rows.set(0, "kind", .int(2))
      try rows.set(0, "name", .text("m"))
    }
    #expect(try rows.conflicts { try rows.set(0, "name", .text("n")) } == [[0, 3]])
    // Both rows are new: the first one is the holder.
    #expect(
      try rows.conflicts { for id in 10..<13 as Range<Int64> { try rows.insert(id, ["kind": .int(9), "name": .text("z")]) } }
        == [[5, 4], [6, 4]])
    try verify(rows)
  }

  @Test("nil equals nothing, unless the rule counts it")
  func nils() throws {
    let rows = try TupleStore(path, [.unique("parent", "name", nilCounts: true), .unique("kind", "name")])
    try rows.write { try rows.insert(0, ["name": .text("root")]) }
    // (nil, nil) repeats, and (0, nil) is no value of the other rule.
    try rows.write { try rows.insert(1) }
    #expect(try rows.violations { try rows.insert(2) }.map(\.rule) == [.unique("parent", "name", nilCounts: true)])
    #expect(try rows.conflicts { try rows.insert(2, ["name": .text("root"), "kind": .int(1)]) } == [[2, 0]])
    try rows.write { try rows.insert(2, ["name": .text("root"), "kind": .int(1), "parent": .link(0)]) }
    #expect(try rows.conflicts { try rows.set(2, "parent", .null) } == [[2, 0]])
    // The link becomes nil with its target.
    try rows.write { try rows.insert(3, ["kind": .int(2), "name": .text("child"), "parent": .link(2)]) }
    try rows.write { try rows.insert(4, ["kind": .int(3), "name": .text("child")]) }
    #expect(try rows.conflicts { try rows.session.delete(0, 2) } == [[3, 4]])
    try verify(rows)
  }

  @Test("a rule with a condition concerns only the rows that satisfy it, and two conditions on a Bool share an index")
  func conditions() throws {
    let rules: [EntityRule] = [
      .unique("name", whenNil: "gone"), .unique("kind", when: "flag", is: true), .unique("kind", when: "flag", is: false),
    ]
    let rows = try TupleStore(path, rules)
    #expect(rows.session.table(0)?.tupleIndexes.map(\.unique.count).sorted() == [1, 2])
    try rows.write { try rows.insert(0, ["name": .text("a"), "kind": .int(1), "gone": .date(5)]) }
    try rows.write { try rows.insert(1, ["name": .text("a"), "kind": .int(2), "gone": .date(5)]) }
    try rows.write { try rows.insert(2, ["name": .text("a"), "kind": .int(3)]) }
    #expect(try rows.conflicts { try rows.insert(3, ["name": .text("a"), "kind": .int(4)]) } == [[3, 2]])
    #expect(try rows.conflicts { try rows.set(0, "gone", .null) } == [[0, 2]])
    try rows.write {
      try rows.set(0, "gone", .null)
      try rows.set(2, "gone", .date(6))
    }
    try rows.write { try rows.insert(3, ["kind": .int(1), "flag": .flag(true)]) }
    #expect(try rows.violations { try rows.set(3, "flag", .flag(false)) }.map(\.rule) == [rules[2]])
    #expect(try rows.violations { try rows.insert(4, ["kind": .int(1), "flag": .flag(true)]) }.map(\.values) == [["1", "true"]])
    // A name that is nil equals no other, although the condition requires a nil.
    try rows.write { for id in 4..<6 as Range<Int64> { try rows.insert(id, ["kind": .int(id + 10)]) } }
    try verify(rows)
  }

  @Test("a text that the index does not contain whole is compared with those of the rows")
  func cutTexts() throws {
    let rows = try TupleStore(path, [.unique("note", "name")])
    let long = TupleTests.long
    try rows.write { try rows.insert(0, ["note": .text(long + "1"), "name": .text(long)]) }
    try rows.write { try rows.insert(1, ["note": .text(long + "2"), "name": .text(long)]) }
    #expect(try rows.conflicts { try rows.insert(2, ["note": .text(long + "1"), "name": .text(long)]) } == [[2, 0]])
    #expect(try rows.conflicts { try rows.set(1, "note", .text(long + "1")) } == [[1, 0]])
    // Written with the same text, and with another number.
    try rows.write {
      try rows.set(1, "note", .text(long + "2"))
      try rows.set(1, "kind", .int(4))
    }
    try verify(rows)
  }

  @Test("the longest key of an index is stored and found")
  func longest() throws {
    let names = (0..<7).map { "t\($0)" }
    let rows = try TupleStore(path, [.index(names)]) { entity in
      for name in names { entity.properties.append(PropertyModel(name: name, type: .string)) }
    }
    func values(_ end: String) -> [String: CellValue] {
      Dictionary(uniqueKeysWithValues: names.map { ($0, .text(String(repeating: "t", count: 100) + end)) })
    }
    try rows.write { for id in 0..<20 as Range<Int64> { try rows.insert(id, values("\(id % 3)")) } }
    try rows.write { try rows.insert(20, values("0")) }
    let table = try #require(rows.session.table(0))
    let index = try #require(table.tupleIndexes.first)
    let entries = try rows.entries(table, index)
    #expect(entries.keys.map(\.count) == [497, 497, 497])
    #expect(entries.values.map(\.count).sorted() == [6, 7, 8])
    try verify(rows)
  }

  @Test("another session adopts an index and a rule that are added while it is open")
  func elsewhere() throws {
    let old = try TupleStore(path, [])
    try old.write { for id in 0..<10 as Range<Int64> { try old.insert(id, ["kind": .int(id), "name": .text("n")]) } }
    let indexed = try TupleStore(path, [.index(["name", "kind"])])
    #expect(old.session.tupleIndexes(0) == [])
    try old.write { try old.insert(10, ["kind": .int(10)]) }
    #expect(old.session.tupleIndexes(0).map(\.number) == [0x8000])
    try indexed.session.advance()
    try verify(indexed)
    let new = try TupleStore(path, [.unique("name", "kind")], version: 2)
    #expect(try old.conflicts { try old.insert(11, ["kind": .int(3), "name": .text("n")]) } == [[11, 3]])
    #expect(try new.conflicts { try new.insert(11, ["kind": .int(4), "name": .text("n")]) } == [[11, 4]])
    try old.write { try old.insert(11, ["kind": .int(3), "name": .text("m")]) }
    try new.session.advance()
    try verify(new)
  }

  @Test("a frozen session has the indexes of its version")
  func frozen() throws {
    let rows = try TupleStore(path, [.index(["name", "kind"])])
    try rows.write { try rows.insert(0) }
    let context = AccessContext.allocated()
    defer { context.deallocate() }
    let frozen = try ReadSession(freezing: rows.session, context: context)
    let more = try TupleStore(path, [.index(["name", "kind"]), .index(["kind", "score"])])
    #expect(frozen.tupleIndexes(0).map(\.number) == [0x8000])
    #expect(more.session.tupleIndexes(0).map(\.number) == [0x8000, 0x8001])
  }

  @Test("a copy has the indexes, also with the changes of an open write, and is not written if these break a rule")
  func copies() throws {
    let rows = try TupleStore(path, [.unique("kind", "name"), .index(["kind", "score"])])
    try rows.write { for id in 0..<500 as Range<Int64> { try rows.insert(id, ["kind": .int(id), "name": .text("n")]) } }
    try rows.session.beginWrite()
    try rows.insert(500, ["kind": .int(500), "name": .text("n")])
    let copy = folder.file("copy")
    try rows.session.writeCopy(to: copy)
    try rows.insert(501, ["kind": .int(7), "name": .text("n")])
    #expect(throws: RuleError.self) { try rows.session.writeCopy(to: folder.file("broken")) }
    rows.session.cancelWrite()
    #expect(!FileManager.default.fileExists(atPath: folder.file("broken")))
    _ = try FileInspection.read(copy, checksums: true)
    let copied = try TupleStore(copy, [.unique("kind", "name"), .index(["kind", "score"])])
    #expect(copied.session.count(0) == 501)
    #expect(try copied.faults() == [])
  }

  @Test("'verify' finds a row that an index lacks, entries of an index that is not listed, and values that several rows have")
  func damage() throws {
    func change(_ body: (any StorageWriter, any StorageSnapshot, inout Counters, Catalog) throws -> Void) throws {
      let engine = try EnvironmentRegistry.open(path: path)
      let snapshot = try engine.snapshot()
      var counters = try Counters.read(snapshot, path: path)
      let catalog = try #require(try Catalog.read(engine))
      try engine.lockForWriting()
      defer { engine.unlockForWriting() }
      try engine.commit(sync: false) { writer in
        try body(writer, snapshot, &counters, catalog)
        try counters.write(to: writer)
      }
    }
    func fault() -> String? {
      do {
        _ = try FileInspection.read(path, checksums: true)
        return nil
      } catch StoreError.damaged(_, let detail) {
        return detail
      } catch {
        return "\(error)"
      }
    }
    do {
      let rows = try TupleStore(path, [.index(["kind", "name"])])
      try rows.write { for id in 0..<10 as Range<Int64> { try rows.insert(id, ["kind": .int(id % 9)]) } }
    }
    #expect(fault() == nil)
    // As a writer leaves it that does not know the rule.
    try change { writer, _, _, catalog in
      var catalog = catalog
      catalog.schema.entities[0].rules = [.unique("kind", "name", nilCounts: true)]
      catalog.add([.unique])
      catalog.revision += 1
      try catalog.write(to: writer)
    }
    #expect(fault() == "2 rows of table 'Row' have the same values in its index 32768, which is unique")
    try change { writer, _, _, catalog in
      var catalog = catalog
      catalog.schema.entities[0].rules = [.unique("kind", "name")]
      catalog.revision += 1
      try catalog.write(to: writer)
    }
    #expect(fault() == nil)
    try change { writer, snapshot, counters, catalog in
      let prefix = ColumnPrefix.bytes(table: catalog.tables[0].id, column: 0x8000)
      var removed: ([UInt8], [UInt8])?
      try snapshot.scan(.postings, prefix: prefix, from: nil) { key, value in
        removed = (Array(key), Array(value))
        return false
      }
      let (key, value) = try #require(removed)
      try key.withUnsafeBytes { key in
        value.withUnsafeBytes { counters.sums.remove(.postings, key, $0) }
        try writer.remove(.postings, key)
      }
    }
    #expect(fault() == "table 'Row' has 10 rows, and its index 32768 has 8")
    try change { writer, _, _, catalog in
      var catalog = catalog
      catalog.schema.entities[0].rules = []
      catalog.tables[0].indexes?.list = []
      catalog.revision += 1
      try catalog.write(to: writer)
    }
    #expect(fault() == "table 'Row' has entries of an index 32768, which it does not list")
    try change { writer, _, _, catalog in
      var catalog = catalog
      catalog.schema.entities[0].rules = [.index(["kind", "name"])]
      catalog.revision += 1
      try catalog.write(to: writer)
    }
    #expect(fault() == "its list of tables does not match its schema")
  }
}
