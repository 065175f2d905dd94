/// The iterator of every collection.
@frozen public struct RLMIterator<Element: RealmCollectionValue>: IteratorProtocol {
  @usableFromInline var iteration: _Iteration

  init(_ source: IterationSource, core: RealmCore?) { iteration = _Iteration(source, core: core) }

  /// The next element.
  @inlinable public mutating func next() -> Element? { Element._next(&iteration) }
}
