import AshlarSchema
import StoreFixtures
import Testing

@testable import AshlarStore

/// A store of rows with indexes of several columns.
final class TupleStore {
  let store: SampleStore

  var session: StoreSession { store.session }

  static let properties = [
    PropertyModel(name: "id", type: .int, isPrimaryKey: true), PropertyModel(name: "kind", type: .int),
    PropertyModel(name: "name", type: .string, isOptional: true),
    PropertyModel(name: "parent", type: .object, isOptional: true, target: "Row"),
    PropertyModel(name: "flag", type: .bool), PropertyModel(name: "gone", type: .date, isOptional: true),
    PropertyModel(name: "score", type: .double, isOptional: true), PropertyModel(name: "note", type: .string),
  ]

  static func model(_ rules: [EntityRule], version: UInt64 = 1, _ change: (inout EntityModel) -> Void = { _ in }) -> SchemaModel {
    var row = EntityModel(name: "Row", properties: properties)
    row.rules = EntityRule.sorted(rules)
    change(&row)
    return SchemaModel(name: "Tuples", version: version, entities: [row])
  }

  convenience init(
    _ path: String, _ rules: [EntityRule], version: UInt64 = 1, with code: (any MigrationCode)? = nil,
    _ change: (inout EntityModel) -> Void = { _ in }
  ) throws {
    try self.init(EnvironmentRegistry.open(path: path), rules, version: version, with: code, change)
  }

  init(
    _ engine: any StorageEngine, _ rules: [EntityRule], version: UInt64 = 1, with code: (any MigrationCode)? = nil,
    _ change: (inout EntityModel) -> Void = { _ in }
  ) throws {
    store = try SampleStore(engine, model: TupleStore.model(rules, version: version, change), ordinals: ["Row": 0], with: code)
  }

  /// - Parameter store: A store of any type.
  init(_ store: SampleStore) { self.store = store }

  func column(_ name: String) throws -> Int {
    let table = try #require(session.table(0))
    return try #require(table.entity.properties.firstIndex { $0.name == name })
  }

  /// Inserts a row with the number `id`. Values that are missing are nil, 0, false, or empty.
  @discardableResult
  func insert(_ id: Int64, _ values: [String: CellValue] = [:]) throws -> Int64 {
    let table = try #require(session.table(0))
    let cells = table.entity.properties.enumerated().map { column, property -> CellValue in
      if property.name == "id" { return .int(id) }
      if let value = values[property.name] { return value }
      if property.type == .object || property.isOptional { return .null }
      return property.type == .string ? .text("") : .bytes([UInt8](repeating: 0, count: table.layouts[column].width))
    }
    return try store.insert(0, cells)
  }

  func set(_ row: Int64, _ name: String, _ value: CellValue) throws { try store.set(0, row, try column(name), value) }

  /// Runs a write and commits it.
  func write(_ body: () throws -> Void) throws {
    try session.beginWrite()
    do {
      try body()
    } catch {
      session.cancelWrite()
      throw error
    }
    try session.commitWrite(sync: false)
  }

  /// The violations of a write, which is not stored.
  func violations(_ body: () throws -> Void) throws -> [StoredViolation] {
    try session.advance()
    let before = (try store.digest(), session.engine.newestVersion)
    do {
      try write(body)
      return []
    } catch let error as RuleError {
      #expect(try store.digest() == before.0)
      #expect(session.engine.newestVersion == before.1)
      return error.violations
    }
  }

  /// The rows that break a rule if the write is committed, each with the one that it conflicts with.
  func conflicts(_ body: () throws -> Void) throws -> [[Int64]] {
    try violations(body).map { [$0.object.row, $0.holder?.row ?? -1] }
  }

  /// Returns what the indexes of several columns contain and the rows do not, or the reverse; no write may be open.
  func faults() throws -> [String] {
    var faults: [String] = []
    for case let table? in session.tables {
      for index in table.tupleIndexes {
        let found = try entries(table, index)
        var expected: [[UInt8]: [Int64]] = [:]
        for row in try session.liveKeys(table.ordinal).sorted() {
          guard let place = try session.locate(table.ordinal, row) else { continue }
          expected[index.encode(table, place.columns, place.slot, place.home), default: []].append(row)
        }
        if found != expected {
          faults.append("index \(index.number) of \(table.entity.name): \(found.count) values, not \(expected.count)")
        }
      }
    }
    return faults
  }

  /// The rows of each value of an index, ascending.
  func entries(_ table: TableDefinition, _ index: IndexDefinition) throws -> [[UInt8]: [Int64]] {
    var found: [[UInt8]: [Int64]] = [:]
    let prefix = ColumnPrefix.bytes(table: table.id, column: index.number)
    try session.shared.snapshot.scan(.postings, prefix: prefix, from: nil) { key, value in
      let isOpen = PostingBlock.bound(key) == PostingBlock.openBound
      var rows: [Int64] = []
      guard PostingBlock(value, isOpen: isOpen)?.read(into: &rows) == true else { return false }
      found[Array(key.dropFirst(prefix.count).dropLast(8)), default: []] += rows
      return true
    }
    return found
  }
}

extension CellValue {
  static func flag(_ value: Bool) -> CellValue { .bytes([value ? 1 : 0]) }
}

extension EntityRule {
  static func unique(_ names: String..., whenNil name: String? = nil, nilCounts: Bool = false) -> EntityRule {
    .unique(UniqueRule(names, condition: name.map { UniqueRule.Condition(property: $0, value: nil) }, nilCounts: nilCounts))
  }

  static func unique(_ names: String..., when name: String, is value: Bool) -> EntityRule {
    .unique(UniqueRule(names, condition: UniqueRule.Condition(property: name, value: value)))
  }
}
