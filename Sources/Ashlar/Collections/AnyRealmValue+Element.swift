public import AshlarStore

extension AnyRealmValue: RealmCollectionValue, MinMaxType, AddableType, SortableType {
  /// The type itself.
  public typealias PersistedType = AnyRealmValue
  /// Returns `.none`.
  public static func _rlmDefaultValue() -> AnyRealmValue { .none }
  /// The size of a cell in bytes.
  @inlinable public static var _width: Int { Slot.size }

  /// Reads a cell of an unmanaged row. In a managed row, an object cannot be read without its Realm; see `_element`.
  public static func _load(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> AnyRealmValue {
    UnmanagedCell.any(cell)
  }

  /// Reads an element of a collection of a managed object.
  public static func _element(_ cell: UnsafeMutableRawPointer, _ home: _Home, _ own: AnyObject?) -> AnyRealmValue {
    guard let core = own as? _RealmCore else { return _load(cell, home) }
    return core.anyValue(core.reading { () throws(StoreError) in try core.session.anyValue(cell, in: home.base) }) { _ in nil }
  }

  /// If the value is a copy of a list or dictionary in a stored element, returns an accessor for the stored collection; returns other
  /// values unchanged.
  public static func _placed(_ value: AnyRealmValue, _ place: () -> _AnyPlace) -> AnyRealmValue {
    switch value {
    case .list(let list): list.loose.map { id in .list(List(at: _AnyPlace(place(), id: id))) } ?? value
    case .dictionary(let map): map.loose.map { id in .dictionary(Map(at: _AnyPlace(place(), id: id))) } ?? value
    default: value
    }
  }

  /// Returns the objects in the value, at any depth.
  public static func _objects(in value: AnyRealmValue) -> [ObjectBase] { value.objects() }

  /// Copies a list or dictionary; returns other values unchanged.
  public static func _copied(_ value: AnyRealmValue) -> AnyRealmValue {
    switch value {
    case .list, .dictionary: _converted(from: value) ?? value
    default: value
    }
  }

  /// Writes a cell of an unmanaged row, or an element of a writable row.
  public static func _store(
    _ value: AnyRealmValue, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ core: AnyObject?
  ) {
    guard let core = core as? _RealmCore else { return UnmanagedCell.storeAny(value, cell) }
    core.storeAny(AnyWriting(core: core).stored(value), at: cell, in: base)
  }

  /// Converts any value that can be stored: scalars, objects, and arrays and dictionaries of such values. Enums and custom types are
  /// converted to their persisted values, and nil to `.none`. Returns nil for a value of any other type. Stops the program if a collection
  /// is nested too deeply, if a string or data is too long, or for a dictionary key that a map must not contain.
  public static func _converted(from value: Any) -> AnyRealmValue? {
    var reading = ValueReading(core: nil)
    do throws(UsageError) { return try reading.any(Untyped(value), depth: 0) { "AnyRealmValue" } } catch { misuse(error) }
  }
}
