import AshlarStore

extension AnyOrder {
  /// Evaluates a comparison: values of incomparable kinds differ, and neither is less than the other.
  static func matches(_ a: AnyStored, _ comparison: Comparison, _ b: AnyStored) -> Bool {
    if case .none = a, case .none = b { return comparison == .equal || comparison == .lessOrEqual || comparison == .greaterOrEqual }
    guard let order = comparable(a, b) else { return comparison == .notEqual }
    return comparison.holds(order)
  }

  /// Returns the value as an `AnyStored`; nil for bytes and links, whose type is unknown here, and for an invalid encoding, which reading
  /// the property reports as an error.
  static func stored(_ value: CellValue) -> AnyStored? {
    switch value {
    case .null: .some(.none)
    case .any(let bytes): try? AnyStored(bytes)
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .double(let value): .double(value)
    case .decimal(let value): .decimal128(low: value.bidLow, high: value.bidHigh)
    case .text(let bytes): .string(String(decoding: bytes, as: UTF8.self))
    case .date(let seconds, let nanoseconds): .date(seconds: seconds, nanoseconds: nanoseconds)
    case .bytes, .link: nil
    }
  }
}
