/// An iterator over results or linking objects: `for dog in realm.objects(Dog.self) { … }` uses it.
@frozen public struct RLMIterator<Element: RealmCollectionValue>: IteratorProtocol {
  @usableFromInline var iteration: _Iteration

  init(_ source: IterationSource, core: _RealmCore?) { iteration = _Iteration(source, core: core) }

  /// Returns the next element; nil at the end.
  @inlinable public mutating func next() -> Element? { Element._next(&iteration) }
}

/// An iterator over lists and sets. It is a separate type because the elements of an unmanaged list already exist: if one type handled both
/// cases, no element of results could be allocated on the stack.
@frozen public struct _ListIterator<Element: RealmCollectionValue>: IteratorProtocol {
  @usableFromInline var iteration: _Iteration

  init(_ source: IterationSource, core: _RealmCore?) { iteration = _Iteration(source, core: core) }

  @inline(__always) init(_ iteration: _Iteration) { self.iteration = iteration }

  /// Returns the next element; nil at the end.
  @inlinable public mutating func next() -> Element? { Element._nextListed(&iteration) }
}
