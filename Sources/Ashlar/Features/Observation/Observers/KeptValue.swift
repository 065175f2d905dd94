import AshlarSchema
import AshlarStore

/// The value of a property that an observer stores between two turns, while its Realm may not be reading any version.
enum KeptValue {
  case object(ObjectBase.Type, _Entity, Int64)
  case value(Any?)

  /// Collections, and objects or collections inside an `AnyRealmValue`, are not stored, because they would retain the Realm.
  init(_ value: Any?) {
    switch value {
    case let object as ObjectBase: self = .object(type(of: object), object._entity, object._rowAccess.key)
    case is _CollectionBase: self = .value(nil)
    case let value as AnyRealmValue:
      switch value {
      case .object, .list, .dictionary: self = .value(nil)
      default: self = .value(value)
      }
    case let value: self = .value(value)
    }
  }

  /// Returns the value for delivery: an object with its current values, or nil if the object has been deleted.
  func told(in core: _RealmCore) -> Any? {
    switch self {
    case .object(let type, let entity, let key): core.row(entity, key).map { type._accessor($0, core) }
    case .value(let value): value
    }
  }

  /// Returns whether two values are known to be equal.
  func isSame(as other: KeptValue) -> Bool {
    switch (self, other) {
    case (.object(_, let a, let key), .object(_, let b, let other)): a === b && key == other
    case (.value(let a as String), .value(let b as String)): a.utf8.count == b.utf8.count && a.utf8.elementsEqual(b.utf8)
    case (.value(let a?), .value(let b?)):
      if let a = a as? AnyHashable, let b = b as? AnyHashable { a == b } else { false }
    default: false
    }
  }
}
