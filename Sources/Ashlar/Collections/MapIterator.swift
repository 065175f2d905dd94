import AshlarSchema
import AshlarStore

/// An iterator over the entries of a map: the keys that existed when the iterator was created, each with the value that it has when `next`
/// is called. Keys that have been removed in the meantime are skipped. The iteration ends if the map has been invalidated. The iterator is
/// used by `for entry in person.scores { … }`.
@frozen public nonisolated struct RLMMapIterator<Element: _RealmMapValue>: IteratorProtocol {
  @usableFromInline var entries: RLMKeyValueIterator<Element.Key, Element.Value>

  init(_ entries: RLMKeyValueIterator<Element.Key, Element.Value>) { self.entries = entries }

  /// Returns the next entry; nil at the end.
  @inlinable public mutating func next() -> Element? { entries.next().map { Element(_key: $0.key, _value: $0.value) } }
}

/// Like `RLMMapIterator`, with entries as pairs; `for (key, value) in person.scores.asKeyValueSequence() { … }` uses it.
///
/// The entries of a managed map are copied when the iterator is created. While the data does not change, values are read from the copies,
/// except objects and `AnyRealmValue`s.
@frozen public nonisolated struct RLMKeyValueIterator<Key: _MapKey, Value: RealmCollectionValue>: IteratorProtocol {
  @usableFromInline let map: Map<Key, Value>
  @usableFromInline var iteration: _Iteration
  // The offset of the value in a copied entry; negative if values are not read from copies.
  @usableFromInline let valueOffset: Int
  // The version of the data from which the entries were copied.
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

  /// Returns the next entry; nil at the end.
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
  /// Returns whether the Realm of a managed map is still at the given version; false for an unmanaged map.
  @usableFromInline final func _isUnchanged(since version: UInt64) -> Bool {
    guard case .managed(let managed) = home else { return false }
    managed.core.checkConfinement("Dictionary")
    return managed.core.session.dataVersion == version
  }
}
