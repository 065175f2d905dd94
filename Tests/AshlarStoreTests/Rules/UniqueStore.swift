import AshlarSchema
import StoreFixtures
import Testing

@testable import AshlarStore

/// A store of rows with a unique number, a unique text and a unique link, of which the last two may be nil.
final class UniqueStore {
  let store: SampleStore
  let columns: (id: Int, code: Int, name: Int, mate: Int)
  private var nextId: Int64 = 0

  var session: StoreSession { store.session }

  static let rules: [EntityRule] = [.unique(UniqueRule(["code"])), .unique(UniqueRule(["mate"])), .unique(UniqueRule(["name"]))]

  /// - Parameter hasIndexes: Whether the number and the text have indexes without their rules.
  static func model(_ rules: [EntityRule] = rules, version: UInt64 = 1, hasIndexes: Bool = true) -> SchemaModel {
    let unique = Set(rules.flatMap(\.properties))
    var row = EntityModel(
      name: "Row",
      properties: [
        PropertyModel(name: "id", type: .int, isPrimaryKey: true),
        PropertyModel(name: "code", type: .int, isIndexed: hasIndexes || unique.contains("code")),
        PropertyModel(name: "name", type: .string, isOptional: true, isIndexed: hasIndexes || unique.contains("name")),
        PropertyModel(name: "mate", type: .object, isOptional: true, target: "Row"),
      ])
    row.rules = rules
    return SchemaModel(name: "Unique", version: version, entities: [row])
  }

  init(_ engine: any StorageEngine, _ model: SchemaModel = UniqueStore.model(), with code: (any MigrationCode)? = nil) throws {
    store = try SampleStore(engine, model: model, ordinals: ["Row": 0], with: code)
    let names = try #require(store.session.table(0)).entity.properties.map(\.name)
    func column(_ name: String) throws -> Int { try #require(names.firstIndex(of: name)) }
    columns = (try column("id"), try column("code"), try column("name"), try column("mate"))
    let id = columns.id
    nextId = try store.rows(0).values.compactMap { $0[id].integer }.max().map { $0 + 1 } ?? 1000
  }

  @discardableResult
  func insert(_ code: Int64, _ name: String? = nil, mate: Int64? = nil) throws -> Int64 {
    var cells = [CellValue](repeating: .null, count: 4)
    cells[columns.id] = .int(nextId)
    cells[columns.code] = .int(code)
    cells[columns.name] = name.map(CellValue.text) ?? .null
    cells[columns.mate] = mate.map(CellValue.link) ?? .null
    nextId += 1
    return try store.insert(0, cells)
  }

  func set(_ key: Int64, code: Int64) throws { try store.set(0, key, columns.code, .int(code)) }
  func set(_ key: Int64, name: String?) throws { try store.set(0, key, columns.name, name.map(CellValue.text) ?? .null) }
  func set(_ key: Int64, mate: Int64?) throws { try store.set(0, key, columns.mate, mate.map(CellValue.link) ?? .null) }
  func delete(_ key: Int64) throws { try session.delete(0, key) }

  /// Runs a write and commits it.
  func write(_ body: () throws -> Void) throws {
    try session.beginWrite()
    try body()
    try session.commitWrite(sync: false)
  }

  /// The rows that break a rule if the write is committed, each with its property and the row that it conflicts with.
  func conflicts(_ body: () throws -> Void) throws -> [Conflict] {
    try session.advance()
    let before = (try store.digest(), session.engine.newestVersion)
    do {
      try write(body)
      return []
    } catch let error as RuleError {
      #expect(try store.digest() == before.0)
      #expect(session.engine.newestVersion == before.1)
      #expect(!session.isWriting)
      return error.violations.map { Conflict($0) }
    }
  }
}

/// A row that breaks a unique rule.
struct Conflict: Hashable {
  let property: String
  let row: Int64
  let holder: Int64

  init(_ property: String, _ row: Int64, with holder: Int64) {
    (self.property, self.row, self.holder) = (property, row, holder)
  }

  init(_ violation: StoredViolation) {
    self.init(violation.rule.properties[0], violation.object.row, with: violation.holder?.row ?? -1)
  }
}
