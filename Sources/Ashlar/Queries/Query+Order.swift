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

extension Query where T: _HasPersistedType, T.PersistedType: _QueryString {
  /// Whether the text comes before, byte by byte; nil comes first.
  public static func < (a: Query, b: T) -> Query<Bool> { a.compare(.less, b) }
  /// Whether the text is equal or comes before.
  public static func <= (a: Query, b: T) -> Query<Bool> { a.compare(.lessOrEqual, b) }
  /// Whether the text comes after, byte by byte.
  public static func > (a: Query, b: T) -> Query<Bool> { a.compare(.greater, b) }
  /// Whether the text is equal or comes after.
  public static func >= (a: Query, b: T) -> Query<Bool> { a.compare(.greaterOrEqual, b) }

  /// Whether the text begins with another; never with an empty one.
  public func starts(with value: T, options: StringOptions = []) -> Query<Bool> { match(.begins, value, options) }
  /// Whether the text ends with another; never with an empty one.
  public func ends(with value: T, options: StringOptions = []) -> Query<Bool> { match(.ends, value, options) }
  /// Whether the text contains another; never an empty one.
  public func contains(_ value: T, options: StringOptions = []) -> Query<Bool> { match(.contains, value, options) }
  /// Whether the text is there and has no characters.
  public var isEmpty: Query<Bool> { Query<Bool>(.compare(path, .equal, .string(""))) }
  /// Whether the text equals another.
  public func equals(_ value: T, options: StringOptions = []) -> Query<Bool> { match(.equal, value, options) }
  /// Whether the text differs from another.
  public func notEquals(_ value: T, options: StringOptions = []) -> Query<Bool> { !match(.equal, value, options) }

  /// Whether all of the text has a pattern, in which `*` is any text, also none, and `?` one Unicode scalar. Nil has the pattern nil.
  public func like(_ value: T, caseInsensitive: Bool = false) -> Query<Bool> {
    guard case .string(let pattern)? = QueryConstant(converting: value) else { return compare(.equal, value) }
    return Query<Bool>(.like(path, pattern, ignoresCase: caseInsensitive))
  }

  /// Whether the text equals one of several; false for none.
  public func `in`<U: Sequence>(_ collection: U, options: StringOptions) -> Query<Bool> where U.Element == T {
    oneOf(collection, ignoresCase: options.contains(.caseInsensitive))
  }

  private func match(_ match: Condition.TextMatch, _ value: T, _ options: StringOptions) -> Query<Bool> {
    switch QueryConstant(converting: value) {
    case .string(let text):
      if text.isEmpty, match != .equal { return Query<Bool>(.constant(false)) }
      return Query<Bool>(.text(path, match, text, ignoresCase: options.contains(.caseInsensitive)))
    case .null: return match == .equal ? compare(.equal, value) : Query<Bool>(.constant(false))
    default: misuse(.query("Cannot compare '\(path.text)' with a value of type '\(T.self)'."))
    }
  }
}

extension Query where T: Comparable {
  /// Whether the value lies in a range without its upper end.
  public func contains(_ range: Range<T>) -> Query<Bool> {
    compare(.greaterOrEqual, range.lowerBound) && compare(.less, range.upperBound)
  }
  /// Whether the value lies in a range.
  public func contains(_ range: ClosedRange<T>) -> Query<Bool> {
    compare(.greaterOrEqual, range.lowerBound) && compare(.lessOrEqual, range.upperBound)
  }
}

extension Query where T: OptionalProtocol, T.Wrapped: Comparable {
  /// Whether there is a value in a range without its upper end.
  public func contains(_ range: Range<T.Wrapped>) -> Query<Bool> {
    compare(.greaterOrEqual, range.lowerBound) && compare(.less, range.upperBound)
  }
  /// Whether there is a value in a range.
  public func contains(_ range: ClosedRange<T.Wrapped>) -> Query<Bool> {
    compare(.greaterOrEqual, range.lowerBound) && compare(.lessOrEqual, range.upperBound)
  }
}
