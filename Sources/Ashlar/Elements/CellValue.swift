import AshlarSchema
import AshlarStore

/// One stored value, for conditions and sorting. Its bytes are valid as long as those of the row that contains it.
enum CellValue {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case text(UnsafeRawBufferPointer)
  case bytes(UnsafeRawBufferPointer)
  case date(Int64, Int32)
  case decimal(Decimal128)
  case link(Int64)
  /// The bytes of an `AnyRealmValue` other than `.none`.
  case any(UnsafeRawBufferPointer)

  init(_ column: ColumnLayout, _ cell: UnsafeMutableRawPointer, null: UnsafeMutableRawPointer?, home: SlotHome) {
    if let null, null.load(as: UInt8.self) == 0 {
      self = .null
      return
    }
    self.init(column.type, cell, home)
  }

  init(_ type: ValueType, _ cell: UnsafeMutableRawPointer, _ home: SlotHome) {
    switch type {
    case .bool: self = .bool(cell.load(as: UInt8.self) != 0)
    case .int, .int64: self = .int(cell.loadUnaligned(as: Int64.self))
    case .int8: self = .int(Int64(cell.load(as: Int8.self)))
    case .int16: self = .int(Int64(cell.loadUnaligned(as: Int16.self)))
    case .int32: self = .int(Int64(cell.loadUnaligned(as: Int32.self)))
    case .float: self = .double(Double(cell.loadUnaligned(as: Float.self)))
    case .double: self = .double(cell.loadUnaligned(as: Double.self))
    case .string: self = Slot(at: cell).isNull ? .null : .text(Slot.bytes(at: cell, in: home))
    case .data: self = Slot(at: cell).isNull ? .null : .bytes(Slot.bytes(at: cell, in: home))
    case .date: self = .date(cell.loadUnaligned(as: Int64.self), cell.loadUnaligned(fromByteOffset: 8, as: Int32.self))
    case .decimal128: self = .decimal(cell.loadUnaligned(as: Decimal128.self))
    case .objectId: self = .bytes(UnsafeRawBufferPointer(start: cell, count: 12))
    case .uuid: self = .bytes(UnsafeRawBufferPointer(start: cell, count: 16))
    case .any:
      let bytes = Slot.bytes(at: cell, in: home)
      self = bytes.isEmpty || bytes.first == AnyTag.none.rawValue ? .null : .any(bytes)
    case .object:
      let key = cell.loadUnaligned(as: Int64.self)
      self = key == 0 ? .null : .link(key - 1)
    }
  }

  /// Returns the order of two values: negative, zero or positive; nil if they cannot be compared. Numbers of different types are compared
  /// without rounding. NaNs of all types are equal to one another and below all numbers.
  static func order(_ a: CellValue, _ b: CellValue) -> Int? {
    switch (a, b) {
    case (.bool(let a), .bool(let b)): a == b ? 0 : a ? 1 : -1
    case (.int(let a), .int(let b)): a < b ? -1 : a == b ? 0 : 1
    case (.double(let a), .double(let b)): order(a, b)
    case (.int(let a), .double(let b)): -orderExactly(b, a)
    case (.double(let a), .int(let b)): orderExactly(a, b)
    case (.text(let a), .text(let b)), (.bytes(let a), .bytes(let b)): order(a, b)
    case (.date(let a, let x), .date(let b, let y)): a != b ? (a < b ? -1 : 1) : x != y ? (x < y ? -1 : 1) : 0
    case (.decimal(let a), .decimal(let b)): Decimal128.compare(a, b)
    case (.decimal(let a), .int(let b)): Decimal128.compare(a, Decimal128(integerLiteral: b))
    case (.decimal(let a), .double(let b)): a.order(b)
    case (.int, .decimal), (.double, .decimal): order(b, a).map { -$0 }
    case (.link(let a), .link(let b)): a < b ? -1 : a == b ? 0 : 1
    case (.any(let a), .any(let b)): (try? AnyOrder.order(AnyStored(a), AnyStored(b))) ?? 0
    default: nil
    }
  }

  static func order(_ a: Double, _ b: Double) -> Int {
    if a == b { return 0 }
    if a.isNaN { return b.isNaN ? 0 : -1 }
    if b.isNaN { return 1 }
    return a < b ? -1 : 1
  }

  // Compares a double with an integer, without rounding the integer to a double.
  private static func orderExactly(_ a: Double, _ b: Int64) -> Int {
    if a.isNaN { return -1 }
    if a >= 9_223_372_036_854_775_808 { return 1 }
    if a < -9_223_372_036_854_775_808 { return -1 }
    let whole = Int64(a.rounded(.down))
    if whole != b { return whole < b ? -1 : 1 }
    return a > a.rounded(.down) ? 1 : 0
  }

  static func order(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    let common = min(a.count, b.count)
    if common > 0, let first = a.baseAddress, let second = b.baseAddress {
      let difference = compareBytes(first, second, common)
      if difference != 0 { return difference }
    }
    return a.count - b.count
  }
}
