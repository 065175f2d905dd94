#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Types whose values have a minimum and a maximum.
///
/// ```swift
/// let oldest = person.dogs.max(ofProperty: "age") as Int?
/// ```
@_marker public protocol MinMaxType {}
/// Types whose values have a sum and an average.
///
/// ```swift
/// let total = person.dogs.sum(ofProperty: "age") as Int
/// ```
@_marker public protocol AddableType {}
/// Types whose values can be used to sort collections.
///
/// ```swift
/// let byName = person.dogs.sorted(byKeyPath: "name")
/// ```
@_marker public protocol SortableType {}
/// Classes whose properties can be used to sort collections.
///
/// ```swift
/// let byName = person.dogs.sorted(by: \.name)
/// ```
@_marker public protocol KeypathSortable {}
/// Types of properties that can be indexed.
@_marker public protocol _Indexable {}
/// Types that a primary key can have.
@_marker public protocol _PrimaryKey {}

extension Optional: MinMaxType where Wrapped: MinMaxType {}
extension Optional: AddableType where Wrapped: AddableType {}
extension Optional: SortableType where Wrapped: SortableType {}
extension Optional: _Indexable where Wrapped: _Indexable {}
extension Optional: _PrimaryKey where Wrapped: _PrimaryKey {}

extension ObjectBase: KeypathSortable {}

extension Int: _Indexable, _PrimaryKey {}
extension Int8: _Indexable, _PrimaryKey {}
extension Int16: _Indexable, _PrimaryKey {}
extension Int32: _Indexable, _PrimaryKey {}
extension Int64: _Indexable, _PrimaryKey {}
extension Bool: _Indexable, _PrimaryKey {}
extension String: _Indexable, _PrimaryKey {}
extension ObjectId: _Indexable, _PrimaryKey {}
extension UUID: _Indexable, _PrimaryKey {}
extension Date: _Indexable {}
extension AnyRealmValue: _Indexable {}

/// Number types, `Date`, `AnyRealmValue` and their optionals, whose values `<`, `<=`, `>` and `>=` compare in conditions.
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
