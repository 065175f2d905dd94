extension RealmCollection where Element: ProjectionObservable {
  /// The views of those objects for which the condition holds, live and evaluated when they are first needed. Only properties
  /// that show stored ones can be asked for.
  public func `where`(_ isIncluded: (Query<Element>) -> Query<Bool>) -> Results<Element> {
    Results(_resultsCore.filtered(isIncluded(Query<Element>())))
  }

  /// The views in the order of a projected property.
  public func sorted<T: _HasPersistedType>(by keyPath: KeyPath<Element, T>, ascending: Bool = true) -> Results<Element>
  where T.PersistedType: SortableType {
    Results(_resultsCore.sorted([SortDescriptor(keyPath: Element._rootPath(of: keyPath), ascending: ascending)]))
  }

  /// The view of the first object of each combination of values of some projected properties.
  public func distinct<S: Sequence>(by keyPaths: S) -> Results<Element> where S.Element == PartialKeyPath<Element> {
    Results(_resultsCore.distinct(keyPaths.map { Element._rootPath(of: $0) }))
  }

  /// The position of the view of an object's row, or nil. O(count).
  public func index(of projection: Element) -> Int? { _resultsCore.index(of: projection.rootObject) }

  /// The position of the first view whose object fulfils the condition, or nil. O(count).
  public func index(matching isIncluded: (Query<Element>) -> Query<Bool>) -> Int? {
    `where`(isIncluded).first.flatMap { index(of: $0) }
  }

  // MARK: - Aggregates

  /// The smallest value of a projected property.
  public func min<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T? where T.PersistedType: MinMaxType {
    _resultsCore.extreme(.min, Element._rootPath(of: keyPath))
  }

  /// The largest value of a projected property.
  public func max<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T? where T.PersistedType: MinMaxType {
    _resultsCore.extreme(.max, Element._rootPath(of: keyPath))
  }

  /// The sum of a projected property.
  public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T where T.PersistedType: AddableType {
    _resultsCore.sum(Element._rootPath(of: keyPath))
  }

  /// The mean of a projected property.
  public func average<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T? where T.PersistedType: AddableType {
    _resultsCore.average(Element._rootPath(of: keyPath))
  }
}

extension Query where T: ProjectionObservable {
  /// A property of the projection.
  public subscript<V>(dynamicMember member: KeyPath<T, V>) -> Query<V> { Query<V>(path: appending(T._rootPath(of: member))) }
}

extension Realm {
  /// Views of all objects of a type, live, in the order of their making; each access makes a view.
  public func objects<P: ProjectionObservable & RealmCollectionValue>(_ type: P.Type) -> Results<P> where P.Root: Object {
    Results<P>(objects(P.Root.self)._resultsCore)
  }
}
