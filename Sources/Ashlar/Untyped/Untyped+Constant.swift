import AshlarSchema
import AshlarStore
import Foundation

// The only conversion of untyped values to constants. The type of the property determines the conversion, which therefore does not depend
// on an order in which types are tried.
extension Untyped {
  /// Returns the constant that a property of a type stores when it is set to this value; nil if the property cannot store the value.
  /// `ObjectBase._store` accepts the same values.
  ///
  /// - Parameter type: The type of a property that is not a link. The range of a number is not checked, because a value out of range equals
  ///   no stored value. Null is accepted for every type.
  func constant(as type: ValueType) -> QueryConstant? {
    let value = plain
    if case .null = value { return .null }
    switch type.form {
    case .bool: return value.bool.map { .bool($0) }
    case .integer: return value.integer(Int64.self).map { .int($0) }
    case .float, .double: return value.double.map { .double($0) }
    case .string: return value.string.map { .string($0) }
    case .data: return value.data.map { .data(Array($0)) }
    case .date: return value.date.map { QueryConstant($0) }
    case .decimal: return value.decimal.map { .decimal($0) }
    case .objectId: return value.objectId.map { .bytes($0.bytes) }
    case .uuid: return value.uuid.map { QueryConstant($0) }
    case .object, .any: return QueryConstant(value)
    }
  }
}

extension QueryConstant {
  /// Converts a value according to its own type, because there is no property that determines the type; nil for collections that are not in
  /// an `AnyRealmValue`, and for values that cannot be stored.
  init?(_ value: Untyped) {
    switch value.plain {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(Int64(value))
    // Every UInt64 becomes a decimal, even if it fits in an Int64, so that all of them have the same form.
    case .unsigned(let value):
      guard let exact = Decimal128(exactly: value) else { return nil }
      self = .decimal(exact)
    case .double(let value): self = .double(value)
    case .float(let value): self = .double(Double(value))
    case .number(let number):
      switch BoxedNumber.anyValue(number) {
      case .decimal128(let value): self = .decimal(value)
      default: self = .double(number.doubleValue)
      }
    case .string(let value): self = .string(value)
    case .data(let value): self = .data(Array(value))
    case .date(let value): self.init(value)
    case .uuid(let value): self.init(value)
    case .objectId(let value): self = .bytes(value.bytes)
    case .decimal(let value): self = .decimal(value)
    case .any(let value):
      if value.isCollection { self = .collection } else { self.init(Untyped(value.payload)) }
    case .object(let object):
      let isRow = object._kind == .live && object._isValid()
      self = .object(
        key: isRow ? object._rowAccess.key : -1, type: object._className, ordinal: object._entity.ordinal,
        context: isRow ? object._rowAccess.context : nil)
    case .array, .dictionary, .collection, .other: return nil
    }
  }

  fileprivate init(_ date: Date) {
    let (seconds, nanoseconds) = _DateCell.parts(date)
    self = .date(seconds: seconds, nanoseconds: nanoseconds)
  }

  fileprivate init(_ id: UUID) { self = .bytes(withUnsafeBytes(of: id.uuid) { Array($0) }) }
}
