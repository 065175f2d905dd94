/// A collection of any kind: results, a list, a set, linking objects. It has all that these have in common, and changes with them.
@frozen public struct AnyRealmCollection<Element: RealmCollectionValue>: RealmCollection {
  let base: CollectionBox<Element>

  /// Wraps a collection, managed or not.
  public init<Base: RealmCollection>(_ base: Base) where Base.Element == Element {
    self.base = (base as? AnyRealmCollection<Element>)?.base ?? BoxOf(base)
  }

  init(_ base: CollectionBox<Element>) { self.base = base }

  /// The Realm of the collection; nil when it is unmanaged.
  public var realm: Realm? { base.realm }
  /// Whether the collection can no longer be read.
  public var isInvalidated: Bool { base.isInvalidated }
  /// Whether the collection never changes and may be read from any thread.
  public var isFrozen: Bool { base.isFrozen }
  /// How many elements there are.
  public var count: Int { base.count }
  /// 0.
  public var startIndex: Int { 0 }
  /// `count`.
  public var endIndex: Int { count }
  /// The element at a position.
  public subscript(position: Int) -> Element { base.element(position) }
  /// An iterator over the elements that are there now.
  public func makeIterator() -> _ListIterator<Element> { base.makeIterator() }
  /// The elements, at most 100 of them.
  public var description: String { base.description }
  /// The collection as of the version that its Realm reads, readable from any thread.
  public func freeze() -> sending AnyRealmCollection { disconnected(AnyRealmCollection(base.frozen())) }
  /// The live collection; nil when it is gone.
  public func thaw() -> AnyRealmCollection? { base.thawed().map { AnyRealmCollection($0) } }
  /// For the runtime.
  public var _resultsCore: _ResultsCore { base.resultsCore }
  /// For the runtime.
  public var _collectionBase: _CollectionBase? { base.collectionBase }
  /// The first position of an element, or nil; stops the program for sets, which have none.
  public func index(of object: Element) -> Int? { base.index(of: object) }

  /// Whether both wrap equal collections of one kind.
  public static func == (a: AnyRealmCollection, b: AnyRealmCollection) -> Bool { a.base.isEqual(to: b.base) }
}

/// A collection of which only the elements' type is known.
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
  /// Encodes the elements in their order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension Results: Encodable where Element: Encodable {
  /// Encodes the elements in their order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}
