import AshlarStore

extension QueryConstant {
  /// Calls `body` with the value that a column would contain for the constant; null for a collection. The bytes of text and data are valid
  /// only during the call.
  func withValue<Result>(_ body: (CellValue) -> Result) -> Result {
    switch self {
    case .null: return body(.null)
    case .bool(let value): return body(.bool(value))
    case .int(let value): return body(.int(value))
    case .double(let value): return body(.double(value))
    case .string(let text):
      var text = text
      return text.withUTF8 { body(.text(UnsafeRawBufferPointer($0))) }
    case .data(let bytes), .bytes(let bytes): return bytes.withUnsafeBytes { body(.bytes($0)) }
    case .date(let seconds, let nanoseconds): return body(.date(seconds, nanoseconds))
    case .decimal(let value): return body(.decimal(value))
    case .object(let key, _, _, _): return body(.link(key))
    case .collection: return body(.null)
    }
  }
}
