import AshlarSchema
public import AshlarStore

extension ObjectBase: _RealmCollectionValueInsideOptional {
  /// Stored as a link.
  public typealias PersistedType = ObjectBase

  /// A fresh unmanaged object.
  public static func _rlmDefaultValue() -> Self { Self() }
  /// Bytes a cell.
  @inlinable public static var _width: Int { 8 }
  /// A link may be null.
  @inlinable public static var _carriesNull: Bool { true }

  /// Objects are reached through links, never as plain cells.
  public static func _load(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Self {
    misuse(.valuesAsObjects(property: "\(Self.self)"))
  }

  /// Objects are reached through links, never as plain cells.
  public static func _store(_ value: ObjectBase, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ core: AnyObject?) {
    misuse(.schema("Objects have no plain cells: '\(Self.self)' was written as a value."))
  }

  /// An object that records.
  public static func _recorded(_ recorder: _Recorder) -> Self { recorder.make(Self.self) }

  /// The entity of the class; of classes that stand for any type, one without properties.
  public static var _elementEntity: _Entity? { _isAbstract ? .untyped : _entity }

  /// The object.
  public static func _objects(in value: ObjectBase) -> [ObjectBase] { [value] }
}

// In an extension of the protocol, where `Self` is the class itself: a method of the class would not be specialised, and
// each element would be allocated.
extension RealmCollectionValue where Self: ObjectBase {
  /// An object of the class, or the object that a value of a custom type is stored as.
  public static func _converted(from value: Any) -> Self? {
    if let object = value as? Self { return object }
    guard case .object(let object) = Untyped(value).plain else { return nil }
    return object as? Self
  }

  /// An accessor for a key, invalidated when there is no such row.
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

  /// The next row. Small enough to be inlined into the loop, so that elements that do not escape live on the stack.
  @inlinable @inline(__always) public static func _next(_ iteration: inout _Iteration) -> Self? {
    guard iteration.nextRow() else { return nil }
    // First: a call in between would have the element retained around it.
    let ownerReference = iteration.ownerReference()
    let element = Self._accessor(iteration.row, nil)
    element._ownerReference = ownerReference
    return element
  }

  /// The next object of a list, which may be unmanaged.
  public static func _nextListed(_ iteration: inout _Iteration) -> Self? {
    if iteration.held == .values { return iteration.nextValue(Self.self) }
    return _next(&iteration)
  }

  /// The keys of the objects.
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
