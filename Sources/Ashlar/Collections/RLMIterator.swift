/// The iterator of results and linking objects.
@frozen public struct RLMIterator<Element: RealmCollectionValue>: IteratorProtocol {
  @usableFromInline var iteration: _Iteration

  init(_ source: IterationSource, core: _RealmCore?) { iteration = _Iteration(source, core: core) }

  /// The next element.
  @inlinable public mutating func next() -> Element? { Element._next(&iteration) }
}

/// The iterator of lists. A type of its own: elements of an unmanaged list exist already, and telling the two apart in one
/// iterator would keep every element of results from living on the stack.
@frozen public struct _ListIterator<Element: RealmCollectionValue>: IteratorProtocol {
  @usableFromInline var iteration: _Iteration

  init(_ source: IterationSource, core: _RealmCore?) { iteration = _Iteration(source, core: core) }

  @inline(__always) init(_ iteration: _Iteration) { self.iteration = iteration }

  /// The next element.
  @inlinable public mutating func next() -> Element? { Element._nextListed(&iteration) }
}
