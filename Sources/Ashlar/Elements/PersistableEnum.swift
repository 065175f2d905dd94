public import AshlarStore

/// An enum that is stored as its raw value.
///
/// ```swift
/// enum Mood: String, PersistableEnum { case calm, playful }
///
/// class Dog: Object {
///   @Persisted var name: String
///   @Persisted var mood: Mood
/// }
///
/// let playful = realm.objects(Dog.self).where { $0.mood == .playful }
/// ```
///
/// A stored value that is not a case is read as the case for unknown values, which an enum of a schema can declare. If there is none,
/// reading it stops the program if the property is required, and returns nil if it is optional.
public nonisolated protocol PersistableEnum: _PersistableInsideOptional, RawRepresentable, CaseIterable, RealmEnum,
  _RealmCollectionValueInsideOptional, MinMaxType, Comparable
where RawValue: RealmCollectionValue & Comparable, PersistedType == RawValue.PersistedType {
  /// The case that represents stored raw values that are not cases; nil if there is no such case. Emitted for enums with `unknown`.
  static var _unknownCase: Self? { get }
}

extension PersistableEnum {
  /// Nil by default.
  public static var _unknownCase: Self? { nil }

  /// Creates the first case: `Mood()` is `.calm`. An enum without cases stops the program.
  public init() { self = Self._rlmDefaultValue() }

  /// Compares raw values.
  ///
  /// ```swift
  /// let isLess = Mood.calm < .playful  // true
  /// ```
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// Returns the first case in declaration order. An enum without cases stops the program.
  public static func _rlmDefaultValue() -> Self {
    guard let first = allCases.first else { misuse(.schema("The enum '\(Self.self)' has no cases and so no default value.")) }
    return first
  }

  /// The size of a cell in bytes.
  @inlinable public static var _width: Int { RawValue._width }
  /// Whether a cell of the raw type represents null by itself.
  @inlinable public static var _carriesNull: Bool { RawValue._carriesNull }

  /// Reads a cell. Stops the program for a raw value that is not a case, unless there is a case for unknown values.
  @inlinable public static func _load(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Self {
    let raw = RawValue._load(cell, home)
    guard let value = Self(rawValue: raw) ?? _unknownCase else { _stopAtUnknownCase("\(raw)", "\(Self.self)") }
    return value
  }

  /// Reads a cell. A raw value that is not a case is read as the case for unknown values; if there is none, returns nil.
  @inlinable public static func _tryLoad(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Self? {
    Self(rawValue: RawValue._load(cell, home)) ?? _unknownCase
  }

  /// Writes a cell.
  @inlinable public static func _store(
    _ value: Self, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ core: AnyObject?
  ) {
    RawValue._store(value.rawValue, cell, base, core)
  }

  /// Returns a case unchanged, and converts a raw value to its case, or to the case for unknown values. Returns nil if there is neither,
  /// and for any other value.
  public static func _converted(from value: Any) -> Self? {
    if let value = value as? Self { return value }
    return RawValue._converted(from: value).flatMap { Self(rawValue: $0) ?? _unknownCase }
  }
}

@usableFromInline func _stopAtUnknownCase(_ value: String, _ type: String) -> Never {
  misuse(.unknownCase(type: type, value: value, place: nil))
}
