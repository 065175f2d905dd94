import AshlarStore

extension RealmCollection {
  /// Returns an asynchronous sequence of the collection and then of its changes. See `RealmChanges`, and
  /// `observe(keyPaths:on:fileID:line:_:)` for which changes count.
  ///
  /// ```swift
  /// for await change in people.changes() {
  ///   if case .update(let people, _, let insertions, _) = change { print(insertions.map { people[$0].name }) }
  /// }
  /// ```
  ///
  /// - Parameter keyPaths: Names of properties, joined by dots, that modify an element. An empty array has the same effect as nil.
  public func changes(keyPaths: [String]? = nil) -> RealmChanges<RealmCollectionChange<Self>> { RealmChanges(_changeSource(keyPaths)) }

  /// Returns an asynchronous sequence of the collection itself: initially, and after each change.
  ///
  /// ```swift
  /// for await people in people.values() { print(people.count) }
  /// ```
  ///
  /// - Parameter keyPaths: See `changes(keyPaths:)`.
  public func values(keyPaths: [String]? = nil) -> RealmChanges<Self> {
    RealmChanges(
      _changeSource(keyPaths).compactMap { change in
        switch change {
        case .initial(let collection), .update(let collection, _, _, _): collection
        case .error: nil
        }
      })
  }

  func _changeSource(_ keyPaths: [String]?) -> ChangeSource<RealmCollectionChange<Self>> {
    ChangeSource(_observableCore()) { _observer(keyPaths, $0) }
  }
}

extension RealmCollection where Element: ObjectBase {
  /// Returns an asynchronous sequence of the collection and then of its changes. See `changes(keyPaths:)`.
  /// - Parameter keyPaths: Key paths of the elements, such as `\.name` and `\.dogs[0].name`.
  public func changes(keyPaths: [PartialKeyPath<Element>]) -> RealmChanges<RealmCollectionChange<Self>> {
    changes(keyPaths: keyPaths.map { KeyPathParts.path(of: $0, for: .observing) })
  }

  /// Returns an asynchronous sequence of the collection itself. See `values(keyPaths:)`.
  /// - Parameter keyPaths: Key paths of the elements, such as `\.name` and `\.dogs[0].name`.
  public func values(keyPaths: [PartialKeyPath<Element>]) -> RealmChanges<Self> {
    values(keyPaths: keyPaths.map { KeyPathParts.path(of: $0, for: .observing) })
  }
}
