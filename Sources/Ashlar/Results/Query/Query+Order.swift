#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// `String`, `Data`, or an optional of either.
public protocol _QueryBinary {}
extension Data: _QueryBinary {}
extension Optional: _QueryBinary where Wrapped: _QueryBinary {}

/// `String` or `String?`.
public protocol _QueryString: _QueryBinary {}
extension String: _QueryString {}
extension Optional: _QueryString where Wrapped: _QueryString {}

extension Query where T: _HasPersistedType, T.PersistedType: _QueryNumeric {
  /// Whether the property is less than a value; false if the property is nil: `$0.age < 18`.
  public static func < (a: Query, b: T) -> Query<Bool> { a.compare(.less, b) }
  /// Whether the property is less than or equal to a value: `$0.age <= 18`. Nil is only equal to nil.
  public static func <= (a: Query, b: T) -> Query<Bool> { a.compare(.lessOrEqual, b) }
  /// Whether the property is greater than a value; false if the property is nil: `$0.age > 18`.
  public static func > (a: Query, b: T) -> Query<Bool> { a.compare(.greater, b) }
  /// Whether the property is greater than or equal to a value: `$0.age >= 18`. Nil is only equal to nil.
  public static func >= (a: Query, b: T) -> Query<Bool> { a.compare(.greaterOrEqual, b) }
  /// Whether the first property is less than the second: `$0.age < $0.limit`.
  public static func < (a: Query, b: Query) -> Query<Bool> { a.compare(.less, b) }
  /// Whether the first property is less than or equal to the second.
  public static func <= (a: Query, b: Query) -> Query<Bool> { a.compare(.lessOrEqual, b) }
  /// Whether the first property is greater than the second.
  public static func > (a: Query, b: Query) -> Query<Bool> { a.compare(.greater, b) }
  /// Whether the first property is greater than or equal to the second.
  public static func >= (a: Query, b: Query) -> Query<Bool> { a.compare(.greaterOrEqual, b) }
}

extension Query where T: _HasPersistedType, T.PersistedType: _QueryBinary {
  /// Whether the bytes of the property, in UTF-8 for text, sort before those of a value: `$0.name < "B"`. Nil is less than every other
  /// value.
  public static func < (a: Query, b: T) -> Query<Bool> { a.compare(.less, b) }
  /// Whether the bytes of the property sort before those of a value or equal them.
  public static func <= (a: Query, b: T) -> Query<Bool> { a.compare(.lessOrEqual, b) }
  /// Whether the bytes of the property sort after those of a value: `$0.name > "B"`.
  public static func > (a: Query, b: T) -> Query<Bool> { a.compare(.greater, b) }
  /// Whether the bytes of the property sort after those of a value or equal them.
  public static func >= (a: Query, b: T) -> Query<Bool> { a.compare(.greaterOrEqual, b) }
  /// Whether the bytes of the first property sort before those of the second: `$0.name < $0.nickname`.
  public static func < (a: Query, b: Query) -> Query<Bool> { a.compare(.less, b) }
  /// Whether the bytes of the first property sort before those of the second or equal them.
  public static func <= (a: Query, b: Query) -> Query<Bool> { a.compare(.lessOrEqual, b) }
  /// Whether the bytes of the first property sort after those of the second.
  public static func > (a: Query, b: Query) -> Query<Bool> { a.compare(.greater, b) }
  /// Whether the bytes of the first property sort after those of the second or equal them.
  public static func >= (a: Query, b: Query) -> Query<Bool> { a.compare(.greaterOrEqual, b) }
}

extension Query where T: Comparable {
  /// Whether the property is in a half-open range. For a path through a collection, different values may satisfy the two bounds.
  ///
  /// ```swift
  /// people.where { $0.age.contains(13..<20) }
  /// ```
  public func contains(_ range: Range<T>) -> Query<Bool> { lies(from: range.lowerBound, upTo: range.upperBound) }
  /// Whether the property is in a closed range; for a path through a collection, whether one of the values is in the range:
  /// `$0.dogs.age.contains(1...3)`.
  public func contains(_ range: ClosedRange<T>) -> Query<Bool> { lies(from: range.lowerBound, through: range.upperBound) }
}

extension Query where T: OptionalProtocol, T.Wrapped: Comparable {
  /// Whether the property is not nil and in a half-open range: `$0.height.contains(1.5..<2)`. For a path through a collection, different
  /// values may satisfy the two bounds.
  public func contains(_ range: Range<T.Wrapped>) -> Query<Bool> { lies(from: range.lowerBound, upTo: range.upperBound) }
  /// Whether the property is not nil and in a closed range; for a path through a collection, whether one of the values is in the range.
  public func contains(_ range: ClosedRange<T.Wrapped>) -> Query<Bool> { lies(from: range.lowerBound, through: range.upperBound) }
}

extension Query {
  private func lies<V>(from low: V, upTo high: V) -> Query<Bool> { compare(.greaterOrEqual, low) && compare(.less, high) }

  private func lies<V>(from low: V, through high: V) -> Query<Bool> {
    let (low, high) = (compare(.greaterOrEqual, low).condition(), compare(.lessOrEqual, high).condition())
    guard case .test(let path, let least) = low, case .test(_, let most) = high else { return Query<Bool>(.and(low, high)) }
    // A range of text is not printed as 'BETWEEN', which is not supported for text.
    if case .string? = least.compared?.constant { return Query<Bool>(.and(low, high)) }
    return Query<Bool>(path.isMany ? .values(path, [least, most], .any) : .joined(Junction(.and, low, high, isRange: true)))
  }
}
