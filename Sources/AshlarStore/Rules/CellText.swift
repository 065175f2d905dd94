import AshlarSchema

extension CheckedRows {
  /// The maximum number of characters of a text that messages contain.
  private static let textLimit = 40

  /// Returns a cell as text for messages: numbers and dates as the schema language has them, text in quotation marks, and of a collection
  /// the number of its elements. Text is cut after 40 characters.
  func text(_ row: Int, _ column: Int) -> String {
    let layout = layouts(column)
    guard let cell = cell(row, column) else { return "nil" }
    if let element = layout.element {
      let number = count(cell, element)
      return number == 1 ? "1 element" : "\(number) elements"
    }
    func bytes() -> UnsafeRawBufferPointer { Slot.bytes(at: cell, in: home) }
    func digits(_ width: Int) -> String {
      UnsafeRawBufferPointer(start: cell, count: width).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    switch layout.type.form {
    case .bool: return cell.load(as: UInt8.self) != 0 ? "true" : "false"
    case .integer: return "\(ValueCheck.integer(cell, layout.width))"
    case .float: return "\(cell.loadUnaligned(as: Float.self))"
    case .double: return "\(cell.loadUnaligned(as: Double.self))"
    case .decimal: return ValueCheck.decimal(cell).boundText
    case .date:
      let moment = ValueCheck.moment(cell)
      // ISO 8601 has years of four digits.
      guard -62_167_219_200...253_402_300_799 ~= moment.seconds else { return "\(moment.seconds) seconds since 1970" }
      return DefaultValue.date(seconds: moment.seconds, nanoseconds: moment.nanoseconds).boundText
    case .string:
      // A character may consist of many scalars, so that more bytes than these are not looked at.
      let text = String(decoding: bytes().prefix(16 * Self.textLimit), as: UTF8.self)
      let quoted = QuotedText.quoted(String(text.prefix(Self.textLimit))) { $0.value < 0x20 ? QuotedText.escape("u", $0, width: 4) : nil }
      return quoted.count <= Self.textLimit && bytes().count <= 16 * Self.textLimit
        ? quoted : String(quoted.prefix(Self.textLimit - 2)) + "…\""
    case .data:
      let number = bytes().count
      return number == 1 ? "1 byte" : "\(number) bytes"
    case .objectId, .uuid: return digits(layout.width)
    case .object:
      let key = cell.loadUnaligned(as: Int64.self)
      return key == 0 ? "nil" : "row \(key - 1)"
    case .any: return isNone(cell) ? "nil" : "a value"
    }
  }
}
