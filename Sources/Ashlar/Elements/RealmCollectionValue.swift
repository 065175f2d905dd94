public import AshlarStore

#if compiler(<6.2)
  /// A substitute for the protocol of this name, which the standard library has contained since Swift 6.2.
  public protocol SendableMetatype {}
#endif

/// A type with a persisted form.
public nonisolated protocol _HasPersistedType: _ObjcBridgeable {
  /// The persisted form.
  associatedtype PersistedType
}

/// A type that a property, or an element of a collection, can have. Ashlar declares the conformances; enums and custom types of a program
/// conform through `PersistableEnum`, `CustomPersistable` and `FailableCustomPersistable`. Generic code uses the protocol as a constraint:
///
/// ```swift
/// func log<Element: RealmCollectionValue>(_ list: List<Element>) { for value in list { print(value) } }
/// ```
///
/// The static requirements are the codec between cells and values. A cell need not be aligned.
public nonisolated protocol RealmCollectionValue: Hashable, _HasPersistedType, SendableMetatype {
  /// Returns the initial value of a property of this type.
  static func _rlmDefaultValue() -> Self
  /// The size of a cell in bytes.
  static var _width: Int { get }
  /// Reads the value of a cell. A stored value that cannot be converted to this type stops the program.
  static func _load(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Self
  /// Reads the value of a cell; nil for a stored value that cannot be converted to this type.
  static func _tryLoad(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Self?
  /// Writes a cell of an unmanaged row (`core` is nil) or of a writable row.
  static func _store(_ value: Self, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ core: AnyObject?)
  /// Creates the element for a link: an accessor for the object of `entity` with this key; a key of -1 represents a null link.
  static func _accessor(_ entity: _Entity, _ key: Int64, _ core: _RealmCore) -> Self
  /// Reads an element of a collection whose elements are packed cells.
  static func _element(_ cell: UnsafeMutableRawPointer, _ home: _Home, _ own: AnyObject?) -> Self
  /// Returns the value that represents an element while a key path is recorded.
  static func _recorded(_ recorder: _Recorder) -> Self
  /// Returns the next element of an iteration over stored elements; nil at the end.
  static func _next(_ iteration: inout _Iteration) -> Self?
  /// Returns the next element of an iteration over a list or set; nil at the end.
  static func _nextListed(_ iteration: inout _Iteration) -> Self?
  /// Decodes cells that begin at intervals of `width` bytes, into uninitialized memory.
  static func _loadAll(_ cells: UnsafeRawBufferPointer, _ width: Int, _ home: _Home, to memory: UnsafeMutableRawPointer)
  /// The entity of an object type; nil for values.
  static var _elementEntity: _Entity? { get }
  /// Converts an untyped value; nil if it does not represent a value of this type.
  static func _converted(from value: Any) -> Self?
  /// Whether a cell by itself distinguishes null from every value, as slots and links do.
  static var _carriesNull: Bool { get }
  /// Returns the objects that become managed when the value is stored: the value itself if it is an object.
  static func _objects(in value: Self) -> [ObjectBase]
  /// Adds the objects in the values to the Realm, and returns their row keys, which are then inserted into a list.
  static func _enter(_ values: [Self], _ collection: _ManagedCollection, isEmbedded: Bool) -> [Int64]
  /// Returns a copy of the value that shares no collection with it.
  static func _copied(_ value: Self) -> Self
  /// For a copy of a list or dictionary in a stored `AnyRealmValue`, returns an accessor for the stored collection; returns other values
  /// unchanged.
  static func _placed(_ value: Self, _ place: () -> _AnyPlace) -> Self
  /// Maps a path in a predicate's text to the path of the stored property; nil if every path already names the stored property.
  static var _storedPath: ((String) -> String)? { get }
}

/// A type whose optional can also be the element type of a collection.
public nonisolated protocol _RealmCollectionValueInsideOptional: RealmCollectionValue
where PersistedType: _RealmCollectionValueInsideOptional {}

extension RealmCollectionValue {
  /// Calls `_load` by default. A type that cannot represent some stored values overrides it.
  @inlinable public static func _tryLoad(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Self? { _load(cell, home) }

  /// Calls `_load` by default, because the cell contains the whole element.
  @inlinable public static func _element(_ cell: UnsafeMutableRawPointer, _ home: _Home, _ own: AnyObject?) -> Self {
    _load(cell, home)
  }

  /// Stops the program by default, because only objects are stored as links.
  public static func _accessor(_ entity: _Entity, _ key: Int64, _ core: _RealmCore) -> Self {
    misuse(.schema("A link was read as '\(Self.self)', which is not an object. Generate the models again."))
  }

  /// Returns `_rlmDefaultValue()` by default.
  public static func _recorded(_ recorder: _Recorder) -> Self { _rlmDefaultValue() }

  /// Returns the next element: by default the value in the next cell, or the next value if the iteration has no cells; nil at the end.
  @inlinable public static func _next(_ iteration: inout _Iteration) -> Self? {
    guard iteration.held == .cells else { return iteration.nextValue(Self.self) }
    guard let cell = iteration.nextCell() else { return nil }
    return _load(cell, iteration.home)
  }

  /// Decodes each cell with `_load` by default. The loop is here, where the compiler specializes it for each type, rather than in the code
  /// that reads collections.
  @inlinable public static func _loadAll(
    _ cells: UnsafeRawBufferPointer, _ width: Int, _ home: _Home, to memory: UnsafeMutableRawPointer
  ) {
    guard var cell = cells.baseAddress.map({ UnsafeMutableRawPointer(mutating: $0) }) else { return }
    let end = cell + cells.count
    var place = memory
    while cell < end {
      place.initializeMemory(as: Self.self, to: _load(cell, home))
      cell += width
      place += MemoryLayout<Self>.stride
    }
  }

  /// Calls `_next` by default.
  @inlinable public static func _nextListed(_ iteration: inout _Iteration) -> Self? { _next(&iteration) }

  /// By default, every path names the stored property.
  @inlinable public static var _storedPath: ((String) -> String)? { nil }

  /// Nil by default.
  public static var _elementEntity: _Entity? { nil }

  /// False by default.
  @inlinable public static var _carriesNull: Bool { false }

  /// Casts the value by default.
  public static func _converted(from value: Any) -> Self? { value as? Self }

  /// Returns an empty array by default.
  public static func _objects(in value: Self) -> [ObjectBase] { [] }

  /// By default, adds the objects that `_objects` returns.
  public static func _enter(_ values: [Self], _ collection: _ManagedCollection, isEmbedded: Bool) -> [Int64] {
    values.flatMap { _objects(in: $0) }.map { collection.enter($0, isEmbedded) }
  }

  /// Returns the value itself by default, because it contains no collection.
  public static func _copied(_ value: Self) -> Self { value }

  /// Returns the value unchanged by default.
  @inlinable @inline(__always) public static func _placed(_ value: Self, _ place: () -> _AnyPlace) -> Self { value }
}

extension Optional: _HasPersistedType where Wrapped: _HasPersistedType {
  /// An optional of the wrapped type's persisted form.
  public typealias PersistedType = Wrapped.PersistedType?
}

/// An optional type, for generic code that must recognize optionals.
public protocol OptionalProtocol {
  /// The wrapped type.
  associatedtype Wrapped
  /// Returns the wrapped value. Stops the program for nil.
  func _rlmInferWrappedType() -> Wrapped
}
extension Optional: OptionalProtocol {
  /// Returns the wrapped value. Stops the program for nil.
  public func _rlmInferWrappedType() -> Wrapped {
    guard let self else { misuse(.value("An optional '\(Wrapped.self)' without a value was unwrapped.")) }
    return self
  }
}
