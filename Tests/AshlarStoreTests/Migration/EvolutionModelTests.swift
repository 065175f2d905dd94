import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Schemas that change at random", .blocking)
struct EvolutionModelTests {
  @Test("chains of random schemas keep what a model of dictionaries keeps, whatever is written in between")
  func chains() throws {
    let seed = seed()
    print("evolution model: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(.evolutions) {
      try chain(&random, "chain \(round), seed \(seed)")
    }
  }

  private func chain(_ random: inout SeededGenerator, _ comment: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    var schema = EvolvingSchema(&random)
    for step in 0..<Int.random(in: 2...10, using: &random) {
      if step > 0 { schema.evolve(&random) }
      let comment = Comment(rawValue: "\(comment), step \(step)")
      do {
        var store = try open(path, schema.model)
        schema.noteOpened()
        try expectSame(store, schema, comment)
        if random.once(in: 3) { try expectFrozenSame(store, schema, comment) }
        for _ in 0..<random.below(3) {
          try store.session.beginWrite()
          let before = schema
          for _ in 0..<Int.random(in: 1...(random.once(in: 5) ? 300 : 20), using: &random) { try write(store, &schema, &random) }
          if random.once(in: 3) { try expectSame(store, schema, comment) }
          if random.once(in: 5) {
            store.session.cancelWrite()
            schema = before
          } else {
            try store.session.commitWrite(sync: false)
          }
        }
        try expectSame(store, schema, comment)
        try expectExactValues(store, comment)
        if random.once(in: 6) {
          let copy = folder.file("copy \(step)")
          try store.session.writeCopy(to: copy)
          store = try open(copy, schema.model)
          try expectSame(store, schema, comment)
        }
      }
      try folder.closeIdleFiles()
      _ = try FileInspection.read(path, checksums: true)
    }
  }

  private func open(_ path: String, _ model: SchemaModel) throws -> SampleStore {
    try SampleStore(EnvironmentRegistry.open(path: path), model: model, ordinals: EvolvingSchema.ordinals)
  }

  // MARK: - Writing

  private func write(_ store: SampleStore, _ schema: inout EvolvingSchema, _ random: inout SeededGenerator) throws {
    let type = random.once(in: 3) ? "Other" : "Thing"
    let table = EvolvingSchema.ordinals[type] ?? 0
    let key = schema.rows[type]?.keys.sorted().randomElement(using: &random)
    switch (random.below(10), key) {
    case (0...1, let key?):
      try delete(store, type, key, &schema)
    case (2...5, let key?):
      guard let column = schema.columns(type).filter({ $0.name != "id" && $0.target != "Part" }).randomElement(using: &random),
        let ordinal = schema.model.entity(named: type)?.columns.firstIndex(where: { $0.name == column.name })
      else { return }
      let value = schema.value(column, &random)
      try store.set(table, key, ordinal, value)
      schema.rows[type]?[key]?[column.name] = value
    default:
      let key = schema.nextKeys[type, default: 0]
      schema.nextKeys[type] = key + 1
      var row: [String: CellValue] = [:]
      for column in schema.columns(type) {
        if column.name == "id" {
          row["id"] = .int(key)
        } else if column.target == "Part" {
          row[column.name] = random.once(in: 2) ? .null : .link(try insertPart(store, &schema, &random))
        } else {
          row[column.name] = schema.value(column, &random)
        }
      }
      let values = schema.columns(type).map { row[$0.name] ?? .null }
      #expect(try store.insert(table, values) == key)
      schema.rows[type]?[key] = row
    }
  }

  private func insertPart(_ store: SampleStore, _ schema: inout EvolvingSchema, _ random: inout SeededGenerator) throws -> Int64 {
    let key = schema.nextKeys["Part", default: 0]
    schema.nextKeys["Part"] = key + 1
    let text = random.text()
    schema.rows["Part"]?[key] = ["text": text]
    #expect(try store.insert(1, [text]) == key)
    return key
  }

