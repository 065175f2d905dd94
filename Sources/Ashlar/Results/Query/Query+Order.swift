#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Types whose values conditions put in order.
public protocol _QueryNumeric {}
extension Int: _QueryNumeric {}
extension Int8: _QueryNumeric {}
extension Int16: _QueryNumeric {}
extension Int32: _QueryNumeric {}
extension Int64: _QueryNumeric {}
extension Float: _QueryNumeric {}
extension Double: _QueryNumeric {}
extension Decimal128: _QueryNumeric {}
extension Date: _QueryNumeric {}
extension AnyRealmValue: _QueryNumeric {}
extension Optional: _QueryNumeric where Wrapped: _QueryNumeric {}

/// Types of text and bytes.
public protocol _QueryBinary {}
extension Data: _QueryBinary {}
extension Optional: _QueryBinary where Wrapped: _QueryBinary {}

/// Types of text.
public protocol _QueryString: _QueryBinary {}
extension String: _QueryString {}
extension Optional: _QueryString where Wrapped: _QueryString {}

extension Query where T: _HasPersistedType, T.PersistedType: _QueryNumeric {
  /// Whether the value is less; never for nil.
  public static func < (a: Query, b: T) -> Query<Bool> { a.compare(.less, b) }
  /// Whether the value is less or equal.
  public static func <= (a: Query, b: T) -> Query<Bool> { a.compare(.lessOrEqual, b) }
  /// Whether the value is greater; never for nil.
  public static func > (a: Query, b: T) -> Query<Bool> { a.compare(.greater, b) }
  /// Whether the value is greater or equal.
  public static func >= (a: Query, b: T) -> Query<Bool> { a.compare(.greaterOrEqual, b) }
  /// Compares two properties.
  public static func < (a: Query, b: Query) -> Query<Bool> { a.compare(.less, b) }
  /// Compares two properties.
  public static func <= (a: Query, b: Query) -> Query<Bool> { a.compare(.lessOrEqual, b) }
  /// Compares two properties.
  public static func > (a: Query, b: Query) -> Query<Bool> { a.compare(.greater, b) }
  /// Compares two properties.
  public static func >= (a: Query, b: Query) -> Query<Bool> { a.compare(.greaterOrEqual, b) }
}

extension Query where T: _HasPersistedType, T.PersistedType: _QueryBinary {
  /// Whether the bytes come before, as text's do in UTF-8; nil comes first.
  public static func < (a: Query, b: T) -> Query<Bool> { a.compare(.less, b) }
  /// Whether the bytes are equal or come before.
  public static func <= (a: Query, b: T) -> Query<Bool> { a.compare(.lessOrEqual, b) }
  /// Whether the bytes come after.
  public static func > (a: Query, b: T) -> Query<Bool> { a.compare(.greater, b) }
  /// Whether the bytes are equal or come after.
  public static func >= (a: Query, b: T) -> Query<Bool> { a.compare(.greaterOrEqual, b) }
  /// Compares two properties.
  public static func < (a: Query, b: Query) -> Query<Bool> { a.compare(.less, b) }
  /// Compares two properties.
  public static func <= (a: Query, b: Query) -> Query<Bool> { a.compare(.lessOrEqual, b) }
  /// Compares two properties.
  public static func > (a: Query, b: Query) -> Query<Bool> { a.compare(.greater, b) }
  /// Compares two properties.
  public static func >= (a: Query, b: Query) -> Query<Bool> { a.compare(.greaterOrEqual, b) }
}

extension Query where T: Comparable {
  /// Whether the value lies in a range without its upper end.
  public func contains(_ range: Range<T>) -> Query<Bool> { lies(from: range.lowerBound, upTo: range.upperBound) }
  /// Whether the value lies in a range; of several values, whether one does.
  public func contains(_ range: ClosedRange<T>) -> Query<Bool> { lies(from: range.lowerBound, through: range.upperBound) }
}

extension Query where T: OptionalProtocol, T.Wrapped: Comparable {
  /// Whether there is a value in a range without its upper end.
  public func contains(_ range: Range<T.Wrapped>) -> Query<Bool> { lies(from: range.lowerBound, upTo: range.upperBound) }
  /// Whether there is a value in a range; of several values, whether one of them lies in it.
  public func contains(_ range: ClosedRange<T.Wrapped>) -> Query<Bool> { lies(from: range.lowerBound, through: range.upperBound) }
}

extension Query {
  private func lies<V>(from low: V, upTo high: V) -> Query<Bool> { compare(.greaterOrEqual, low) && compare(.less, high) }

  private func lies<V>(from low: V, through high: V) -> Query<Bool> {
    let (low, high) = (compare(.greaterOrEqual, low).condition(), compare(.lessOrEqual, high).condition())
    switch low {
    // Text has no 'BETWEEN'.
    case .compare(_, _, .string): return Query<Bool>(.and(low, high))
    case .compare(let path, _, _) where path.isMany: return Query<Bool>(.values(path, [low, high], isAll: false))
    case .compare: return Query<Bool>(.joined(Junction(.and, low, high, isRange: true)))
    default: return Query<Bool>(.and(low, high))
    }
  }
}
