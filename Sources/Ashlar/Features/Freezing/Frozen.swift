import CAshlar

/// A frozen object that is `Sendable`: any thread, actor or task may read it. The properties of the object are available as members.
///
/// ```swift
/// let frozen = Frozen(person)
/// Task.detached { print(frozen.name, frozen.dogs.count) }
/// ```
///
/// A link returns a `Frozen` object, and a collection of objects a `FrozenCollection`. The object never changes, and pins its version; see
/// `Object.freeze()` and the guide, *Threads, actors and tasks*.
@dynamicMemberLookup public nonisolated struct Frozen<T: ObjectBase>: @unchecked Sendable {
  // The object is never exposed, because its class may be a subclass of `T` that declares stored properties.
  let object: T

  /// Freezes an object in the version that its Realm reads. An object that is already frozen keeps its version.
  ///
  /// ```swift
  /// let frozen = Frozen(person)
  /// ```
  ///
  /// Stops the program if the object cannot be frozen, or if `T` declares stored properties, because access to them would not be
  /// synchronized.
  public init(_ object: T) {
    if StoredProperties.exist(in: T.self) { misuse(.frozenWithStoredProperties(type: "\(T.self)")) }
    self.object = object._freeze()
  }

  /// The value of a property.
  public subscript<V: Sendable>(dynamicMember keyPath: KeyPath<T, V>) -> V { object[keyPath: keyPath] }
  /// The linked object, frozen in the same version; nil for a null link.
  public subscript<V: ObjectBase>(dynamicMember keyPath: KeyPath<T, V?>) -> Frozen<V>? { object[keyPath: keyPath].map { Frozen<V>($0) } }
  /// The collection of objects, frozen in the same version.
  public subscript<C: RealmCollection>(dynamicMember keyPath: KeyPath<T, C>) -> FrozenCollection<C> where C.Element: ObjectBase {
    FrozenCollection(object[keyPath: keyPath])
  }
  /// The values of a collection, as an array.
  public subscript<C: RealmCollection>(dynamicMember keyPath: KeyPath<T, C>) -> [C.Element] where C.Element: Sendable {
    Array(object[keyPath: keyPath])
  }

  /// Returns the live object in the caller's Realm; nil if it does not exist in the version that this Realm reads.
  ///
  /// ```swift
  /// if let person = frozen.thaw() { try person.realm?.write { person.age += 1 } }
  /// ```
  public func thaw() -> T? { object._thaw() }
}

extension Frozen: Hashable {
  /// Returns whether `a` and `b` are the same object in the same version.
  public static func == (a: Self, b: Self) -> Bool { a.object.isEqual(b.object) }
  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(object.hashValue) }
}

extension Frozen: CustomStringConvertible, CustomReflectable {
  /// The description of the object.
  public var description: String { object.description }
  /// The mirror of the object, for `dump` and debuggers.
  public var customMirror: Mirror { Mirror(reflecting: object) }
}

/// A frozen collection of objects, such as results, that is `Sendable`: any thread, actor or task may read it.
///
/// ```swift
/// let people = FrozenResults(realm.objects(Person.self).sorted(byKeyPath: "name"))
/// Task.detached { print(people.map(\.name)) }
/// ```
///
/// The collection never changes, and pins its version. See the guide, *Threads, actors and tasks*.
public nonisolated struct FrozenCollection<Base: RealmCollection>: @unchecked Sendable, RandomAccessCollection
where Base.Element: ObjectBase {
  private let base: Base

  /// Freezes a collection in the version that its Realm reads. A collection that is already frozen keeps its version. Stops the program if
  /// the collection cannot be frozen, or if the class of the elements declares stored properties.
  public init(_ collection: Base) {
    if StoredProperties.exist(in: Base.Element.self) { misuse(.frozenWithStoredProperties(type: "\(Base.Element.self)")) }
    base = collection.isFrozen ? collection : collection.freeze()
  }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of objects.
  public var endIndex: Int { base.count }
  /// The object at a position, frozen in the same version.
  public subscript(position: Int) -> Frozen<Base.Element> { Frozen(base[position]) }
  /// Returns the live collection in the caller's Realm; nil if it no longer exists.
  public func thaw() -> Base? { base.thaw() }
}

extension FrozenCollection: CustomStringConvertible, CustomReflectable {
  /// The description of the collection.
  public var description: String { base.description }
  /// The mirror of the collection, for `dump` and debuggers.
  public var customMirror: Mirror { Mirror(reflecting: base) }
}

/// Frozen results. See `FrozenCollection` for an example.
public typealias FrozenResults<T: Object> = FrozenCollection<Results<T>>

/// Detects classes that declare stored properties of their own. The stored properties of the runtime and the wrappers of `@Persisted` do
/// not count: once an object is frozen, the wrappers do not change, and the runtime changes its properties only under a lock.
enum StoredProperties {
  static func exist(in type: ObjectBase.Type) -> Bool {
    let inherited = type is EmbeddedObject.Type ? size(EmbeddedObject.self) : size(Object.self)
    guard let declared = type._entity.handwritten?.properties.count, declared > 0 else { return size(type) > inherited }
    let alignment = DeclaredWrapper.size - 1
    return size(type) > (inherited + alignment) & ~alignment + declared * DeclaredWrapper.size
  }

  private static func size(_ type: ObjectBase.Type) -> Int { Int(ashlar_instance_size(unsafeBitCast(type, to: UnsafeRawPointer.self))) }
}
