import AshlarSchema
public import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A custom type: a Swift type that is stored as a scalar or an embedded object, and converted on each read. Conform to `CustomPersistable`
/// or `FailableCustomPersistable`.
public nonisolated protocol _CustomPersistable: _PersistableInsideOptional, _RealmCollectionValueInsideOptional {
  /// Converts a stored value; nil if it cannot be converted. Used by the runtime.
  static func _custom(from persistedValue: PersistedType) -> Self?
  /// The value to store.
  var persistableValue: PersistedType { get }
}

/// A Swift type that is stored as a different type, and to which every stored value can be converted back.
///
/// ```swift
/// struct Celsius: CustomPersistable {
///   var degrees: Double
///
///   typealias PersistedType = Double
///   init(persistedValue: Double) { degrees = persistedValue }
///   var persistableValue: Double { degrees }
/// }
/// ```
///
/// The stored value is converted on each read, for unmanaged objects as well. See the guide, *Values*.
public nonisolated protocol CustomPersistable: _CustomPersistable {
  /// Converts a stored value: `init(persistedValue: Double) { degrees = persistedValue }`.
  init(persistedValue: PersistedType)
  /// The value to store: `var persistableValue: Double { degrees }`.
  var persistableValue: PersistedType { get }
}

/// A Swift type that is stored as a different type, and to which some stored values cannot be converted back.
///
/// ```swift
/// extension URL: FailableCustomPersistable {
///   public typealias PersistedType = String
///   public init?(persistedValue: String) { self.init(string: persistedValue) }
///   public var persistableValue: String { absoluteString }
/// }
/// ```
///
/// Reading a value that cannot be converted stops the program if the property is required, and returns nil if it is optional. See the
/// guide, *Values*.
public nonisolated protocol FailableCustomPersistable: _CustomPersistable {
  /// Converts a stored value; nil if it cannot be converted.
  init?(persistedValue: PersistedType)
  /// The value to store: `var persistableValue: String { absoluteString }`.
  var persistableValue: PersistedType { get }
}

extension CustomPersistable {
  /// Converts a stored value; never nil.
  public static func _custom(from persistedValue: PersistedType) -> Self? { Self(persistedValue: persistedValue) }
}

extension FailableCustomPersistable {
  /// Converts a stored value; nil if it cannot be converted.
  public static func _custom(from persistedValue: PersistedType) -> Self? { Self(persistedValue: persistedValue) }
}

extension _CustomPersistable {
  /// Hashes the stored value; if that is an embedded object, hashes the values of its properties. See the guide, *Values*.
  public func hash(into hasher: inout Hasher) {
    if let object = persistableValue as? ObjectBase { object._hashValues(into: &hasher) } else { hasher.combine(persistableValue) }
  }

  /// Returns the persisted type's default, converted. Stops the program if the default cannot be converted.
  public static func _rlmDefaultValue() -> Self {
    guard let value = _defaultOrNil else { misuse(.noCustomDefault(type: "\(Self.self)", value: "\(PersistedType._rlmDefaultValue())")) }
    return value
  }

  /// A placeholder for the values that a key path reads: the default, or one of a few stored values, converted. Stops the program if none
  /// of them can be converted.
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

  // Converts a stored value. Stops the program if it cannot be converted.
  static func _required(_ persistedValue: PersistedType) -> Self {
    guard let value = _custom(from: persistedValue) else { misuse(.customValue(type: "\(Self.self)", value: "\(persistedValue)")) }
    return value
  }

  /// The size of a cell in bytes.
  public static var _width: Int { PersistedType._width }

  /// Whether a cell of the persisted type represents null by itself.
  public static var _carriesNull: Bool { PersistedType._carriesNull }

  /// Reads a cell and converts its value. Stops the program if it cannot be converted.
  public static func _load(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Self {
    _required(PersistedType._load(cell, home))
  }

  /// Reads a cell; nil if the stored value cannot be converted.
  public static func _tryLoad(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Self? {
    PersistedType._tryLoad(cell, home).flatMap(_custom)
  }

  /// Writes the persisted value.
  public static func _store(
    _ value: Self, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ core: AnyObject?
  ) {
    PersistedType._store(value.persistableValue, cell, base, core)
  }

  /// Converts an embedded object; for a null link, returns the default value of the type.
  public static func _accessor(_ entity: _Entity, _ key: Int64, _ core: _RealmCore) -> Self {
    key < 0 ? _rlmDefaultValue() : _required(PersistedType._accessor(entity, key, core))
  }

  /// Returns a sample value, because a conversion must not receive a recording object.
  public static func _recorded(_ recorder: _Recorder) -> Self { _sample }

  /// Returns the next element, converted from an embedded object if the iteration is over objects; nil at the end.
  public static func _nextListed(_ iteration: inout _Iteration) -> Self? {
    if iteration.hasKeys { return PersistedType._nextListed(&iteration).map(_required) }
    return _next(&iteration)
  }

  /// The entity of the persisted type.
  public static var _elementEntity: _Entity? { PersistedType._elementEntity }

  /// Returns the new embedded object that stores the value, as the only element; an empty array if the persisted type is a scalar.
  public static func _objects(in value: Self) -> [ObjectBase] { (value.persistableValue as? ObjectBase).map { [$0] } ?? [] }

  /// Returns a custom value unchanged, and converts a value of the persisted type; nil if the value cannot be converted.
  public static func _converted(from value: Any) -> Self? {
    if let value = value as? Self { return value }
    return PersistedType._converted(from: value).flatMap(_custom)
  }
}

/// Returns the stored form of an enum or of a value of a custom type; returns other values unchanged.
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
