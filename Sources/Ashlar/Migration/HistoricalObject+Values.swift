// The accessors that generated properties of historical objects call. `property` is the number of a stored property in the release. If the
// property cannot be read, the migration fails, and a getter returns nil, an empty collection or the default of the type.
nonisolated extension HistoricalObject {
  /// Returns the value of a required property; the default of its type if the value is nil.
  public func _value<Value: _ObjcBridgeable & _Persistable>(_ property: Int) -> Value {
    _row.value(property).flatMap { Value._rlmFromObjc($0, insideOptional: false) } ?? Value._rlmDefaultValue()
  }

  /// Returns the value of an optional property.
  public func _optionalValue<Value: _ObjcBridgeable & _Persistable>(_ property: Int) -> Value? {
    _row.value(property).flatMap { Value._rlmFromObjc($0, insideOptional: false) }
  }

  /// Returns the value of an `AnyRealmValue` property.
  public func _anyValue(_ property: Int) -> AnyRealmValue { any(_row.value(property)) }

  /// Returns the elements of a list or set of `AnyRealmValue`s.
  public func _anyElements(_ property: Int) -> [AnyRealmValue] { elements(property).map(any) }

  /// Returns the entries of a map of `AnyRealmValue`s.
  public func _anyEntries(_ property: Int) -> [String: AnyRealmValue] { entries(property).mapValues(any) }

  /// Returns the elements of a list or set.
  public func _elements<Value: _ObjcBridgeable & _Persistable>(_ property: Int) -> [Value] {
    elements(property).compactMap { Value._rlmFromObjc($0, insideOptional: false) }
  }

  /// Returns the elements of a list or set whose elements may be nil.
  public func _optionalElements<Value: _ObjcBridgeable & _Persistable>(_ property: Int) -> [Value?] {
    elements(property).map { Value._rlmFromObjc($0, insideOptional: true) }
  }

  /// Returns the entries of a map.
  public func _entries<Value: _ObjcBridgeable & _Persistable>(_ property: Int) -> [String: Value] {
    entries(property).compactMapValues { Value._rlmFromObjc($0, insideOptional: false) }
  }

  /// Returns the entries of a map whose values may be nil.
  public func _optionalEntries<Value: _ObjcBridgeable & _Persistable>(_ property: Int) -> [String: Value?] {
    entries(property).mapValues { Value._rlmFromObjc($0, insideOptional: true) }
  }

  /// Returns the target of a link; nil for a null link.
  public func _link<Target: HistoricalObject>(_ property: Int) -> Target? {
    (_row.value(property) as? DynamicObject).map { _row.row(of: $0, Target.self) }
  }

  /// Returns the objects of a list or set.
  public func _links<Target: HistoricalObject>(_ property: Int) -> [Target] {
    elements(property).compactMap { ($0 as? DynamicObject).map { _row.row(of: $0, Target.self) } }
  }

  /// Returns the objects of a map, without the entries whose links are null.
  public func _linkEntries<Target: HistoricalObject>(_ property: Int) -> [String: Target] {
    entries(property).compactMapValues { ($0 as? DynamicObject).map { _row.row(of: $0, Target.self) } }
  }

  /// Sets a property to a value, an object, or the elements of a collection.
  public func _store(_ property: Int, _ value: Any?) { _row.store(value, property) }

  /// Sets a link; nil makes it null.
  public func _storeLink(_ property: Int, _ object: (some HistoricalObject)?) { _row.store(object?._row.object, property) }

  /// Sets the objects of a list or set.
  public func _storeLinks(_ property: Int, _ objects: some Sequence<some HistoricalObject>) {
    _row.store(objects.map { $0._row.object as Any } as [Any], property)
  }

  /// Sets the objects of a map.
  public func _storeLinkEntries(_ property: Int, _ objects: [String: some HistoricalObject]) {
    _row.store(objects.mapValues { $0._row.object as Any } as [String: Any], property)
  }

  private func any(_ value: Any?) -> AnyRealmValue {
    switch value {
    case let value as AnyRealmValue: value
    case let object as Object: .object(object)
    case let value?: AnyRealmValue._rlmFromObjc(value, insideOptional: false) ?? .none
    case nil: .none
    }
  }

  // Elements of sets and keys of maps are distinguished by their bytes. A `Set` or a `Dictionary` would contain only one of several strings
  // that are equal in Swift, and a step that copied it would lose the others. The migration fails instead.
  private func elements(_ property: Int) -> [Any] {
    guard let collection = _row.value(property) as? _CollectionBase else { return [] }
    let elements = collection._untyped
    if !collection._isKeyed, type(of: collection)._kindName == "MutableSet" {
      var texts: Set<String> = []
      for element in elements {
        if case .string(let text) = Untyped(element).plain, !texts.insert(text).inserted { _row.failEqual(text, property) }
      }
    }
    return elements
  }

  private func entries(_ property: Int) -> [String: Any] {
    var entries: [String: Any] = [:]
    for case let entry as UntypedEntry in elements(property) {
      if entries.updateValue(entry.value, forKey: entry.key) != nil { _row.failEqual(entry.key, property) }
    }
    return entries
  }
}
