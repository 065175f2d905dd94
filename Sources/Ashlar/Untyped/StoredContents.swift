package import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The value of a property of a `DynamicObject`, by its type. Used by the command.
package enum _StoredContents {
  case null
  case bool(Bool)
  /// An integer of any width.
  case int(Int)
  case float(Float)
  case double(Double)
  case string(String)
  case data(Data)
  case date(Date)
  case decimal(Decimal128)
  case objectId(ObjectId)
  case uuid(UUID)
  /// The target of a link, or an embedded object.
  case object(DynamicObject)
  /// The elements of a list or set.
  case elements([_StoredContents])
  /// The entries of a map, in the order of the map.
  case entries([(key: String, value: _StoredContents)])
}

extension DynamicObject {
  /// The name, kind and properties of the type.
  package var _model: EntityModel { _entity.model }

  /// The key of the row, which is constant for the lifetime of the object in the file.
  package var _rowKey: Int64 { _rowAccess.key }

  /// Returns the value of a stored property. Complexity: O(size of the value).
  package func _contents(_ column: Int) -> _StoredContents {
    let entity = _entity
    let form = entity.forms[column]
    if form.collection != .none { return _StoredContents(_value(at: column, entity, boxesNumbers: false)) }
    // Values of known type are not converted to `Any`, whose type would have to be found again.
    return form.type.accept(ContentsReading(object: self, column: column, isOptional: form.isOptional))
  }

  /// Returns some of the elements of a list or set, or of the entries of a map: at most `limit`, beginning at `start`. Complexity: O(size
  /// of the collection).
  package func _contents(_ column: Int, from start: Int, limit: Int) -> _StoredContents {
    let collection = _anyCollection(column)
    let part = collection._untyped.dropFirst(start).prefix(limit)
    if collection._isKeyed { return .entries(part.compactMap { $0 as? UntypedEntry }.map { ($0.key, _StoredContents($0.value)) }) }
    return .elements(part.map { _StoredContents($0) })
  }

  /// Returns the number of elements of a collection.
  package func _count(_ column: Int) -> Int { _anyCollection(column)._count }
}

/// Reads the value of a column as `_StoredContents`.
private struct ContentsReading: ScalarVisitor {
  let object: DynamicObject
  let column: Int
  let isOptional: Bool

  @inline(__always)
  func visit<Value: StoredScalar>(_ type: Value.Type) -> _StoredContents {
    if isOptional { return (object._optionalValue(column) as Value?)?.contents ?? .null }
    return (object._value(column) as Value).contents
  }

  func visitAny() -> _StoredContents { _StoredContents(object._any(column).payload) }

  func visitObject() -> _StoredContents { _StoredContents(object._anyObject(column)) }
}

extension Untyped {
  /// Converts a value; returns nil for an object or a collection.
  init?(_ contents: _StoredContents) {
    switch contents {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .float(let value): self = .float(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .data(let value): self = .data(value)
    case .date(let value): self = .date(value)
    case .decimal(let value): self = .decimal(value)
    case .objectId(let value): self = .objectId(value)
    case .uuid(let value): self = .uuid(value)
    case .object, .elements, .entries: return nil
    }
  }
}

extension _StoredContents {
  /// The value as untyped code passes it; nil for null, objects and collections.
  package var scalar: Any? { Untyped(self)?.payload }

  init(_ value: Any?) {
    switch Untyped(value) {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .unsigned(let value): self = .decimal(Decimal128(value: value))
    case .float(let value): self = .float(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .data(let value): self = .data(value)
    case .date(let value): self = .date(value)
    case .decimal(let value): self = .decimal(value)
    case .objectId(let value): self = .objectId(value)
    case .uuid(let value): self = .uuid(value)
    case .any(let value): self.init(value.payload)
    case .object(let object):
      self = (object as? DynamicObject).map { .object($0) } ?? .object(DynamicObject(object._rowAccess, object._realm))
    case .collection(let collection) where collection._isKeyed:
      self = .entries(collection._untyped.compactMap { $0 as? UntypedEntry }.map { ($0.key, _StoredContents($0.value)) })
    case .collection(let collection): self = .elements(collection._untyped.map { _StoredContents($0) })
    case .array, .dictionary, .number, .other:
      misuse(.storage("A property of a type that only a file has holds a '\(value.map { "\(type(of: $0))" } ?? "nil")'."))
    }
  }
}
