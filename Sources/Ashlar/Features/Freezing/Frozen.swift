import CAshlar

/// A frozen object that any thread, actor and task may have, as the compiler knows. Its properties are read through it:
///
///     let person = Frozen(person)
///     Task.detached { print(person.name, person.boss?.name ?? "", person.dogs.count) }
///
/// What links to objects gives `Frozen` objects, and collections of objects `FrozenCollection`s. It never changes, and keeps its version
/// readable, see `Object.freeze()`.
@dynamicMemberLookup public nonisolated struct Frozen<T: ObjectBase>: @unchecked Sendable {
  // Never given out: a class may have stored properties of its own.
  let object: T

  /// The object as of the version that its Realm reads; a frozen object as it is. Stops the program for what cannot be frozen, and for
  /// classes with stored properties of their own, which nothing guards.
  public init(_ object: T) {
    if StoredProperties.exist(in: T.self) { misuse(.frozenWithStoredProperties(type: "\(T.self)")) }
    self.object = object._freeze()
  }

  /// A property.
  public subscript<V: Sendable>(dynamicMember keyPath: KeyPath<T, V>) -> V { object[keyPath: keyPath] }
  /// A linked object.
  public subscript<V: ObjectBase>(dynamicMember keyPath: KeyPath<T, V?>) -> Frozen<V>? { object[keyPath: keyPath].map { Frozen<V>($0) } }
  /// A collection of objects.
  public subscript<C: RealmCollection>(dynamicMember keyPath: KeyPath<T, C>) -> FrozenCollection<C> where C.Element: ObjectBase {
    FrozenCollection(object[keyPath: keyPath])
  }
  /// The values of a collection.
  public subscript<C: RealmCollection>(dynamicMember keyPath: KeyPath<T, C>) -> [C.Element] where C.Element: Sendable {
    Array(object[keyPath: keyPath])
  }

  /// The live object in the caller's Realm; nil when it is not there in the version that this reads.
  public func thaw() -> T? { object._thaw() }
}

extension Frozen: Hashable {
  /// Whether both are the same object in the same version.
  public static func == (a: Self, b: Self) -> Bool { a.object.isEqual(b.object) }
  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(object.hashValue) }
}

extension Frozen: CustomStringConvertible {
  /// The object's description.
  public var description: String { object.description }
}

/// Frozen results, or another frozen collection of objects, that any thread, actor and task may have, as the compiler knows.
public nonisolated struct FrozenCollection<Base: RealmCollection>: @unchecked Sendable, RandomAccessCollection
where Base.Element: ObjectBase {
  private let base: Base

  /// The collection as of the version that its Realm reads; a frozen one as it is.
  public init(_ collection: Base) {
    if StoredProperties.exist(in: Base.Element.self) { misuse(.frozenWithStoredProperties(type: "\(Base.Element.self)")) }
    base = collection.isFrozen ? collection : collection.freeze()
  }

  /// 0.
  public var startIndex: Int { 0 }
  /// How many objects there are.
  public var endIndex: Int { base.count }
  /// The object at a position.
  public subscript(position: Int) -> Frozen<Base.Element> { Frozen(base[position]) }
  /// The live collection in the caller's Realm; nil when it is gone.
  public func thaw() -> Base? { base.thaw() }
}

/// Frozen results.
public typealias FrozenResults<T: Object> = FrozenCollection<Results<T>>

/// Whether instances have more than the runtime's own stored properties.
enum StoredProperties {
  static func exist(in type: ObjectBase.Type) -> Bool {
    size(type) > (type is EmbeddedObject.Type ? size(EmbeddedObject.self) : size(Object.self))
  }

  private static func size(_ type: ObjectBase.Type) -> UInt { UInt(ashlar_instance_size(unsafeBitCast(type, to: UnsafeRawPointer.self))) }
}
