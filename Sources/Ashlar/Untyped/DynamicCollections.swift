import AshlarSchema
import AshlarStore

extension Object {
  /// Returns the list in the property with this name, with untyped elements:
  ///
  /// ```swift
  /// for dog in person.dynamicList("dogs") { print(dog["name"] as? String ?? "") }
  /// ```
  ///
  /// Stops the program if the property is not a list, or if the object is unmanaged, unless it is a `DynamicObject` and the elements are
  /// objects.
  ///
  /// A list whose elements are not objects supports `count`, `isEmpty`, `description` and `value(forKey: "self")`. Reading an element of
  /// such a list stops the program: cast the property instead, as in `person["scores"] as? List<Int>`.
  public final func dynamicList(_ propertyName: String) -> List<DynamicObject> { _dynamicCollection(propertyName, .list) }

  /// Returns the set in the property with this name, with untyped elements. See `dynamicList(_:)`.
  ///
  /// ```swift
  /// for friend in person.dynamicMutableSet("friends") { print(friend["name"] as? String ?? "") }
  /// ```
  public final func dynamicMutableSet(_ propertyName: String) -> MutableSet<DynamicObject> { _dynamicCollection(propertyName, .set) }

  /// Returns the map in the property with this name, with untyped values. See `dynamicList(_:)`.
  ///
  /// ```swift
  /// let friends: Map<String, DynamicObject?> = person.dynamicMap("friends")
  /// ```
  public final func dynamicMap<Key: _MapKey>(_ propertyName: String) -> Map<Key, DynamicObject?> {
    _dynamicCollection(propertyName, .map)
  }
}

extension EmbeddedObject {
  /// Returns the list in the property with this name, with untyped elements. See `Object.dynamicList(_:)`.
  ///
  /// ```swift
  /// for person in address.dynamicList("people") { print(person["name"] as? String ?? "") }
  /// ```
  public final func dynamicList(_ propertyName: String) -> List<DynamicObject> { _dynamicCollection(propertyName, .list) }

  /// Returns the set in the property with this name, with untyped elements. See `Object.dynamicList(_:)`.
  ///
  /// ```swift
  /// for person in address.dynamicMutableSet("people") { print(person["name"] as? String ?? "") }
  /// ```
  public final func dynamicMutableSet(_ propertyName: String) -> MutableSet<DynamicObject> { _dynamicCollection(propertyName, .set) }

  /// Returns the map in the property with this name, with untyped values. See `Object.dynamicList(_:)`.
  ///
  /// ```swift
  /// let people: Map<String, DynamicObject?> = address.dynamicMap("people")
  /// ```
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
    // The property continues to return its cached typed collection.
    let collection = Stored()
    collection.home = .managed(_ManagedCollection(row: _rowAccess, column: column, entity: _entity, core: _realm))
    return collection
  }

  final func _property(_ name: String) -> (ordinal: Int, property: PropertyModel) {
    let entity = _entity
    guard let found = entity.property(named: name) else { misuse(.unknownProperty(name: name, type: entity.model.name)) }
    return found
  }
}

extension AnyRealmValue {
  /// The object as an untyped object; nil for any other case, or for an unmanaged object of a class.
  ///
  /// ```swift
  /// let name = person.extra.dynamicObject?["name"] as? String
  /// ```
  public var dynamicObject: DynamicObject? {
    guard case .object(let object) = self else { return nil }
    if let object = object as? DynamicObject { return object }
    return object._kind == .live ? DynamicObject(object._rowAccess, object._realm) : nil
  }
}
