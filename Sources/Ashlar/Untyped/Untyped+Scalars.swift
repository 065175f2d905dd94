import AshlarStore
import Foundation

// Conversions to each stored type; nil if the value does not convert. They accept only `plain` values.
extension Untyped {
  /// Converts an integer in the range of `T`, a boxed whole number in this range, or a Bool.
  func integer<T: FixedWidthInteger>(_ type: T.Type) -> T? {
    switch self {
    case .int(let value): T(exactly: value)
    case .unsigned(let value): T(exactly: value)
    case .bool(let value): value ? 1 : 0
    case .number(let value): Untyped.whole(value).flatMap { T(exactly: $0) }
    default: nil
    }
  }

  private static func whole(_ number: NSNumber) -> Int? {
    number is NSDecimalNumber ? Int("\(number)") : Int(exactly: number.doubleValue)
  }

  /// Converts a Bool, or the number 0 or 1.
  var bool: Bool? {
    switch self {
    case .bool(let value): value
    case .int(let value): value == 0 ? false : value == 1 ? true : nil
    case .unsigned(let value): value == 0 ? false : value == 1 ? true : nil
    case .number(let value): Untyped.whole(value).flatMap { $0 == 0 ? false : $0 == 1 ? true : nil }
    default: nil
    }
  }

  /// Converts any integer, Float, Double or boxed number.
  var double: Double? {
    switch self {
    case .double(let value): value
    case .float(let value): Double(value)
    case .int(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .number(let value): value.doubleValue
    case .other(let value): (value as? any BinaryInteger).map { Double($0) }
    default: nil
    }
  }

  /// Converts any integer or Float, or a Double or boxed number that is in the range of Float or not finite. Foundation boxes an infinite
  /// Float as a Double.
  var float: Float? {
    switch self {
    case .float(let value): value
    case .int(let value): Float(value)
    case .unsigned(let value): Float(value)
    default: double.flatMap { !$0.isFinite || abs($0) <= Double(Float.greatestFiniteMagnitude) ? Float($0) : nil }
    }
  }

  /// Converts a Decimal128, any number, a Bool, or the text of a finite decimal number.
  var decimal: Decimal128? {
    switch self {
    case .decimal(let value): value
    case .int(let value): Decimal128(integerLiteral: Int64(value))
    case .unsigned(let value): Decimal128(exactly: value)
    case .double(let value): Decimal128(value, digits: 15)
    case .float(let value): Decimal128(Double(value), digits: 7)
    case .bool(let value): Decimal128(integerLiteral: value ? 1 : 0)
    case .string(let text): Decimal128(parsing: text).flatMap { $0.isNaN || $0.isInfinite ? nil : $0 }
    case .number(let value):
      value is NSDecimalNumber ? Decimal128(parsing: "\(value)") : Decimal128(value.doubleValue, digits: 15)
    case .other(let value as Decimal): Decimal128(parsing: "\(value)")
    case .other(let value as any BinaryInteger): Decimal128(exactly: value)
    default: nil
    }
  }

  var string: String? { if case .string(let value) = self { value } else { nil } }

  var data: Data? { if case .data(let value) = self { value } else { nil } }

  var date: Date? { if case .date(let value) = self { value } else { nil } }

  var objectId: ObjectId? { if case .objectId(let value) = self { value } else { nil } }

  /// The UUID, also if the value is its text form; nil for any other value.
  var uuid: UUID? {
    switch self {
    case .uuid(let value): value
    case .string(let text): UUID(uuidString: text)
    default: nil
    }
  }

  /// The value as an `AnyRealmValue`; nil if it is an object or a collection, or cannot be stored. A boxed number retains its type.
  var anyScalar: AnyRealmValue? {
    switch self {
    case .null: AnyRealmValue.none
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .unsigned(let value): Int(exactly: value).map { AnyRealmValue.int($0) }
    case .double(let value): .double(value)
    case .float(let value): .float(value)
    case .string(let value): .string(value)
    case .data(let value): .data(value)
    case .date(let value): .date(value)
    case .uuid(let value): .uuid(value)
    case .objectId(let value): .objectId(value)
    case .decimal(let value): .decimal128(value)
    case .number(let value): BoxedNumber.anyValue(value)
    default: nil
    }
  }

  /// The type, length and limit of a string or data that is too long to be stored; otherwise nil.
  var excess: (what: String, bytes: Int, limit: Int)? {
    switch self {
    case .string(let text):
      // The bytes of a substring may have to be counted; most strings store their count.
      text.utf8.count > Slot.byteLimit ? ("String", text.utf8.count, Slot.byteLimit) : nil
    case .data(let data): data.count > Slot.dataLimit ? ("Binary", data.count, Slot.dataLimit) : nil
    default: nil
    }
  }
}
