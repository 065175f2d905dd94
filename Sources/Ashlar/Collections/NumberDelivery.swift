/// Converts numbers to the type that a caller chose: integers are narrowed, enums are created from raw values.
enum NumberDelivery {
  // Returns nil if the value cannot be converted to the type.
  private static func deliver<T>(_ value: Any) -> T? {
    if let value = value as? T { return value }
    let wanted = (T.self as? any OptionalShape.Type)?.wrapped ?? T.self
    guard let type = wanted as? any RealmCollectionValue.Type else { return nil }
    return converted(value, to: type) as? T
  }

  private static func converted<Wanted: RealmCollectionValue>(_ value: Any, to type: Wanted.Type) -> Any? {
    if let result = Wanted._converted(from: value) { return result }
    if let number = value as? Double {
      // A finite Double beyond the range of `Float` becomes infinity.
      if Wanted.self == Float.self { return Float(number) }
      return Int(exactly: number).flatMap { Wanted._converted(from: $0) }
    }
    if let number = value as? Decimal128, let type = type as? any StoredNumber.Type { return type.value(rounding: number) }
    guard let number = value as? Int, let narrow = type as? any FixedWidthInteger.Type else { return nil }
    return narrow.init(truncatingIfNeeded: number)
  }

  /// Returns the mean of integers: rounded toward zero if `T` is an integer type; otherwise the Double nearest to it.
  static func mean<T>(_ total: Int128, _ count: Int, _ origin: String) -> T {
    let wanted = (T.self as? any OptionalShape.Type)?.wrapped ?? T.self
    if wanted is any FixedWidthInteger.Type { return deliver(Int(truncatingIfNeeded: total / Int128(count)), origin) }
    return deliver(total.nearestQuotient(by: count), origin)
  }

  /// Converts a value. If that is impossible, stops the program with a message that contains `origin`.
  static func deliver<T>(_ value: Any, _ origin: String) -> T {
    if let value: T = deliver(value) { return value }
    misuse(.value("Could not convert value '\(value)' \(origin) to type '\(T.self)'."))
  }
}

/// An optional type, for generic code that needs its wrapped type.
protocol OptionalShape {
  static var wrapped: Any.Type { get }
}
extension Optional: OptionalShape {
  static var wrapped: Any.Type { Wrapped.self }
}
