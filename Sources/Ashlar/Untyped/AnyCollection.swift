import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Access to collections by column, without their static type.
extension ObjectBase {
  /// Returns a collection property. The elements of a collection of enums are raw values until the typed property is read.
  final func _anyCollection(_ column: Int) -> _CollectionBase {
    let cell = _cell(column, Slot.size)
    // Several threads may read a frozen object; the typed accessor below synchronizes them.
    let known = _kind == .unmanaged ? UnmanagedCell.collection(cell) : isFrozen ? nil : _keptCollection(column)
    if let known = known as? _CollectionBase { return known }
    let entity = _entity
    let form = entity.forms[column]
    if form.type == .object {
      if self is DynamicObject {
        return _kind == .live ? DynamicObject._objects(of: self, column, form) : _anyObjects(column, form)
      }
      guard let target = entity.target(column) else { misuse(.notInRealm(type: entity.model.properties[column].target ?? "")) }
      return target.type._objects(of: self, column, form)
    }
    return form.type.accept(CollectionReading(owner: self, column: column, form: form))
  }

  /// Returns a linking objects property without its static element type.
  final func _anyLinkingObjects(_ ordinal: Int) -> Any {
    guard let target = _entity.target(ordinal) else { misuse(.notInRealm(type: _className)) }
    let type: Any.Type = self is DynamicObject ? DynamicObject.self : target.type
    guard let linked = type as? any LinkedClass.Type else { preconditionFailure("every class can be linked from") }
    return linked.linkingObjects(of: self, ordinal)
  }

  /// Returns a collection property to fill. A managed collection of objects accepts both typed and untyped objects.
  final func _collectionToFill(_ column: Int) -> _CollectionBase {
    let entity = _entity
    let form = entity.forms[column]
    guard _kind == .live, form.type == .object, entity.model.properties[column].customName == nil else { return _anyCollection(column) }
    _ = _cell(column, Slot.size)
    let collection: _CollectionBase =
      switch form.collection {
      case .map: Map<String, ObjectBase?>()
      case .set: MutableSet<ObjectBase>()
      case .list, .none, .linkingObjects: List<ObjectBase>()
      }
    collection.home = .managed(_ManagedCollection(row: _rowAccess, column: column, entity: entity, core: _realm))
    return collection
  }

  // Returns a collection of an unmanaged object without a class; it may contain objects with a class.
  private func _anyObjects(_ column: Int, _ form: PropertyForm) -> _CollectionBase {
    switch form.collection {
    case .map: _map(column) as Map<String, ObjectBase?>
    case .set: _mutableSet(column) as MutableSet<ObjectBase>
    case .list, .none, .linkingObjects: _list(column) as List<ObjectBase>
    }
  }

  // Returns a collection whose elements are of this class. In a static method, `Self` is the dynamic class; in a method of a protocol, it
  // would not be.
  private static func _objects(of owner: ObjectBase, _ column: Int, _ form: PropertyForm) -> _CollectionBase {
    switch form.collection {
    case .map: owner._map(column) as Map<String, Self?>
    case .set: owner._mutableSet(column) as MutableSet<Self>
    case .list, .none, .linkingObjects: owner._list(column) as List<Self>
    }
  }
}

/// A class whose objects may link to other objects. Every class conforms, because `ObjectBase` does.
protocol LinkedClass: ObjectBase {
  /// Returns a linking objects property, whose elements are of this class.
  static func linkingObjects(of owner: ObjectBase, _ ordinal: Int) -> Any
}

/// Returns the collection of values in a column.
private struct CollectionReading: ScalarVisitor {
  let owner: ObjectBase
  let column: Int
  let form: PropertyForm

  func visit<Value: StoredScalar>(_ type: Value.Type) -> _CollectionBase {
    form.isOptional ? Value?._anyCollection(of: owner, column, form) : Value._anyCollection(of: owner, column, form)
  }

  func visitAny() -> _CollectionBase { AnyRealmValue._anyCollection(of: owner, column, form) }

  func visitObject() -> _CollectionBase { misuse(.notInRealm(type: owner._entity.model.properties[column].name)) }
}

extension RealmCollectionValue {
  /// Returns the collection in a column, with `Self` as its element type.
  static func _anyCollection(of owner: ObjectBase, _ column: Int, _ form: PropertyForm) -> _CollectionBase {
    switch form.collection {
    case .set: owner._mutableSet(column) as MutableSet<Self>
    case .map: owner._map(column) as Map<String, Self>
    case .list, .none, .linkingObjects: owner._list(column) as List<Self>
    }
  }
}
