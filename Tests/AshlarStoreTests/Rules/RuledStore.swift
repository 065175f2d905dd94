import AshlarSchema
import StoreFixtures

@testable import AshlarStore

/// A type with a column of every kind that rules about values concern.
enum RuledSchema {
  static let row = 0
  static let ordinals = ["Row": row]

  static let properties = [
    PropertyModel(name: "int", type: .int), PropertyModel(name: "small", type: .int8, isOptional: true),
    PropertyModel(name: "double", type: .double), PropertyModel(name: "float", type: .float, isOptional: true),
    PropertyModel(name: "decimal", type: .decimal128), PropertyModel(name: "date", type: .date, isOptional: true),
    PropertyModel(name: "text", type: .string, isOptional: true), PropertyModel(name: "data", type: .data),
    PropertyModel(name: "list", type: .int, collection: .list),
    PropertyModel(name: "link", type: .object, isOptional: true, target: "Row"), PropertyModel(name: "any", type: .any),
    PropertyModel(name: "int2", type: .int), PropertyModel(name: "double2", type: .double),
    PropertyModel(name: "decimal2", type: .decimal128, isOptional: true), PropertyModel(name: "date2", type: .date, isOptional: true),
    PropertyModel(name: "text2", type: .string), PropertyModel(name: "uuid", type: .uuid), PropertyModel(name: "uuid2", type: .uuid),
    PropertyModel(name: "bool", type: .bool), PropertyModel(name: "bool2", type: .bool),
    PropertyModel(name: "links", type: .object, collection: .list, target: "Row"),
  ]

  /// The ordinal of a column.
  static func column(_ name: String) -> Int { properties.firstIndex { $0.name == name } ?? -1 }

  static func model(
    _ rules: [EntityRule] = [], version: UInt64 = 1, _ change: (inout EntityModel) -> Void = { _ in }
  ) -> SchemaModel {
    var row = EntityModel(name: "Row", properties: properties)
    row.rules = rules
    change(&row)
    return SchemaModel(name: "Ruled", version: version, entities: [row])
  }

  /// The cells of a row that most rules permit: numbers are 1, text and data have one byte, and optional values are nil.
  static let cells: [CellValue] = properties.map { property in
    if property.collection != .none { return .list([]) }
    if property.isOptional { return .null }
    switch property.type {
    case .int: return .int(1)
    case .double: return .double(1)
    case .decimal128: return .decimal(1)
    case .string: return .text("a")
    case .data: return .bytes([1])
    case .uuid: return .bytes([UInt8](repeating: 7, count: 16))
    case .bool: return .bytes([1])
    default: return .bytes([])
    }
  }
}

extension CellValue {
  static func double(_ value: Double) -> CellValue { .bytes(withUnsafeBytes(of: value) { Array($0) }) }
  static func float(_ value: Float) -> CellValue { .bytes(withUnsafeBytes(of: value) { Array($0) }) }
  static func small(_ value: Int8) -> CellValue { .bytes([UInt8(bitPattern: value)]) }
  static func decimal(_ digits: UInt64, _ exponent: Int = 0) -> CellValue {
    .bytes(withUnsafeBytes(of: digits) { Array($0) } + withUnsafeBytes(of: UInt64(exponent + 6176) << 49) { Array($0) })
  }
  static let decimalNaN = CellValue.bytes([UInt8](repeating: 0, count: 15) + [0x7C])
  static func date(_ seconds: Int64, _ nanoseconds: Int32 = 0) -> CellValue {
    .bytes(withUnsafeBytes(of: seconds) { Array($0) } + withUnsafeBytes(of: nanoseconds) { Array($0) })
  }
}

extension DefaultValue {
  static func decimal(_ digits: UInt64, _ exponent: Int = 0) -> DefaultValue {
    .decimal128(low: digits, high: UInt64(exponent + 6176) << 49)
  }
}

extension SampleStore {
  /// Opens a file under `RuledSchema` with rules.
  convenience init(
    ruled path: String, _ rules: [EntityRule], version: UInt64 = 1, with code: (any MigrationCode)? = nil,
    _ change: (inout EntityModel) -> Void = { _ in }
  ) throws {
    try self.init(
      EnvironmentRegistry.open(path: path), model: RuledSchema.model(rules, version: version, change), ordinals: RuledSchema.ordinals,
      with: code)
  }

  func write(_ durability: CommitDurability = .unsynced, _ body: () throws -> Void) throws {
    try session.beginWrite()
    do {
      try body()
    } catch {
      session.cancelWrite()
      throw error
    }
    try session.commitWrite(durability)
  }

  /// Inserts a row with these cells, and those of `RuledSchema.cells`; an `AnyRealmValue` is `.none`.
  @discardableResult
  func insertRuled(_ cells: [String: CellValue] = [:]) throws -> Int64 {
    let row = try session.insert(RuledSchema.row)
    for (column, property) in RuledSchema.properties.enumerated() where property.type != .any {
      try set(RuledSchema.row, row.key, column, cells[property.name] ?? RuledSchema.cells[column])
    }
    return row.key
  }

  func set(_ key: Int64, _ name: String, _ value: CellValue) throws { try set(RuledSchema.row, key, RuledSchema.column(name), value) }

  /// Sets the `AnyRealmValue` of a row.
  func setAny(_ key: Int64, _ value: AnyStored) throws {
    guard let row = try session.makeWritable(RuledSchema.row, key) else { return }
    let column = RuledSchema.column("any")
    session.mark(row, column)
    session.storeAny(value, at: row.base + row.columns[column].offset + row.slot * Slot.size, in: row.base)
    if case .link(let link) = value, let source = session.table(RuledSchema.row)?.links.first(where: { $0.column == column }) {
      session.noteLink(source, target: link.packed, source: key, 1)
    }
  }
}
