import AshlarSchema
import AshlarStore

/// A test of one value against a constant.
struct ValueTest {
  private enum Kind {
    case compare(Comparison, CapturedValue)
    // The constant is nil for an unmanaged object, which equals nothing.
    case any(Comparison, AnyConstant?)
    case tags([AnyTag])
    case member(ConstantSet)
    case text(TextTest)
  }

  private let kind: Kind

  init(_ property: PropertyModel, _ comparison: Comparison, _ constant: QueryConstant) {
    kind = .compare(comparison, ValueTest.withValue(ValueTest.converted(constant, property.type)) { CapturedValue($0) })
  }

  init(_ comparison: Comparison, _ constant: AnyStored?) { kind = .any(comparison, constant.map(AnyConstant.init)) }

  init(_ tags: [AnyTag]) { kind = .tags(tags) }

  init(_ set: ConstantSet) { kind = .member(set) }

  init(_ test: TextTest) { kind = .text(test) }

  /// Returns the constant in the form in which the column stores it. A Double is interpreted by its decimal digits: 1.1 is the Float 1.1
  /// for a Float column, and the decimal number 1.1 for a Decimal128 column. A Double is unchanged if no Float has the same digits.
  static func converted(_ constant: QueryConstant, _ type: ValueType) -> QueryConstant {
    switch (constant, type) {
    case (.double(let value), .float): .double(Double("\(Float(value))") == value ? Double(Float(value)) : value)
    case (.double(let value), .decimal128) where !value.isNaN:
      .decimal((try? Decimal128(string: "\(value)")) ?? Decimal128(floatLiteral: value))
    case (.bool(let value), .int), (.bool(let value), .int8), (.bool(let value), .int16), (.bool(let value), .int32),
      (.bool(let value), .int64):
      .int(value ? 1 : 0)
    default: constant
    }
  }

  func matches(_ value: CellValue) -> Bool {
    switch kind {
    case .compare(let comparison, let constant):
      return constant.value.map { ValueTest.compare(value, comparison, $0) } ?? false
    case .any(let comparison, let constant):
      guard let constant else { return ValueTest.stored(value) != nil && comparison == .notEqual }
      return constant.matches(value, comparison)
    case .member(let set): return set.contains(value)
    case .tags(let tags):
      guard case .any(let bytes) = value else { return tags.contains(.none) }
      return tags.contains { $0.rawValue == bytes.first }
    case .text(let test): return test.holds(value)
    }
  }

  // Returns the value as an `AnyStored`; nil if its type is unknown. Bytes that encode no value match nothing; reading the property reports
  // the error.
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

  static func withValue<Result>(_ constant: QueryConstant, _ body: (CellValue) -> Result) -> Result {
    switch constant {
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

  /// Evaluates a comparison in two-valued logic: nil equals nil, differs from everything else, and is neither less nor greater. As an
  /// exception, nil sorts before text and data.
  static func compare(_ a: CellValue, _ comparison: Comparison, _ b: CellValue) -> Bool {
    switch (a, b) {
    case (.any, _), (_, .any):
      if let a = AnyView(a), let b = AnyView(b) { return a.matches(comparison, b) }
      guard let a = stored(a), let b = stored(b) else { return comparison == .notEqual }
      return AnyOrder.matches(a, comparison, b)
    case (.null, .null): return comparison == .equal || comparison == .lessOrEqual || comparison == .greaterOrEqual
    case (.null, .text), (.null, .bytes): return comparison == .notEqual || comparison == .less || comparison == .lessOrEqual
    case (.text, .null), (.bytes, .null): return comparison == .notEqual || comparison == .greater || comparison == .greaterOrEqual
    case (.null, _), (_, .null): return comparison == .notEqual
    // NaN also differs from numbers of other types.
    case (.double(let number), _) where number.isNaN, (_, .double(let number)) where number.isNaN: return comparison == .notEqual
    default: break
    }
    guard let order = CellValue.order(a, b) else { return comparison == .notEqual }
    return holds(order, comparison)
  }

  static func holds(_ order: Int, _ comparison: Comparison) -> Bool {
    switch comparison {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }
}
