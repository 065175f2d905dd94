import AshlarSchema
public import AshlarStore

extension ObjectBase: _RealmCollectionValueInsideOptional {
  /// All objects have the same persisted form, a link.
  public typealias PersistedType = ObjectBase

  /// Creates an unmanaged object.
  public static func _rlmDefaultValue() -> Self { Self() }
  /// The size of a cell in bytes.
  @inlinable public static var _width: Int { 8 }
  /// True: a link can be null.
  @inlinable public static var _carriesNull: Bool { true }

  /// Stops the program: objects are read through links, never as plain cells.
  public static func _load(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Self {
    misuse(.valuesAsObjects(property: "\(Self.self)"))
  }

  /// Stops the program: objects are written through links, never as plain cells.
  public static func _store(_ value: ObjectBase, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ core: AnyObject?) {
    misuse(.schema("Objects have no plain cells: '\(Self.self)' was written as a value."))
  }

  /// Creates an object that records accesses.
  public static func _recorded(_ recorder: _Recorder) -> Self { recorder.make(Self.self) }

  /// The entity of the class; for a class that represents any type, an entity without properties.
  public static var _elementEntity: _Entity? { _isAbstract ? .untyped : _entity }

  /// Returns the object itself.
  public static func _objects(in value: ObjectBase) -> [ObjectBase] { [value] }
}

// These methods are in an extension of the protocol, in which `Self` is the class itself. Methods of the class would not be specialized, so
// each element would be allocated on the heap.
extension RealmCollectionValue where Self: ObjectBase {
  /// Converts an object of the class, or a custom value that is persisted as such an object; nil for any other value.
  public static func _converted(from value: Any) -> Self? {
    if let object = value as? Self { return object }
    guard case .object(let object) = Untyped(value).plain else { return nil }
    return object as? Self
  }

  /// Creates an accessor for the row with a key. The accessor is invalidated if the row does not exist.
  public static func _accessor(_ entity: _Entity, _ key: Int64, _ core: _RealmCore) -> Self {
    guard key >= 0, let row = core.reading({ () throws(StoreError) in try core.session.locate(entity.ordinal, key) }) else {
      return _found(core.goneRow(entity), core, entity)
    }
    return _found(row, core, entity)
  }

  private static func _found(_ row: _Row, _ core: _RealmCore, _ entity: _Entity) -> Self {
    if !_isAbstract || Self.self is DynamicObject.Type { return Self._accessor(row, core) }
    guard let object = entity.accessor(row, core) as? Self else { misuse(.wrongClass(found: entity.model.name, place: "'\(Self.self)'")) }
    return object
  }

  /// Returns an accessor for the next row; nil at the end. The function is small enough to be inlined into the loop, so that elements that
  /// do not escape are allocated on the stack.
  @inlinable @inline(__always) public static func _next(_ iteration: inout _Iteration) -> Self? {
    guard iteration.nextRow() else { return nil }
    // Acquired before the element is created: otherwise, the compiler would retain the element around this call.
    let ownerReference = iteration.ownerReference()
    let element = Self._accessor(iteration.row, nil)
    element._ownerReference = ownerReference
    return element
  }

  /// Returns the next object of a list, which may be unmanaged; nil at the end.
  public static func _nextListed(_ iteration: inout _Iteration) -> Self? {
    if iteration.held == .values { return iteration.nextValue(Self.self) }
    return _next(&iteration)
  }

  /// Adds the objects to the Realm, and returns their row keys. Stops the program for an object of a different class.
  public static func _enter(_ values: [Self], _ collection: _ManagedCollection, isEmbedded: Bool) -> [Int64] {
    let entity = collection.target
    return values.map { object in
      if object._entity !== entity {
        misuse(.wrongClass(found: object._className, place: "\(List<Self>._kindName) type '\(entity.model.name)'"))
      }
      return collection.enter(object, isEmbedded)
    }
  }
}
