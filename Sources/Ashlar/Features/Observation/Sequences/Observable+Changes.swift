import AshlarStore

extension _Observable {
  /// Returns an asynchronous sequence of the value and then of its changes. See `RealmChanges`, and `observe(keyPaths:on:fileID:line:_:)`
  /// for the changes that are reported.
  ///
  /// ```swift
  /// for await change in people.changes() {
  ///   if case .update(let people, _, let insertions, _) = change { print(insertions.map { people[$0].name }) }
  /// }
  /// ```
  ///
  /// - Parameter keyPaths: Paths of the properties whose changes modify an element: names joined by dots. An empty array has the same
  ///   effect as nil.
  public func changes(keyPaths: [String]? = nil) -> RealmChanges<_Change> { RealmChanges(observation(keyPaths).changes) }
}

extension _Observable where _KeyPathRoot: ObjectBase {
  /// Returns an asynchronous sequence of the value and then of its changes. See `changes(keyPaths:)`.
  /// - Parameter keyPaths: Key paths of the elements, such as `\.name` and `\.dogs[0].name`.
  public func changes(keyPaths: [PartialKeyPath<_KeyPathRoot>]) -> RealmChanges<_Change> {
    changes(keyPaths: KeyPathParts.paths(of: keyPaths))
  }
}

extension RealmCollection {
  /// Returns an asynchronous sequence that delivers the collection itself, first when the loop begins and then after each change.
  ///
  /// ```swift
  /// for await people in people.values() { print(people.count) }
  /// ```
  ///
  /// - Parameter keyPaths: See `changes(keyPaths:)`.
  public func values(keyPaths: [String]? = nil) -> RealmChanges<Self> {
    RealmChanges(
      observation(keyPaths).changes.compactMap { change in
        switch change {
        case .initial(let collection), .update(let collection, _, _, _): collection
        case .error: nil
        }
      })
  }
}

extension RealmCollection where Element: ObjectBase {
  /// Returns an asynchronous sequence of the collection itself. See `values(keyPaths:)`.
  /// - Parameter keyPaths: Key paths of the elements, such as `\.name` and `\.dogs[0].name`.
  public func values(keyPaths: [PartialKeyPath<Element>]) -> RealmChanges<Self> { values(keyPaths: KeyPathParts.paths(of: keyPaths)) }
}
