/// A type-erased collection: results, a list, a set or linking objects. It has the interface that these collections share, and reflects
/// changes of the wrapped collection.
///
/// ```swift
/// func printNames(of dogs: AnyRealmCollection<Dog>) {
///   for dog in dogs { print(dog.name) }
/// }
/// printNames(of: AnyRealmCollection(person.dogs))
/// printNames(of: AnyRealmCollection(realm.objects(Dog.self)))
/// ```
@frozen public struct AnyRealmCollection<Element: RealmCollectionValue>: RealmCollection {
  let base: CollectionBox<Element>

  /// Wraps a collection, managed or not.
  ///
  /// ```swift
  /// let dogs = AnyRealmCollection(person.dogs)
  /// ```
  ///
  /// - Parameter base: The collection. An `AnyRealmCollection` is not wrapped a second time.
  public init<Base: RealmCollection>(_ base: Base) where Base.Element == Element {
    self.base = (base as? AnyRealmCollection<Element>)?.base ?? BoxOf(base)
  }

  init(_ base: CollectionBox<Element>) { self.base = base }

  /// The Realm of the collection; nil if the collection is unmanaged.
  public var realm: Realm? { base.realm }
  /// Whether the collection can no longer be read, because its Realm was invalidated or its owner was deleted.
  public var isInvalidated: Bool { base.isInvalidated }
  /// Whether the collection never changes and may be read from any thread. See the guide, *Threads, actors and tasks*.
  public var isFrozen: Bool { base.isFrozen }
  /// The number of elements.
  public var count: Int { base.count }
  /// Always 0.
  public var startIndex: Int { 0 }
  /// The position after the last element, which equals `count`.
  public var endIndex: Int { count }
  /// The element at `position`. A position outside the collection stops the program.
  public subscript(position: Int) -> Element { base.element(position) }
  /// Returns an iterator over the current elements.
  public func makeIterator() -> _ListIterator<Element> { base.makeIterator() }
  /// A text representation of at most 100 elements.
  public var description: String { base.description }
  /// Returns a frozen copy of the collection. The copy stays at the version that the Realm reads now, and may be read from any thread. See
  /// the guide, *Threads, actors and tasks*.
  public func freeze() -> sending AnyRealmCollection { disconnected(AnyRealmCollection(base.frozen())) }
  /// Returns the live collection; nil if it no longer exists.
  public func thaw() -> AnyRealmCollection? { base.thawed().map { AnyRealmCollection($0) } }
  /// Used by the runtime.
  public var _resultsCore: _ResultsCore { base.resultsCore }
  /// Used by the runtime.
  public var _collectionBase: _CollectionBase? { base.collectionBase }
  /// Returns the first position of an element, or nil if the collection does not contain it.
  ///
  /// Stops the program for a set, because sets have no positions. Complexity: O(`count`).
  public func index(of object: Element) -> Int? { base.index(of: object) }

  /// Whether both wrap equal collections of the same kind.
  public static func == (a: AnyRealmCollection, b: AnyRealmCollection) -> Bool { a.base.isEqual(to: b.base) }
}

/// The base class of boxes that erase a collection's type except for its element type.
@usableFromInline class CollectionBox<Element: RealmCollectionValue> {
  var realm: Realm? { nil }
  var isInvalidated: Bool { false }
  var isFrozen: Bool { false }
  var count: Int { 0 }
  func element(_ position: Int) -> Element { misuse(.indexOutOfBounds(index: position, count: 0)) }
  func makeIterator() -> _ListIterator<Element> { _ListIterator(ValueSource([Element]()), core: nil) }
  var description: String { "" }
  func frozen() -> CollectionBox<Element> { self }
  func thawed() -> CollectionBox<Element>? { self }
  var resultsCore: _ResultsCore { _ResultsCore(unmanaged: List<Element>()) }
  var collectionBase: _CollectionBase? { nil }
  func index(of element: Element) -> Int? { nil }
  func isEqual(to other: CollectionBox<Element>) -> Bool { false }
}

final class BoxOf<Base: RealmCollection>: CollectionBox<Base.Element> {
  let base: Base

  init(_ base: Base) { self.base = base }

  override var realm: Realm? { base.realm }
  override var isInvalidated: Bool { base.isInvalidated }
  override var isFrozen: Bool { base.isFrozen }
  override var count: Int { base.count }
  override func element(_ position: Int) -> Base.Element { base[position] }
  override func makeIterator() -> _ListIterator<Base.Element> {
    let iterator = base.makeIterator()
    if let rows = iterator as? RLMIterator<Base.Element> { return _ListIterator(rows.iteration) }
    return iterator as? _ListIterator<Base.Element> ?? _ListIterator(ValueSource(Array(base)), core: nil)
  }
  override var description: String { base.description }
  override func frozen() -> CollectionBox<Base.Element> { BoxOf(base.freeze()) }
  override func thawed() -> CollectionBox<Base.Element>? { base.thaw().map { BoxOf($0) } }
  override var resultsCore: _ResultsCore { base._resultsCore }
  override var collectionBase: _CollectionBase? { base._collectionBase }
  override func index(of element: Base.Element) -> Int? {
    (base as? MutableSet<Base.Element>)?.index(of: element) ?? base.index(of: element)
  }
  override func isEqual(to other: CollectionBox<Base.Element>) -> Bool { (other as? BoxOf<Base>).map { $0.base == base } ?? false }
}

extension AnyRealmCollection: Encodable where Element: Encodable {
  /// Encodes the elements into an unkeyed container, in the order of the collection.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension Results: Encodable where Element: Encodable {
  /// Encodes the elements into an unkeyed container, in the order of the collection.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}
