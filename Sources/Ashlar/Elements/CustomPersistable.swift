import AshlarSchema
public import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What both kinds of custom types have in common: a Swift type that is stored as a value of another type, a scalar or an
/// embedded object, and converted on each read. Conform to `CustomPersistable` or `FailableCustomPersistable`.
public nonisolated protocol _CustomPersistable: _PersistableInsideOptional, _RealmCollectionValueInsideOptional {
  /// The value that a stored one stands for, or nil. For the runtime.
  static func _custom(from persistedValue: PersistedType) -> Self?
  /// The value to store.
  var persistableValue: PersistedType { get }
}

/// A Swift type that is stored as another type, every value of which can be converted back.
///
///     extension URL: CustomPersistable {
///       public typealias PersistedType = String
///       public init(persistedValue: String) { … }
///       public var persistableValue: String { absoluteString }
///     }
///
/// The stored value is converted on each read, also of unmanaged objects.
public nonisolated protocol CustomPersistable: _CustomPersistable {
  /// Converts a stored value.
  init(persistedValue: PersistedType)
  /// The value to store.
  var persistableValue: PersistedType { get }
}

/// A Swift type that is stored as another type, not every value of which can be converted back. Reading a value that cannot
/// stops the program where the property is required, and returns nil where it is optional.
public nonisolated protocol FailableCustomPersistable: _CustomPersistable {
  /// Converts a stored value; nil when that is not possible.
  init?(persistedValue: PersistedType)
  /// The value to store.
  var persistableValue: PersistedType { get }
}

extension CustomPersistable {
  /// Always a value.
  public static func _custom(from persistedValue: PersistedType) -> Self? { Self(persistedValue: persistedValue) }
}

extension FailableCustomPersistable {
  /// A value, or nil.
  public static func _custom(from persistedValue: PersistedType) -> Self? { Self(persistedValue: persistedValue) }
}

extension _CustomPersistable {
  /// Hashes what is stored: of an embedded object, the values of its properties.
  public func hash(into hasher: inout Hasher) {
    if let object = persistableValue as? ObjectBase { object._hashValues(into: &hasher) } else { hasher.combine(persistableValue) }
  }

  /// The persisted type's default, converted; stops the program when that is not possible.
  public static func _rlmDefaultValue() -> Self {
    guard let value = _defaultOrNil else { misuse(.noCustomDefault(type: "\(Self.self)", value: "\(PersistedType._rlmDefaultValue())")) }
    return value
  }

  /// Some value, which stands for those that a key path reads: the default, or what one of a few stored values converts to. Stops the program
  /// where none does.
  static var _sample: Self {
    if let value = _defaultOrNil { return value }
    let stored: [Any] = [
      "a", "0", "A", "#000000", "https://a.example", "00000000-0000-0000-0000-000000000000", "1970-01-01T00:00:00Z", "{}", 1, -1, 100, 1.5,
      Data([0]), Data(count: 16), true,
    ]
    for value in stored {
      if let value = _converted(from: value) { return value }
    }
    return _rlmDefaultValue()
  }

  static var _defaultOrNil: Self? { _custom(from: PersistedType._rlmDefaultValue()) }

  // A stored value where there has to be one.
  static func _required(_ persistedValue: PersistedType) -> Self {
    guard let value = _custom(from: persistedValue) else { misuse(.customValue(type: "\(Self.self)", value: "\(persistedValue)")) }
    return value
  }

  /// Bytes a cell.
  public static var _width: Int { PersistedType._width }

  /// As the persisted type's.
  public static var _carriesNull: Bool { PersistedType._carriesNull }

  /// Reads a cell and converts it.
  public static func _load(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Self {
    _required(PersistedType._load(cell, home))
  }

  /// Reads a cell, or nil for a stored value that stands for none.
  public static func _tryLoad(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Self? {
    PersistedType._tryLoad(cell, home).flatMap(_custom)
  }

  /// Writes what is stored.
  public static func _store(
    _ value: Self, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ core: AnyObject?
  ) {
    PersistedType._store(value.persistableValue, cell, base, core)
  }

  /// What an embedded object stands for; no link, the value of a default one.
  public static func _accessor(_ entity: _Entity, _ key: Int64, _ core: _RealmCore) -> Self {
    key < 0 ? _rlmDefaultValue() : _required(PersistedType._accessor(entity, key, core))
  }

  /// Some value: conversions never see an object that records.
  public static func _recorded(_ recorder: _Recorder) -> Self { _sample }

  /// The next row of an iteration over embedded objects, or the next packed cell, converted.
  public static func _nextListed(_ iteration: inout _Iteration) -> Self? {
    if iteration.hasKeys { return PersistedType._nextListed(&iteration).map(_required) }
    return _next(&iteration)
  }

  /// The persisted type's.
  public static var _elementEntity: _Entity? { PersistedType._elementEntity }

  /// A fresh object of the values, where the persisted type is an embedded one.
  public static func _objects(in value: Self) -> [ObjectBase] { (value.persistableValue as? ObjectBase).map { [$0] } ?? [] }

  /// The custom value itself, or a value that the persisted type takes.
  public static func _converted(from value: Any) -> Self? {
    if let value = value as? Self { return value }
    return PersistedType._converted(from: value).flatMap(_custom)
  }
}

/// What an enum or a value of a custom type is stored as; other values as they are.
func plainValue(_ value: Any) -> Any {
  if let custom = value as? any _CustomPersistable { return custom.persistableValue }
  return (value as? any RawRepresentable).map { $0.rawValue as Any } ?? value
}

extension ObjectBase {
  final func _hashValues(into hasher: inout Hasher) {
    for column in _entity.model.columns.indices {
      switch _value(at: column) {
      case nil: hasher.combine(0)
      case let object as ObjectBase: object._hashValues(into: &hasher)
      case let value as any Hashable: hasher.combine(value)
      default: hasher.combine(1)
      }
    }
  }
}
