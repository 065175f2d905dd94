import AshlarSchema

/// Values of cells as text, for errors.
enum CellText {
  /// The maximum number of characters of a value in an error.
  static let limit = 40

  /// Returns the value of a cell. Text is quoted; a link is the number of its target's row, and bytes are hex digits.
  /// - Parameter limit: The maximum number of characters: a longer text is cut, and ends with `…`.
  static func value(
    _ column: ColumnLayout, _ cell: UnsafeMutableRawPointer, null: UnsafeMutableRawPointer?, home: SlotHome, limit: Int = limit
  ) -> String {
    guard column.type == .string, column.element == nil, let text = text(column, cell, null: null, home: home) else {
      return cut(plain(column, cell, null: null, home: home), limit)
    }
    return "\"\(cut(text, limit - 2))\""
  }

  /// Returns the value of a cell that contains a primary key, in full and without quotation marks.
  static func key(
    _ column: ColumnLayout, _ cell: UnsafeMutableRawPointer, null: UnsafeMutableRawPointer?, home: SlotHome
  ) -> String {
    text(column, cell, null: null, home: home) ?? plain(column, cell, null: null, home: home)
  }

  private static func cut(_ text: String, _ limit: Int) -> String { text.count <= limit ? text : text.prefix(limit - 1) + "…" }

  // Returns the text in a cell; nil if the column has other values, or if the value is nil.
  private static func text(
    _ column: ColumnLayout, _ cell: UnsafeMutableRawPointer, null: UnsafeMutableRawPointer?, home: SlotHome
  ) -> String? {
    if column.type != .string || column.element != nil || Slot(at: cell).isNull { return nil }
    if let null, null.load(as: UInt8.self) == 0 { return nil }
    return String(decoding: Slot.bytes(at: cell, in: home), as: UTF8.self)
  }

  private static func plain(
    _ column: ColumnLayout, _ cell: UnsafeMutableRawPointer, null: UnsafeMutableRawPointer?, home: SlotHome
  ) -> String {
    if let null, null.load(as: UInt8.self) == 0 { return "nil" }
    if column.element != nil { return "a collection" }
    switch column.type.form {
    case .bool: return cell.load(as: UInt8.self) == 0 ? "false" : "true"
    case .integer: return String(IntegerCell.value(cell, width: column.width))
    case .float: return "\(cell.loadUnaligned(as: Float.self))"
    case .double: return "\(cell.loadUnaligned(as: Double.self))"
    case .date:
      let seconds = cell.loadUnaligned(as: Int64.self)
      // ISO 8601 has years of four digits, and the days of other years may not fit an Int64.
      guard -62_167_219_200...253_402_300_799 ~= seconds else { return "\(seconds) seconds since 1970" }
      return CivilDate(seconds: seconds, nanoseconds: cell.loadUnaligned(fromByteOffset: 8, as: Int32.self)).text
    case .decimal: return DefaultValue.decimal(in: cell, column.type).boundText
    case .object:
      let target = cell.loadUnaligned(as: Int64.self)
      return target == 0 ? "nil" : "row \(target - 1)"
    case .objectId: return hex(UnsafeRawBufferPointer(start: cell, count: column.width))
    case .uuid:
      let digits = Array(hex(UnsafeRawBufferPointer(start: cell, count: column.width)).uppercased())
      return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    case .data: return Slot(at: cell).isNull ? "nil" : hex(UnsafeRawBufferPointer(rebasing: Slot.bytes(at: cell, in: home).prefix(limit)))
    case .string: return "nil"
    case .any: return "an AnyRealmValue"
    }
  }

  private static func hex(_ bytes: UnsafeRawBufferPointer) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
