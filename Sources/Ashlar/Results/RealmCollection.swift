/// What collections have in common that Swift's algorithms need. `map`, `filter { … }` and `compactMap` on them are lazy.
public nonisolated protocol RealmCollectionBase: RandomAccessCollection, LazyCollectionProtocol, CustomStringConvertible, ThreadConfined
where Element: RealmCollectionValue, Index == Int {
  /// The type of the elements.
  typealias ElementType = Element
}

/// What results, lists, sets and linking objects have in common.
public nonisolated protocol RealmCollection: RealmCollectionBase, Equatable {
  /// The elements as results. For the runtime.
  var _resultsCore: _ResultsCore { get }
  /// The collection, where it is a list or a set. For the runtime.
  var _collectionBase: _CollectionBase? { get }
}

extension RealmCollection {
  /// Not a list or a set.
  public var _collectionBase: _CollectionBase? { nil }
}

extension RealmCollection where Self: _CollectionBase {
  /// The collection itself.
  public var _collectionBase: _CollectionBase? { self }
}

extension RealmCollection {
  /// The next position; not checked.
  public func index(after i: Int) -> Int { i + 1 }
  /// The position before; not checked.
  public func index(before i: Int) -> Int { i - 1 }

  /// The first element, or nil.
  public var first: Element? { isEmpty ? nil : self[startIndex] }
  /// The last element, or nil.
  public var last: Element? { isEmpty ? nil : self[endIndex - 1] }

  /// The elements at some positions, in ascending order of these, each once. One outside the collection stops the program.
  ///
  /// - Parameter indexes: An `IndexSet` or any other sequence of positions.
  public func objects<Indexes: Sequence>(at indexes: Indexes) -> [Element] where Indexes.Element == Int {
    let positions = Set(indexes).sorted()
    if let first = positions.first, let last = positions.last, first < 0 || last >= count { misuse(.indexesOutOfBounds) }
    return positions.map { self[$0] }
  }

  // Returns the path of the stored property that a path in text names.
  private func storedPath(_ path: String) -> String { Element._storedPath?(path) ?? path }

  /// The first position of an element, or nil. Objects are compared by row, whatever `==` says; values by the rule of sets.
  /// O(count).
  public func index(of object: Element) -> Int? { _resultsCore.position(of: object) { self[$0] } }
}

extension RealmCollection {
  /// The smallest value of a property of the objects, or of the elements of a collection of values under the name `self`, nils left out; nil when there is none.
  public func min<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: MinMaxType {
    _resultsCore.extreme(.min, storedPath(property))
  }

  /// The largest value of a property, nils left out; nil when there is none.
  public func max<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: MinMaxType {
    _resultsCore.extreme(.max, storedPath(property))
  }

  /// The sum of a property, nils left out; 0 when there is none. Integers wrap at 64 bits.
  public func sum<T: _HasPersistedType>(ofProperty property: String) -> T where T.PersistedType: AddableType {
    _resultsCore.sum(storedPath(property))
  }

  /// The mean of a property, nils left out; nil when there is none.
  public func average<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: AddableType {
    _resultsCore.average(storedPath(property))
  }
}

// By names in text, for generic code too. The names of a projection's properties stand for those of its root.
extension RealmCollection {
  /// The elements in the order of a property, reached by a dotted path through links; values are sorted by `self`. Nil comes first; the
  /// order is stable. A name that the type does not have stops the program.
  public func sorted(byKeyPath keyPath: String, ascending: Bool = true) -> Results<Element> {
    sorted(by: [SortDescriptor(keyPath: keyPath, ascending: ascending)])
  }

  /// The elements in the order of several properties, the first being the most important.
  public func sorted<S: Sequence>(by sortDescriptors: S) -> Results<Element> where S.Element == SortDescriptor {
    Results(
      _resultsCore.sorted(
        sortDescriptors.map { SortDescriptor(keyPath: storedPath($0.keyPath), ascending: $0.ascending) }))
  }

  /// The first object of each combination of values of some properties, in the order of the collection. Paths lead through links; two nils
  /// are equal, and objects with a nil link along a path are left out. Of values, `self` leaves the first of equal ones.
  ///
  ///     people.sorted(by: \.age).distinct(by: ["city"])  // the youngest of each city
  public func distinct<S: Sequence>(by keyPaths: S) -> Results<Element> where S.Element == String {
    Results(_resultsCore.distinct(keyPaths.map { storedPath($0) }))
  }
}

extension RealmCollection where Element: ObjectBase {
  /// The elements for which the condition holds, live and evaluated when they are first needed.
  ///
  /// `people.where { $0.age > 3 && $0.name.starts(with: "a") }`
  @inlinable
  public func `where`(_ isIncluded: (Query<Element>) -> Query<Bool>) -> Results<Element> {
    Results(_resultsCore.filtered(isIncluded(Query<Element>())))
  }

  /// The elements in the order of a property.
  public func sorted<T: _HasPersistedType>(by keyPath: KeyPath<Element, T>, ascending: Bool = true) -> Results<Element>
  where T.PersistedType: SortableType {
    sorted(byKeyPath: KeyPathParts.path(of: keyPath, for: .values), ascending: ascending)
  }

  /// The first object of each combination of values of some properties, in the order of the collection.
  public func distinct<S: Sequence>(by keyPaths: S) -> Results<Element> where S.Element == PartialKeyPath<Element> {
    distinct(by: keyPaths.map { KeyPathParts.path(of: $0, for: .values) })
  }

  // MARK: - Aggregates

  /// The smallest value of a property.
  public func min<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T? where T.PersistedType: MinMaxType {
    min(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// The largest value of a property.
  public func max<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T? where T.PersistedType: MinMaxType {
    max(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// The sum of a property.
  public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T where T.PersistedType: AddableType {
    sum(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// The mean of a property.
  public func average<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T? where T.PersistedType: AddableType {
    average(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }
}
