/// The iterator of maps: the keys that were there when it began, with the values that they have when they come; keys that were
/// removed meanwhile are left out.
public nonisolated struct RLMMapIterator<Element: _RealmMapValue>: IteratorProtocol {
  private var entries: RLMKeyValueIterator<Element.Key, Element.Value>

  init(_ entries: RLMKeyValueIterator<Element.Key, Element.Value>) { self.entries = entries }

  /// The next entry.
  public mutating func next() -> Element? { entries.next().map { Element(_key: $0.key, _value: $0.value) } }
}

/// As `RLMMapIterator`, with entries as pairs.
public nonisolated struct RLMKeyValueIterator<Key: _MapKey, Value: RealmCollectionValue>: IteratorProtocol {
  private let map: Map<Key, Value>
  private var keys: IndexingIterator<[Key]>

  init(_ map: Map<Key, Value>) {
    self.map = map
    keys = map.keys.makeIterator()
  }

  /// The next entry.
  public mutating func next() -> (key: Key, value: Value)? {
    while !map.isInvalidated, let key = keys.next() {
      if let value = map[key] { return (key, value) }
    }
    return nil
  }
}
