import AshlarSchema

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The Swift type of a scalar that a cell can contain: one for each `ValueType` except `object` and `any`. The requirements convert between
/// the type and the forms that values of unknown type have.
///
/// No requirement has a default implementation, so that the compiler names the requirements that a new type does not implement.
protocol StoredScalar: _RealmCollectionValueInsideOptional, _PersistableInsideOptional, _DefaultConstructible {
  /// Converts an untyped value of the form that `Untyped.plain` returns; nil if a property of this type cannot store it.
  /// `_converted(from:)` does the same for values of any form.
  static func value(of plain: Untyped) -> Self?
  /// Converts a value that was read for a condition or an aggregate; nil if this type does not represent it.
  static func value(of cell: CellValue) -> Self?
  /// The value as untyped code receives it: a number or a Bool in an `NSNumber`, which casts to every number type that can represent its
  /// value; any other value unchanged.
  var boxed: Any { get }
  /// The value as commands print it.
  var contents: _StoredContents { get }
}

/// A number type that can be stored. `ScalarVisitor.number` requires this conformance, so that conditions, aggregates and sorting accept
/// every number type.
protocol StoredNumber: StoredScalar, MinMaxType, AddableType, SortableType, _QueryNumeric {
  /// Converts a sum or a mean of decimal numbers to a property's type; nil if aggregates of this type are not decimal numbers.
  static func value(rounding figure: Decimal128) -> Self?
}

/// Code that needs the Swift type of a property with a given `ValueType`.
protocol ScalarVisitor {
  associatedtype Result
  func visit<Value: StoredScalar>(_ type: Value.Type) -> Result
  /// Called for `AnyRealmValue`.
  func visitAny() -> Result
  /// Called for links and embedded objects.
  func visitObject() -> Result
}

extension ScalarVisitor {
  @inline(__always)
  fileprivate func number<Value: StoredNumber>(_ type: Value.Type) -> Result { visit(type) }
}

extension ValueType {
  /// Calls the visitor with the Swift type. It is inlined, so that `visit` is specialized for each type: reading a property by name takes
  /// no longer than with a separate switch.
  @inline(__always)
  func accept<Visitor: ScalarVisitor>(_ visitor: Visitor) -> Visitor.Result {
    switch self {
    case .bool: visitor.visit(Bool.self)
    case .int: visitor.number(Int.self)
    case .int8: visitor.number(Int8.self)
    case .int16: visitor.number(Int16.self)
    case .int32: visitor.number(Int32.self)
    case .int64: visitor.number(Int64.self)
    case .float: visitor.number(Float.self)
    case .double: visitor.number(Double.self)
    case .string: visitor.visit(String.self)
    case .data: visitor.visit(Data.self)
    case .date: visitor.visit(Date.self)
    case .decimal128: visitor.number(Decimal128.self)
    case .objectId: visitor.visit(ObjectId.self)
    case .uuid: visitor.visit(UUID.self)
    case .any: visitor.visitAny()
    case .object: visitor.visitObject()
    }
  }
}
