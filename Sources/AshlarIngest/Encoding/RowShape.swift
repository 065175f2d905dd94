import AshlarSchema
import AshlarStore

/// Decodes the objects of one type in the outbox. docs/storage.md specifies the format.
struct RowShape {
  /// The reason why an object cannot be sent, found without contacting the server.
  struct Unsendable: Error {
    let reason: String
  }

  enum Form {
    /// The 16 bytes that identify an object without a primary key.
    case row
    /// A cell of fixed width. If the value is optional, a byte before the cell states whether there is a value.
    case fixed(ValueType, width: Int, isOptional: Bool)
    /// A length, `UInt32.max` for nil, followed by that many bytes.
    case text
    /// A length, `UInt32.max` for nil, followed by that many bytes of JSON.
    case json
    /// A byte that states whether there is a value, followed by the value.
    indirect case key(Form)
  }

  let columns: [PostgreSQLColumn]
  let forms: [Form]

  init(_ entity: EntityModel, in schema: SchemaModel) {
    columns = PostgreSQLColumn.columns(of: entity, in: schema)
    let layout = TableLayout(entity, in: schema)
    forms = columns.map { column in
      guard let ordinal = column.ordinal else { return .row }
      let property = entity.properties[ordinal]
      if property.collection != .none || property.type == .any { return .json }
      if property.type != .object { return RowShape.form(property.type, layout.columns[ordinal]) }
      guard let target = property.target.flatMap(schema.entity(named:)), target.kind == .object, let key = target.primaryKey else {
        return .json
      }
      let plain = RowShape.form(target.properties[key].type, TableLayout(target, in: schema).columns[key])
      if case .fixed(let type, let width, _) = plain { return .key(.fixed(type, width: width, isOptional: false)) }
      return .key(plain)
    }
  }

  private static func form(_ type: ValueType, _ layout: ColumnLayout) -> Form {
    type == .string || type == .data ? .text : .fixed(type, width: layout.width, isOptional: layout.hasNullFlag)
  }

  /// Appends the values of an object to the arrays of the columns. If `Unsendable` is thrown, nothing has been appended.
  func append(_ object: UnsafeRawBufferPointer, to arrays: inout [ValueArray]) throws {
    var reader = Reader(bytes: object)
    var values: [UnsafeRawBufferPointer?] = []
    values.reserveCapacity(forms.count)
    for form in forms { values.append(try reader.value(form)) }
    guard reader.place == object.count else { throw RowShape.damaged }
    for (index, value) in values.enumerated() { try check(value, forms[index], columns[index]) }
    for (index, value) in values.enumerated() {
      guard let value else {
        arrays[index].appendNull()
        continue
      }
      arrays[index].append { RowShape.append(value, forms[index], to: &$0) }
    }
  }

  private static let damaged = Unsendable(reason: "its bytes in the outbox do not match its type")

  private func check(_ value: UnsafeRawBufferPointer?, _ form: Form, _ column: PostgreSQLColumn) throws {
    guard let value else {
      if column.isKey { throw Unsendable(reason: "its primary key '\(column.name)' is nil, and a primary key on the server is never null") }
      return
    }
    if case .fixed(.date, _, _) = form, RowShape.microseconds(value) == nil {
      throw Unsendable(reason: "the date of '\(column.name)' is outside the range of PostgreSQL's timestamps")
    }
  }

  struct Reader {
    let bytes: UnsafeRawBufferPointer
    private(set) var place = 0
    /// Whether a read went beyond the end of the bytes.
    private(set) var isDamaged = false

    private mutating func take(_ count: Int) throws -> UnsafeRawBufferPointer {
      guard count >= 0, count <= bytes.count - place else {
        isDamaged = true
        throw RowShape.damaged
      }
      defer { place += count }
      return UnsafeRawBufferPointer(rebasing: bytes[place..<(place + count)])
    }

    mutating func value(_ form: Form) throws -> UnsafeRawBufferPointer? {
      switch form {
      case .row: return try take(16)
      case .fixed(_, let width, let isOptional):
        if isOptional, try take(1)[0] == 0 { return nil }
        return try take(width)
      case .text, .json:
        let count = UInt32(littleEndian: try take(4).loadUnaligned(as: UInt32.self))
        return count == .max ? nil : try take(Int(count))
      case .key(let form): return try take(1)[0] == 0 ? nil : try value(form)
      }
    }
  }

  // MARK: - Binary values

  private static func append(_ value: UnsafeRawBufferPointer, _ form: Form, to bytes: inout [UInt8]) {
    switch form {
    case .row, .text: bytes.append(contentsOf: value)
    case .json:
      // The version of the binary `jsonb` format.
      bytes.append(1)
      bytes.append(contentsOf: value)
    case .key(let form): append(value, form, to: &bytes)
    case .fixed(let type, _, _):
      switch FixedValue(value, type) {
      case .boolean(let value): bytes.append(value ? 1 : 0)
      case .smallint(let value): bytes.append(bigEndian: value)
      case .integer(let value): bytes.append(bigEndian: value)
      case .bigint(let value): bytes.append(bigEndian: value)
      case .real(let value): bytes.append(bigEndian: value.bitPattern)
      case .double(let value): bytes.append(bigEndian: value.bitPattern)
      case .timestamp: bytes.append(bigEndian: microseconds(value) ?? 0)
      case .numeric(let low, let high): NumericValue.append(low: low, high: high, to: &bytes)
      case .hexadecimal(let value):
        for byte in value {
          for half in [byte >> 4, byte & 15] { bytes.append(half < 10 ? UInt8(ascii: "0") + half : UInt8(ascii: "a") + half - 10) }
        }
      case .uuid(let value), .bytes(let value): bytes.append(contentsOf: value)
      }
    }
  }

  // Returns microseconds since 2000, rounded; nil outside the range of PostgreSQL's timestamps, whose extreme values represent infinity.
  private static func microseconds(_ value: UnsafeRawBufferPointer) -> Int64? {
    let seconds = value.loadUnaligned(as: Int64.self)
    let nanoseconds = Int64(value.loadUnaligned(fromByteOffset: 8, as: Int32.self))
    let (since2000, isBelow) = seconds.subtractingReportingOverflow(946_684_800)
    let (whole, isBeyond) = since2000.multipliedReportingOverflow(by: 1_000_000)
    let rounded = (nanoseconds + (nanoseconds < 0 ? -500 : 500)) / 1000
    let (result, isOver) = whole.addingReportingOverflow(rounded)
    // The range is 4713 BC to 294276 AD, from PostgreSQL's `src/include/datatype/timestamp.h`.
    let range: Range<Int64> = -211_813_488_000_000_000..<9_223_371_331_200_000_000
    return isBelow || isBeyond || isOver || !range.contains(result) ? nil : result
  }
}
