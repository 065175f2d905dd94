import AshlarSchema

/// The objects of a type that match a condition, in an order: live, and computed when they are first needed.
///
/// A copy refers to the same results. Computed results are kept until the data changes.
@frozen public struct Results<Element: RealmCollectionValue>: RealmCollection {
  /// For the runtime.
  public let _resultsCore: _ResultsCore

  @usableFromInline init(_ core: _ResultsCore) { _resultsCore = core }

  /// The Realm of the results.
  public var realm: Realm? { _resultsCore.core.map { Realm($0) } }
  /// Whether the Realm was invalidated, or the object that owns the list was deleted.
  public var isInvalidated: Bool { _resultsCore.isInvalidated }
  /// How many objects there are. O(1) for all objects of a type, and for those where one indexed property equals a value (within a
  /// write, O(objects that it changed)); else the condition is evaluated once for each version.
  public var count: Int { _resultsCore.count }
  /// Whether there are no objects. A condition is evaluated only up to the first match.
  public var isEmpty: Bool { _resultsCore.isEmpty }
  /// 0.
  public var startIndex: Int { 0 }
  /// `count`.
  public var endIndex: Int { count }

  /// The object at a position.
  public subscript(position: Int) -> Element { Element._object(_resultsCore, _resultsCore.key(position)) }

  /// An iterator over the current objects.
  public func makeIterator() -> RLMIterator<Element> {
    if let source = _resultsCore.valueSource(Element.self) { return RLMIterator(source, core: nil) }
    return RLMIterator(_resultsCore.makeSource(), core: _resultsCore.core)
  }

  /// The objects, at most 100 of them.
  public var description: String {
    CollectionDescription.text("Results<\(CollectionDescription.name(Element.self))>", count: count) { index, indent in
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
