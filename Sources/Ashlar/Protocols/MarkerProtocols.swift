#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Types of which min and max make sense.
@_marker public protocol MinMaxType {}
/// Types of which sum and average make sense.
@_marker public protocol AddableType {}
/// Types that collections can be sorted by.
@_marker public protocol SortableType {}
/// Classes whose properties a key path may lead to when collections are sorted.
@_marker public protocol KeypathSortable {}
/// Types of which a property may have an index.
@_marker public protocol _Indexable {}
/// Types that a primary key may have.
@_marker public protocol _PrimaryKey {}

extension Optional: MinMaxType where Wrapped: MinMaxType {}
extension Optional: AddableType where Wrapped: AddableType {}
extension Optional: SortableType where Wrapped: SortableType {}
extension Optional: _Indexable where Wrapped: _Indexable {}
extension Optional: _PrimaryKey where Wrapped: _PrimaryKey {}

extension ObjectBase: KeypathSortable {}
extension Projection: KeypathSortable {}

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
