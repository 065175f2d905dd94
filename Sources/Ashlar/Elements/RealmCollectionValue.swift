public import AshlarStore

#if compiler(<6.2)
  /// Stands for the standard library's protocol of this name, which came with Swift 6.2.
  public protocol SendableMetatype {}
#endif

/// A type with a stored form.
public nonisolated protocol _HasPersistedType: _ObjcBridgeable {
  /// What is stored.
  associatedtype PersistedType
}

/// What a property or an element of a collection may be. Conformances come with the runtime and with `PersistableEnum`.
///
/// The static requirements are the codec between cells and values; a cell need not be aligned.
public nonisolated protocol RealmCollectionValue: Hashable, _HasPersistedType, SendableMetatype {
  /// What a property of this type starts with.
  static func _rlmDefaultValue() -> Self
  /// Bytes a cell.
  static var _width: Int { get }
  /// The value in a cell of the row at `base`; a stored value that is none of the type's stops the program.
  static func _load(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Self
  /// The value in a cell, or nil for a stored value that is none of the type's.
  static func _tryLoad(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Self?
  /// Writes a cell of an unmanaged row (`core` nil) or of a writable one.
  static func _store(_ value: Self, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ core: AnyObject?)
  /// What a link stands for where it is an element: the object with this key of `entity`, -1 for null. Makes every accessor of
  /// an element.
  static func _accessor(_ entity: _Entity, _ key: Int64, _ core: _RealmCore) -> Self
  /// An element of a collection whose elements are packed cells.
  static func _element(_ cell: UnsafeMutableRawPointer, _ home: _Home, _ own: AnyObject?) -> Self
  /// What stands for an element while a key path is recorded.
  static func _recorded(_ recorder: _Recorder) -> Self
  /// The next element of an iteration over stored elements.
  static func _next(_ iteration: inout _Iteration) -> Self?
  /// The next element of an iteration over a list.
  static func _nextListed(_ iteration: inout _Iteration) -> Self?
  /// Makes values of packed cells, `width` bytes each, in memory that is not initialized.
  static func _loadAll(_ cells: UnsafeRawBufferPointer, _ width: Int, _ home: _Home, to memory: UnsafeMutableRawPointer)
  /// The entity of an object type; nil for values.
  static var _elementEntity: _Entity? { get }
  /// The value that an untyped one stands for, or nil.
  static func _converted(from value: Any) -> Self?
  /// Whether a cell tells null from every value by itself, as slots and links do.
  static var _carriesNull: Bool { get }
  /// The objects that storing a value makes managed: the value itself where it is one.
  static func _objects(in value: Self) -> [ObjectBase]
  /// The keys of the objects that values are, which become elements of a list.
  static func _enter(_ values: [Self], _ collection: _ManagedCollection, isEmbedded: Bool) -> [Int64]
  /// A value that shares no collection with another.
  static func _copied(_ value: Self) -> Self
  /// An element as read, made to follow its place where it is a collection in an `AnyRealmValue`.
  static func _placed(_ value: Self, _ place: () -> _AnyPlace) -> Self
  /// Gives the path of the stored property that a path in text names; nil where every path names the property itself.
  static var _storedPath: ((String) -> String)? { get }
}

/// A value of which an optional is an element of collections too.
public nonisolated protocol _RealmCollectionValueInsideOptional: RealmCollectionValue
where PersistedType: _RealmCollectionValueInsideOptional {}

extension RealmCollectionValue {
  /// By default every stored value is one of the type's.
  @inlinable public static func _tryLoad(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Self? { _load(cell, home) }

  /// By default a cell is all there is to an element.
  @inlinable public static func _element(_ cell: UnsafeMutableRawPointer, _ home: _Home, _ own: AnyObject?) -> Self {
    _load(cell, home)
  }

  /// By default links are no elements.
  public static func _accessor(_ entity: _Entity, _ key: Int64, _ core: _RealmCore) -> Self {
    misuse(.schema("A link was read as '\(Self.self)', which is not an object. Generate the models again."))
  }

  /// By default an ordinary value.
  public static func _recorded(_ recorder: _Recorder) -> Self { _rlmDefaultValue() }

  /// By default the next cell, or the next value.
  @inlinable public static func _next(_ iteration: inout _Iteration) -> Self? {
    guard iteration.held == .cells else { return iteration.nextValue(Self.self) }
    guard let cell = iteration.nextCell() else { return nil }
    return _load(cell, iteration.home)
  }

  /// By default each with `_load`. Here, where the compiler makes one for each type, and not where collections are read.
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

  /// By default the same.
  @inlinable public static func _nextListed(_ iteration: inout _Iteration) -> Self? { _next(&iteration) }

  /// By default every path names the property itself.
  @inlinable public static var _storedPath: ((String) -> String)? { nil }

  /// By default no entity.
  public static var _elementEntity: _Entity? { nil }

  /// By default a cell holds a value.
  @inlinable public static var _carriesNull: Bool { false }

  /// By default the value itself.
  public static func _converted(from value: Any) -> Self? { value as? Self }

  /// By default none.
  public static func _objects(in value: Self) -> [ObjectBase] { [] }

  /// By default those of `_objects`.
  public static func _enter(_ values: [Self], _ collection: _ManagedCollection, isEmbedded: Bool) -> [Int64] {
    values.flatMap { _objects(in: $0) }.map { collection.enter($0, isEmbedded) }
  }

  /// By default the value: it is none that can be shared.
  public static func _copied(_ value: Self) -> Self { value }

  /// By default the element as it is.
  @inlinable @inline(__always) public static func _placed(_ value: Self, _ place: () -> _AnyPlace) -> Self { value }
}

extension Optional: _HasPersistedType where Wrapped: _HasPersistedType {
  /// The wrapped type's, optional.
  public typealias PersistedType = Wrapped.PersistedType?
}

/// Lets generic code see that a type is an optional.
public protocol OptionalProtocol {
  /// What is wrapped.
  associatedtype Wrapped
  /// What is wrapped; stops the program for nil.
  func _rlmInferWrappedType() -> Wrapped
}
extension Optional: OptionalProtocol {
  /// The value; stops the program for nil.
  public func _rlmInferWrappedType() -> Wrapped {
    guard let self else { misuse(.value("An optional '\(Wrapped.self)' without a value was unwrapped.")) }
    return self
  }
}
