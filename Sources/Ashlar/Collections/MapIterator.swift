import AshlarSchema
import AshlarStore

/// The iterator of maps: the keys that were there when it began, with the values that they have when they come; keys that were
/// removed meanwhile are left out.
@frozen public nonisolated struct RLMMapIterator<Element: _RealmMapValue>: IteratorProtocol {
  @usableFromInline var entries: RLMKeyValueIterator<Element.Key, Element.Value>

  init(_ entries: RLMKeyValueIterator<Element.Key, Element.Value>) { self.entries = entries }

  /// The next entry.
  @inlinable public mutating func next() -> Element? { entries.next().map { Element(_key: $0.key, _value: $0.value) } }
}

/// As `RLMMapIterator`, with entries as pairs.
///
/// A managed map's entries are copied when it begins. As long as nothing changes, values come from the copies.
@frozen public nonisolated struct RLMKeyValueIterator<Key: _MapKey, Value: RealmCollectionValue>: IteratorProtocol {
  @usableFromInline let map: Map<Key, Value>
  @usableFromInline var iteration: _Iteration
  // Where in a copied entry the value lies; negative where values are not read from copies.
  @usableFromInline let valueOffset: Int
  // Of the data, when the entries were copied.
  @usableFromInline let version: UInt64

  init(_ map: Map<Key, Value>) {
    self.map = map
    if let managed = map.managed {
      iteration = _Iteration(managed.cellSource(), core: nil)
      valueOffset = managed.hasPlainCells ? managed.layout.valueOffset : -1
      version = managed.core.session.dataVersion
    } else {
      iteration = _Iteration(ValueSource(map.keys), core: nil)
      valueOffset = -1
      version = 0
    }
  }

  /// The next entry.
  @inlinable public mutating func next() -> (key: Key, value: Value)? {
    guard valueOffset >= 0, map._isUnchanged(since: version) else { return nextByKey() }
    guard let cell = iteration.nextCell() else { return nil }
    return (Key._key(String._load(cell, iteration.home)), Value._load(cell + valueOffset, iteration.home))
  }

  @inline(never) @usableFromInline mutating func nextByKey() -> (key: Key, value: Value)? {
    while !map.isInvalidated, let key = nextKey() {
      if let value = map[key] { return (key, value) }
    }
    return nil
  }

  private mutating func nextKey() -> Key? {
    guard iteration.held == .cells else { return iteration.nextValue(Key.self) }
    return iteration.nextCell().map { Key._key(String._load($0, iteration.home)) }
  }
}

extension Map {
  /// Whether nothing has changed in the Realm of a managed map.
  @usableFromInline final func _isUnchanged(since version: UInt64) -> Bool {
    guard case .managed(let managed) = home else { return false }
    managed.core.checkConfinement("Dictionary")
    return managed.core.session.dataVersion == version
  }
}
