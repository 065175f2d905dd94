import AshlarSchema
import AshlarStore

extension Object {
  /// Returns the list property with this name, with untyped elements. The program stops if the property is not a list, or if the
  /// object is unmanaged and of a class.
  ///
  /// A list of values has `count`, `isEmpty`, `description` and `value(forKey: "self")`. Reading one of its elements as an object stops
  /// the program: cast the property instead, as `object["scores"] as? List<Int>`.
  public final func dynamicList(_ propertyName: String) -> List<DynamicObject> { _dynamicCollection(propertyName, .list) }

  /// Returns the set property with this name, with untyped elements. See `dynamicList(_:)`.
  public final func dynamicMutableSet(_ propertyName: String) -> MutableSet<DynamicObject> { _dynamicCollection(propertyName, .set) }

  /// Returns the map property with this name, with untyped values. See `dynamicList(_:)`.
  public final func dynamicMap<Key: _MapKey>(_ propertyName: String) -> Map<Key, DynamicObject?> {
    _dynamicCollection(propertyName, .map)
  }
}

extension EmbeddedObject {
  /// See `Object.dynamicList(_:)`.
  public final func dynamicList(_ propertyName: String) -> List<DynamicObject> { _dynamicCollection(propertyName, .list) }

  /// See `Object.dynamicList(_:)`.
  public final func dynamicMutableSet(_ propertyName: String) -> MutableSet<DynamicObject> { _dynamicCollection(propertyName, .set) }

  /// See `Object.dynamicList(_:)`.
  public final func dynamicMap<Key: _MapKey>(_ propertyName: String) -> Map<Key, DynamicObject?> {
    _dynamicCollection(propertyName, .map)
  }
}

extension ObjectBase {
  fileprivate final func _dynamicCollection<Stored: _CollectionBase>(_ name: String, _ kind: CollectionKind) -> Stored {
    let (column, property) = _property(name)
    guard property.collection == kind else { misuse(.notACollection(property: "\(_className).\(name)", kind: Stored._kindName)) }
    if self is DynamicObject, property.type == .object { return _collection(column) }
    _ = _cell(column, Slot.size)
    guard _kind == .live else { misuse(.unmanagedDynamic(type: _className)) }
    // The typed one stays what the property gives.
    let collection = Stored()
    collection.home = .managed(_ManagedCollection(row: _row, column: column, entity: _entity, core: _realm))
    return collection
  }

  final func _property(_ name: String) -> (ordinal: Int, property: PropertyModel) {
    let entity = _entity
    guard let found = entity.property(named: name) else { misuse(.unknownProperty(name: name, type: entity.model.name)) }
    return found
  }
}

extension AnyRealmValue {
  /// The object, of whatever type; nil for any other case, and for unmanaged objects of a class.
  public var dynamicObject: DynamicObject? {
    guard case .object(let object) = self else { return nil }
    if let object = object as? DynamicObject { return object }
    return object._kind == .live ? DynamicObject(object._row, object._realm) : nil
  }
}