  private func delete(_ store: SampleStore, _ type: String, _ key: Int64, _ schema: inout EvolvingSchema) throws {
    try store.session.delete(EvolvingSchema.ordinals[type] ?? 0, key)
    let row = schema.rows[type]?.removeValue(forKey: key)
    for source in ["Thing", "Other"] {
      for column in schema.columns(source) where column.target == type {
        for (other, cells) in schema.rows[source] ?? [:] {
          switch cells[column.name] {
          case .link(key): schema.rows[source]?[other]?[column.name] = .null
          case .list(let elements): schema.rows[source]?[other]?[column.name] = .list(elements.filter { $0 != .link(key) })
          default: break
          }
        }
      }
    }
    for column in schema.columns(type) where column.target == "Part" {
      if case .link(let child)? = row?[column.name] { schema.rows["Part"]?[child] = nil }
    }
  }

  // MARK: - Comparing

  private func expectSame(_ store: SampleStore, _ schema: EvolvingSchema, _ comment: Comment) throws {
    for (type, table) in EvolvingSchema.ordinals {
      let names = schema.columns(type).map(\.name)
      let stored = try store.rows(table).mapValues { Dictionary(uniqueKeysWithValues: zip(names, $0)) }
      #expect(EvolutionModelTests.differences(stored, schema.rows[type] ?? [:]) == [], "\(type), \(comment)")
      #expect(store.session.count(table) == schema.rows[type]?.count, "\(type), \(comment)")
      for (ordinal, column) in schema.columns(type).enumerated() where column.isIndexed && !column.isPrimaryKey {
        try expectIndex(store, table, ordinal, "\(type).\(column.name), \(comment)")
      }
    }
    #expect(try store.contradictions() == [], comment)
  }

  // The first ones, told shortly: rows are large.
  private static func differences(_ found: EvolvingSchema.Rows, _ expected: EvolvingSchema.Rows) -> [String] {
    if found == expected { return [] }
    let keys = Set(found.keys).union(expected.keys).sorted()
    return keys.lazy.flatMap { key -> [String] in
      let (row, other) = (found[key], expected[key])
      guard let row, let other else { return ["row \(key) is \(row == nil ? "missing" : "too many")"] }
      return Set(row.keys).union(other.keys).sorted().filter { row[$0] != other[$0] }
        .map { "\(key).\($0): \(row[$0].map { "\($0)" } ?? "none"), expected \(other[$0].map { "\($0)" } ?? "none")" }
    }.prefix(3).map { String($0.prefix(300)) }
  }

  // What the index has of each value is what the rows have.
  private func expectIndex(_ store: SampleStore, _ table: Int, _ column: Int, _ comment: Comment) throws {
    #expect(store.session.canSearchIndex(table, column) || store.session.isWriting, comment)
    guard store.session.canSearchIndex(table, column), let layout = store.session.table(table)?.layout.columns[column] else { return }
    var expected: [[UInt8]: [Int64]] = [:]
    for key in try store.session.liveKeys(table) {
      guard let row = try store.session.locate(table, key) else { continue }
      let offset = row.columns[column]
      let value = IndexedValue.encode(
        layout, row.base + offset.offset + row.slot * layout.width,
        null: layout.hasNullFlag ? row.base + offset.null + row.slot : nil, home: row.home)
      expected[value, default: []].append(key)
    }
    for (value, keys) in expected {
      let found = try store.session.indexedRows(table, column) { buffer in
        buffer.copyBytes(from: value)
        return value.count
      }
      #expect(found == keys, comment)
    }
  }

  private func expectFrozenSame(_ store: SampleStore, _ schema: EvolvingSchema, _ comment: Comment) throws {
    let context = AccessContext.allocated()
    defer { context.deallocate() }
    let frozen = try ReadSession(freezing: store.session, context: context)
    for (type, table) in EvolvingSchema.ordinals {
      for key in try frozen.liveKeys(table) {
        let row = try #require(try frozen.locate(table, key))
        for (ordinal, column) in schema.columns(type).enumerated() where column.collection == .none {
          #expect(store.value(table, row, ordinal) == schema.rows[type]?[key]?[column.name], "frozen \(type).\(column.name), \(comment)")
        }
      }
    }
  }
}
