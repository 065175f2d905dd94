import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

/// Changes of one table, told cell by cell: what two models differ in.
private struct Expected {
  var inserted: [Int64] = []
  var deleted: [Int64] = []
  var modified: [Int64: Set<Int>] = [:]

  init(_ before: [Int64: [CellValue]], _ after: [Int64: [CellValue]]) {
    inserted = after.keys.filter { before[$0] == nil }.sorted()
    deleted = before.keys.filter { after[$0] == nil }.sorted()
    for (key, values) in before {
      guard let now = after[key], now != values else { continue }
      modified[key] = Set(values.indices.filter { values[$0] != now[$0] })
    }
  }
}

extension TableChanges {
  // By row the ordinals of the columns.
  fileprivate func columns(_ table: TableDefinition) -> [Int64: Set<Int>] {
    var found: [Int64: Set<Int>] = [:]
    for (index, key) in modified.enumerated() {
      found[key] = Set((0..<table.columnCount).filter { hasChanged(index, column: table.columnIds[$0]) })
    }
    return found
  }
}

@Suite("What changed between two versions", .blocking)
struct VersionDifferenceTests {
  // What is a value of its own has a new number when it is stored again, and then counts.
  private static func isLong(_ value: CellValue) -> Bool {
    switch value {
    case .bytes(let bytes): bytes.count > Slot.nearbyLimit
    case .list(let elements): elements.contains(where: isLong)
    case .null, .link: false
    }
  }

  @Test("computed of both versions, and told by the commits in between, is what two dictionaries differ in", arguments: [false, true])
  func random(isInMemory: Bool) throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let engine =
      try isInMemory
      ? EnvironmentRegistry.openInMemory(identifier: "changes \(seed)") : EnvironmentRegistry.open(path: folder.file("store"))
    let writer = try SampleStore(engine)
    let reader = try SampleStore(engine)
    try writer.fill(&random, people: 300)
    engine.changes.addObserver()
    defer { engine.changes.removeObserver() }
    try reader.session.advance()
    var position = engine.changes.position(at: reader.session.version)
    for round in 0..<rounds(.versionDifferences) {
      let tables = writer.ordinals.values.sorted()
      let before = try tables.map { try reader.rows($0) }
      let old = reader.session.shared
      // Now and then more commits than the log of changed clusters has room for.
      for _ in 0..<(random.once(in: 8) ? 40 : random.below(4)) { try write(writer, &random) }
      try reader.session.advance()
      let after = try tables.map { try reader.rows($0) }
      let computed = try reader.session.difference(from: old)
      let told = engine.changes.changes(after: position, from: old.snapshot.version, to: reader.session.version)
      position = told.position
      #expect(told.isWhole, "round \(round), seed \(seed)")
      for (place, ordinal) in tables.enumerated() {
        let table = try #require(reader.session.table(ordinal))
        let expected = Expected(before[place], after[place])
        let label = "\(table.entity.name), round \(round), seed \(seed)"
        let found = computed.tables[table.id] ?? TableChanges(width: 1)
        #expect(found.inserted == expected.inserted && found.deleted == expected.deleted, "\(label)")
        let columns = found.columns(table)
        for (key, changed) in expected.modified { #expect(columns[key]?.isSuperset(of: changed) == true, "row \(key), \(label)") }
        for (key, changed) in columns {
          for column in changed.subtracting(expected.modified[key] ?? []) {
            #expect(after[place][key].map { Self.isLong($0[column]) } == true, "row \(key), column \(column), \(label)")
          }
        }
        let commits = told.changes.tables[table.id] ?? TableChanges(width: 1)
        #expect(commits.inserted == expected.inserted && commits.deleted == expected.deleted, "commits of \(label)")
        let stored = commits.columns(table)
        for (key, changed) in expected.modified { #expect(stored[key]?.isSuperset(of: changed) == true, "commits, row \(key), \(label)") }
        #expect(commits.modified == commits.modified.sorted() && Set(commits.modified).isSubset(of: after[place].keys), "\(label)")
      }
    }
  }

  private func write(_ store: SampleStore, _ random: inout SeededGenerator) throws {
    try store.session.beginWrite()
    for _ in 0..<random.below(30) {
      let people = try store.session.liveKeys(SampleSchema.person)
      switch random.below(12) {
      case 0:
        let id = Int64.random(in: 1_000_000...Int64.max, using: &random)
        try store.insert(SampleSchema.person, random.person(id, people: people, address: nil))
      case 1: try store.insert(SampleSchema.wide, random.wide())
      case 2:
        guard let key = people.randomElement(using: &random) else { break }
        try store.session.delete(SampleSchema.person, key)
      case 3:
        guard let key = try store.session.liveKeys(SampleSchema.wide).randomElement(using: &random) else { break }
        let column = random.below(10)
        try store.set(SampleSchema.wide, key, column, random.wide()[column])
      default:
        guard let key = people.randomElement(using: &random) else { break }
        let column = random.pick([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13])
        try store.set(SampleSchema.person, key, column, random.person(0, people: people, address: nil)[column])
      }
    }
    if random.once(in: 5) { store.session.cancelWrite() } else { try store.session.commitWrite(sync: false) }
  }

  @Test("in a table with more than 64 columns, the column is exact, although two share a mark")
  func wide() throws {
    let properties = (0..<70).map { PropertyModel(name: "n\($0)", type: .int) }
    let model = SchemaModel(name: "Broad", version: 1, entities: [EntityModel(name: "Broad", properties: properties)])
    let engine = try EnvironmentRegistry.openInMemory(identifier: "broad \(UUID())")
    let writer = try SampleStore(engine, model: model, ordinals: ["Broad": 0])
    let reader = try SampleStore(engine, model: model, ordinals: ["Broad": 0])
    engine.changes.addObserver()
    defer { engine.changes.removeObserver() }
    try writer.session.beginWrite()
    let key = try writer.insert(0, (0..<70).map { .int(Int64($0)) })
    try writer.session.commitWrite(sync: false)
    try reader.session.advance()
    let table = try #require(reader.session.table(0))
    for column in [0, 5, 64, 69] {
      let old = reader.session.shared
      let position = engine.changes.position(at: reader.session.version)
      try writer.session.beginWrite()
      try writer.set(0, key, column, .int(-1))
      try writer.session.commitWrite(sync: false)
      try reader.session.advance()
      #expect(try reader.session.difference(from: old).tables[table.id]?.columns(table) == [key: [column]])
      let told = engine.changes.changes(after: position, from: old.snapshot.version, to: reader.session.version)
      #expect(told.changes.tables[table.id]?.columns(table) == [key: [column]])
    }
  }
}
