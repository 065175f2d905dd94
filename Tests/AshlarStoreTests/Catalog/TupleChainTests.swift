import AshlarSchema
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

/// Chains of random schemas whose types have indexes and unique rules of several columns, compared with a model that identifies columns by
/// numbers of its own.
@Suite("Indexes of several columns in chains of schemas", .blocking)
struct TupleChainTests {
  private struct Column: Equatable {
    let number: Int
    var name: String
    var formerName: String?
    let type: ValueType
    var isOptional: Bool
  }

  private struct Schema {
    var columns: [Column] = []
    /// The indexes and rules that the schema declares, by numbers of columns; the first column of a unique one is the primary key.
    var indexes: [[Int]] = []
    var unique: [[Int]] = []
    var nextColumn = 0
    var version: UInt64 = 0

    func name(_ number: Int) -> String { columns.first { $0.number == number }?.name ?? "" }

    var model: SchemaModel {
      var row = EntityModel(
        name: "Row",
        properties: columns.map {
          var property = PropertyModel(
            name: $0.name, type: $0.type, isOptional: $0.isOptional, isPrimaryKey: $0.number == 0, target: $0.type == .object ? "Row" : nil)
          property.was = $0.formerName.map { [$0] } ?? []
          return property
        })
      row.rules = EntityRule.sorted(
        indexes.map { .index($0.map(name)) } + unique.map { .unique(UniqueRule($0.map(name))) })
      return SchemaModel(name: "Chain", version: version, entities: [row])
    }
  }

  private static let types: [ValueType] = [.int, .string, .double, .bool, .date, .object]

  private func addColumn(_ schema: inout Schema, _ random: inout SeededGenerator) {
    let type = random.pick(TupleChainTests.types)
    schema.columns.append(
      Column(
        number: schema.nextColumn, name: "c\(schema.nextColumn)", formerName: nil, type: type,
        isOptional: type == .object || random.once(in: 2)))
    schema.nextColumn += 1
  }

  private func list(_ schema: Schema, _ random: inout SeededGenerator, unique: Bool) -> [Int] {
    // A unique rule cannot have a Double.
    var others = schema.columns.filter { $0.number != 0 && !(unique && $0.type == .double) }.map(\.number)
    var list: [Int] = unique ? [0] : []
    for _ in 0..<2 + random.below(3) where !others.isEmpty { list.append(others.remove(at: random.below(others.count))) }
    return list
  }

  private func evolve(_ schema: inout Schema, _ random: inout SeededGenerator) {
    schema.version += 1
    for column in schema.columns.indices { schema.columns[column].formerName = nil }
    for _ in 0..<1 + random.below(4) {
      let column = 1 + random.below(schema.columns.count - 1)
      let number = schema.columns[column].number
      switch random.below(9) {
      case 0: addColumn(&schema, &random)
      case 1 where schema.columns.count > 5:
        schema.columns.remove(at: column)
        schema.indexes.removeAll { $0.contains(number) }
        schema.unique.removeAll { $0.contains(number) }
      case 2 where schema.columns[column].formerName == nil:
        schema.columns[column].formerName = schema.columns[column].name
        schema.columns[column].name = "c\(number) in \(schema.version)"
      case 3 where schema.columns[column].type != .object: schema.columns[column].isOptional.toggle()
      case 4, 5:
        let new = list(schema, &random, unique: false)
        if new.count > 1, !schema.indexes.contains(new) { schema.indexes.append(new) }
      case 6:
        let new = list(schema, &random, unique: true)
        if !schema.unique.contains(new) { schema.unique.append(new) }
      case 7: if !schema.indexes.isEmpty { schema.indexes.remove(at: random.below(schema.indexes.count)) }
      default: if !schema.unique.isEmpty { schema.unique.remove(at: random.below(schema.unique.count)) }
      }
    }
  }

  private func value(_ column: Column, _ rows: Int64, _ random: inout SeededGenerator) -> CellValue {
    if column.isOptional, random.once(in: 3) { return .null }
    let number = Int64(random.below(4))
    switch column.type {
    case .string: return .text(number == 0 ? String(repeating: "long ", count: 80) : "text \(number)")
    case .double: return .double(Double(number) - 1.5)
    case .bool: return .flag(number > 1)
    case .date: return .date(number)
    case .object: return rows == 0 ? .null : .link(number % rows)
    default: return .int(number)
    }
  }

  @Test("remain as long as their columns do, and new ones have numbers that were never used before")
  func chains() throws {
    let seed = seed()
    print("chains of indexes: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for round in 0..<12 {
      let folder = try TemporaryFolder()
      let path = folder.file("store")
      var schema = Schema()
      schema.columns = [Column(number: 0, name: "id", formerName: nil, type: .int, isOptional: false)]
      schema.nextColumn = 1
      for _ in 0..<6 { addColumn(&schema, &random) }
      // The numbers in the file of the indexes that it has, and those that it has had.
      var numbers: [[Int]: UInt16] = [:]
      var used: Set<UInt16> = []
      // The indexes that a schema has declared, which remain as long as their columns.
      var kept: Set<[Int]> = []
      var id: Int64 = 0
      for step in 0..<8 {
        let comment = Comment(rawValue: "seed \(seed), chain \(round), step \(step)")
        evolve(&schema, &random)
        let alive = Set(schema.columns.map(\.number))
        kept = kept.filter { $0.allSatisfy(alive.contains) }.union(schema.indexes)
        do {
          let store = try SampleStore(EnvironmentRegistry.open(path: path), model: schema.model, ordinals: ["Row": 0])
          let rows = TupleStore(store)
          let table = try #require(store.session.table(0))
          let found = table.tupleIndexes.map { index in index.parts.map { schema.columns[$0].number } }
          #expect(Set(found) == kept.union(schema.unique), comment)
          #expect(found.count == Set(found).count, comment)
          for (index, list) in zip(table.tupleIndexes, found) {
            #expect(index.isUnique == schema.unique.contains(list), comment)
            if let number = numbers[list] {
              #expect(index.number == number, comment)
            } else {
              #expect(!used.contains(index.number), comment)
            }
          }
          numbers = Dictionary(uniqueKeysWithValues: zip(found, table.tupleIndexes.map(\.number)))
          used.formUnion(table.tupleIndexes.map(\.number))
          #expect(try rows.faults() == [], comment)
          try rows.write {
            for _ in 0..<random.below(60) {
              let count = Int64(store.session.count(0))
              let cells = schema.columns.map { $0.number == 0 ? CellValue.int(id) : value($0, count, &random) }
              try store.insert(0, cells)
              id += 1
            }
          }
          #expect(try rows.faults() == [], comment)
        }
        try folder.closeIdleFiles()
        _ = try FileInspection.read(path, checksums: true)
      }
    }
  }
}
