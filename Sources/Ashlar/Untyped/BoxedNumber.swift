import Foundation

/// Boxes numbers and Bools for untyped code. An `NSNumber` casts to every number type that can represent its value, whereas a plain `Int`
/// casts only to `Int`.
enum BoxedNumber {
  /// The class of boxed Bools, which differs from the class of boxed numbers.
  private static let boolClass: AnyClass = Swift.type(of: NSNumber(value: true))
  static let boolIdentifier = ObjectIdentifier(boolClass)

  /// Unboxes a Bool or an integer. A boxed floating-point or decimal number remains a box: unlike a plain Double, it may be stored in an
  /// integer property if it is whole.
  static func untyped(_ number: NSNumber) -> Untyped {
    if Swift.type(of: number) == boolClass { return .bool(number.boolValue) }
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"): return .number(number)
    case UInt8(ascii: "Q"):
      let value = number.uint64Value
      return Int(exactly: value).map { .int($0) } ?? .unsigned(value)
    default:
      // Comparing classes is faster than the cast, and most integers are of the class `NSNumber` itself.
      let isDecimal = Swift.type(of: number) != NSNumber.self && number is NSDecimalNumber
      return isDecimal ? .number(number) : .int(number.intValue)
    }
  }

  /// Converts a boxed floating-point or decimal number to an `AnyRealmValue` of the same number type.
  static func anyValue(_ number: NSNumber) -> AnyRealmValue {
    if let decimal = number as? NSDecimalNumber { return .decimal128(Decimal128(parsing: "\(decimal)") ?? .nan) }
    return UInt8(bitPattern: number.objCType.pointee) == UInt8(ascii: "f") ? .float(number.floatValue) : .double(number.doubleValue)
  }

  /// Boxes a Bool or a number other than a `Decimal128`, even inside an optional; returns other values unchanged.
  static func boxed(_ value: Any) -> Any {
    func box<T>(_ value: T) -> Any {
      // Called only if `T` and `Known` are the same type.
      func known<Known>(_ type: Known.Type) -> Known {
        withUnsafePointer(to: value) { UnsafeRawPointer($0).assumingMemoryBound(to: type).pointee }
      }
      if T.self == String.self { return value }
      if T.self == Int.self { return NSNumber(value: known(Int.self)) }
      if T.self == Double.self { return NSNumber(value: known(Double.self)) }
      if T.self == Bool.self { return NSNumber(value: known(Bool.self)) }
      if T.self == Float.self { return NSNumber(value: known(Float.self)) }
      if T.self == Int64.self { return NSNumber(value: known(Int64.self)) }
      if T.self == Int32.self { return NSNumber(value: known(Int32.self)) }
      if T.self == Int16.self { return NSNumber(value: known(Int16.self)) }
      if T.self == Int8.self { return NSNumber(value: known(Int8.self)) }
      if T.self == Date.self || T.self is AnyClass { return value }
      if let optional = value as? any FlattenableOptional, let wrapped = optional.flattened { return boxed(wrapped) }
      return value
    }
    return _openExistential(value, do: box)
  }

  /// Like `boxed(_:)`, for a value that may be nil.
  static func boxed(ifPresent value: Any?) -> Any? {
    if let value { boxed(value) } else { nil }
  }
}
