extension RealmCollection where Element: ProjectionObservable {
  /// Returns the views of the objects that match a condition. The results are live and evaluated when they are first read.
  ///
  /// ```swift
  /// realm.objects(DogCard.self).where { $0.title == "Rex" }
  /// ```
  ///
  /// The condition may use only projected properties that show stored properties; any other property stops the program.
  public func `where`(_ isIncluded: (Query<Element>) -> Query<Bool>) -> Results<Element> {
    Results(_resultsCore.filtered(isIncluded(Query<Element>())))
  }

  /// Returns the views, sorted by a projected property.
  ///
  /// ```swift
  /// let cards = realm.objects(DogCard.self).sorted(by: \.title)
  /// ```
  public func sorted<T: _HasPersistedType>(by keyPath: KeyPath<Element, T>, ascending: Bool = true) -> Results<Element>
  where T.PersistedType: SortableType {
    Results(_resultsCore.sorted([SortDescriptor(keyPath: Element._rootPath(of: keyPath), ascending: ascending)]))
  }

  /// Returns, for each combination of values of projected properties, the view of the first object with these values: `cards.distinct(by:
  /// [\.title])`.
  public func distinct<S: Sequence>(by keyPaths: S) -> Results<Element> where S.Element == PartialKeyPath<Element> {
    Results(_resultsCore.distinct(keyPaths.map { Element._rootPath(of: $0) }))
  }

  /// Returns the position of the view of the same row; nil if there is none. Complexity: O(count).
  public func index(of projection: Element) -> Int? { _resultsCore.index(of: projection.rootObject) }

  /// Returns the position of the first projection whose object matches a condition; nil if there is none.
  ///
  /// ```swift
  /// let position = cards.index(matching: { $0.title == "Rex" })
  /// ```
  ///
  /// Complexity: O(count).
  public func index(matching isIncluded: (Query<Element>) -> Query<Bool>) -> Int? {
    `where`(isIncluded).first.flatMap { index(of: $0) }
  }

  // MARK: - Aggregates

  /// Returns the smallest value of a projected property, excluding nil and NaN; nil if there are no values: `cards.min(of: \.age)`.
  /// Complexity: O(n).
  public func min<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T? where T.PersistedType: MinMaxType {
    _resultsCore.extreme(.min, Element._rootPath(of: keyPath))
  }

  /// Returns the largest value of a projected property, excluding nil and NaN; nil if there are no values. Complexity: O(n).
  public func max<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T? where T.PersistedType: MinMaxType {
    _resultsCore.extreme(.max, Element._rootPath(of: keyPath))
  }

  /// Returns the sum of a projected property, excluding nil and NaN; 0 if there are no values. Integers wrap at 64 bits. Only the numbers
  /// among `AnyRealmValue`s are added. Complexity: O(n).
  public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T where T.PersistedType: AddableType {
    _resultsCore.sum(Element._rootPath(of: keyPath))
  }

  /// Returns the mean of a projected property, excluding nil and NaN; nil if there are no values. Only the numbers among `AnyRealmValue`s
  /// are included. Complexity: O(n).
  public func average<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T? where T.PersistedType: AddableType {
    _resultsCore.average(Element._rootPath(of: keyPath))
  }
}

extension Query where T: ProjectionObservable {
  /// A property of the projection: `$0.title`.
  public subscript<V>(dynamicMember member: KeyPath<T, V>) -> Query<V> { Query<V>(path: appending(T._rootPath(of: member))) }
}

extension Realm {
  /// Returns views of all objects of a projection's root type, in the order of creation. The results are live, and each access to an
  /// element creates a view.
  ///
  /// ```swift
  /// for card in realm.objects(DogCard.self) { print(card.title) }
  /// ```
  public func objects<P: ProjectionObservable & RealmCollectionValue>(_ type: P.Type) -> Results<P> where P.Root: Object {
    Results<P>(objects(P.Root.self)._resultsCore)
  }
}
