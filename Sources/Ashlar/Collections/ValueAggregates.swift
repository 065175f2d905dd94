import AshlarSchema
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The aggregates of a sequence of values. Nil, NaN, and values that are neither numbers nor dates are skipped. For `AnyRealmValue`s, see
/// `AnyValueAggregates`.
struct ValueAggregates {
  private var smallest: CellValue?
  private var largest: CellValue?
  private var integer: Int128 = 0
  private var double = 0.0
  private var decimal = Decimal128()
  private var isDouble = false
  private var isDecimal = false
  private var count = 0
  // Used only for `AnyRealmValue`s.
  private var any: AnyValueAggregates?

  /// Computes the aggregates of stored elements.
  init(_ elements: StoredElements) {
    for index in 0..<elements.count { take(elements.value(index)) }
  }

  /// Computes the aggregates of values that are not stored.
  init<Values: Sequence>(_ values: Values) {
    if Values.Element.self == AnyRealmValue.self { any = AnyValueAggregates() }
    for value in values {
      let value = Untyped(value as Any)
      if case .any(let value) = value {
        any?.take(value)
        continue
      }
      switch QueryConstant(value) {
      case .int(let value): take(.int(value))
      case .double(let value): take(.double(value))
      case .decimal(let value): take(.decimal(value))
      case .date(let seconds, let nanoseconds): take(.date(seconds, nanoseconds))
      case .null, .bool, .string, .data, .bytes, .object, .collection, nil: break
      }
    }
  }

  private mutating func take(_ value: CellValue) {
    switch value {
    case .int(let number): integer += Int128(number)
    case .double(let number):
      if number.isNaN { return }
      isDouble = true
      double += number
    case .decimal(let number):
      if number.isNaN { return }
      isDecimal = true
      decimal = decimal + number
    case .date: break
    case .null, .bool, .text, .bytes, .link, .any: return
    }
    count += 1
    if smallest.map({ CellValue.setOrder(value, $0) < 0 }) ?? true { smallest = value }
    if largest.map({ CellValue.setOrder(value, $0) > 0 }) ?? true { largest = value }
  }

  /// Returns the smallest value, in the type that the caller chose; nil if there are no values.
  func min<T>() -> T? { any != nil ? any?.smallest as? T : smallest.flatMap(ValueAggregates.delivered) }

  /// Returns the largest value, in the type that the caller chose; nil if there are no values.
  func max<T>() -> T? { any != nil ? any?.largest as? T : largest.flatMap(ValueAggregates.delivered) }

  /// Returns the sum. A sum of integers wraps around at 64 bits.
  func sum<T>(_ type: T.Type = T.self) -> T {
    if let any { return NumberDelivery.deliver(any.sum, "of a sum") }
    return NumberDelivery.deliver(isDecimal ? decimal as Any : isDouble ? double as Any : Int(truncatingIfNeeded: integer), "of a sum")
  }

  /// Returns the mean; nil if there are no values.
  func average<T>() -> T? {
    if let any {
      if any.count == 0 { return nil }
      let value: T = NumberDelivery.deliver(any.sum / Decimal128(value: any.count), "of an average")
      return value
    }
    if count == 0 { return nil }
    if !isDecimal, !isDouble { return NumberDelivery.mean(integer, count, "of an average") as T }
    let value: T = NumberDelivery.deliver(
      isDecimal ? decimal / Decimal128(value: count) as Any : double / Double(count), "of an average")
    return value
  }

  private static func delivered<T>(_ value: CellValue) -> T? {
    let plain: Any
    switch value {
    case .int(let number): plain = Int(number)
    case .double(let number): plain = number
    case .decimal(let number): plain = number
    case .date(let seconds, let nanoseconds):
      plain = _DateCell.date(seconds, nanoseconds)
    case .null, .bool, .text, .bytes, .link, .any: return nil
    }
    let result: T = NumberDelivery.deliver(plain, "of an element")
    return result
  }
}

extension _CollectionBase {
  /// Returns the aggregates of the stored elements. If the collection is unmanaged, or its elements are `AnyRealmValue`s, returns the
  /// aggregates of `values`.
  final func aggregates<Values: Sequence>(_ values: Values) -> ValueAggregates {
    managed.flatMap { $0.type == .any ? nil : ValueAggregates($0.elements()) } ?? ValueAggregates(values)
  }
}
