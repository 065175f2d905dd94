import AshlarSchema

/// The objects of a type, or the elements of a collection, that match a condition, in a defined order. Results are live and evaluated when
/// they are first read.
///
/// ```swift
/// let minors = realm.objects(Person.self).where { $0.age < 18 }.sorted(by: \.name)
/// print(minors.count)
/// for person in minors { print(person.name) }
/// ```
///
/// A copy refers to the same results. The rows that were found are cached until the data changes. See the guide, *Reading and querying*.
@frozen public struct Results<Element: RealmCollectionValue>: RealmCollection {
  /// Used by the runtime.
  public let _resultsCore: _ResultsCore

  @usableFromInline init(_ core: _ResultsCore) { _resultsCore = core }

  /// The Realm of the results; nil for results of an unmanaged collection.
  public var realm: Realm? { _resultsCore.core.map { Realm($0) } }
  /// Whether the Realm was invalidated, or the object that owns the underlying collection was deleted.
  public var isInvalidated: Bool { _resultsCore.isInvalidated }
  /// The number of elements: `realm.objects(Person.self).count`.
  ///
  /// Complexity: O(1) for all objects of a type, and for objects whose indexed property equals a value (within a write, O(objects that the
  /// write has changed)). Otherwise, the condition is evaluated once for each version.
  public var count: Int { _resultsCore.count }
  /// Whether there are no elements. Prefer it to `count == 0`: the evaluation of a condition can end at the first match.
  public var isEmpty: Bool { _resultsCore.isEmpty }
  /// The first element; nil if the results are empty: `people.sorted(by: \.age).first`.
  ///
  /// Complexity: that of the element at position 0. The matching rows are not counted.
  public var first: Element? { _resultsCore.firstKey().map { Element._object(_resultsCore, $0) } }
  /// Always 0.
  public var startIndex: Int { 0 }
  /// The position after the last element, which equals `count`.
  public var endIndex: Int { count }

  /// The element at `position`. A position outside the results stops the program.
  public subscript(position: Int) -> Element { Element._object(_resultsCore, _resultsCore.key(position)) }

  /// Returns an iterator over the current elements. A loop is not affected by changes that it makes; see the guide, *Collections*.
  public func makeIterator() -> RLMIterator<Element> {
    if let source = _resultsCore.valueSource(Element.self) { return RLMIterator(source, core: nil) }
    return RLMIterator(_resultsCore.makeSource(), core: _resultsCore.core)
  }

  /// A text representation of at most 100 elements, with the stored properties of objects, as `print(realm.objects(Dog.self))` prints it.
  public var description: String {
    if isInvalidated { return CollectionDescription.invalid }
    return CollectionDescription.text("Results<\(CollectionDescription.name(Element.self))>", count: count) { index, indent in
      CollectionDescription.text(self[index], depth: 5, indent: indent)
    }
  }

  /// Whether both are copies of the same results.
  public static func == (a: Results, b: Results) -> Bool { a._resultsCore === b._resultsCore }
}

extension RealmCollectionValue {
  static func _object(_ results: _ResultsCore, _ key: Int64) -> Self {
    if let values = results.values { return values.element(Int(key), Self.self) }
    guard let core = results.core else { misuse(.indexOutOfBounds(index: 0, count: 0)) }
    return _accessor(results.entity, key, core)
  }
}
