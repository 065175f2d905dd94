import AshlarStore

extension RealmCollection {
  /// The collection, and then what changed in it, as `for await` takes it. See `RealmChanges`, and `observe(keyPaths:on:_:)` for what counts.
  ///
  /// - Parameter keyPaths: Names of properties joined by dots that modify an element. None is the same as nil.
  public func changes(keyPaths: [String]? = nil) -> RealmChanges<RealmCollectionChange<Self>> { RealmChanges(_changeSource(keyPaths)) }

  /// The collection itself, at first and after each change.
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
  /// See `changes(keyPaths:)`.
  /// - Parameter keyPaths: Key paths of the elements, as `\.name` and `\.dogs[0].name`.
  public func changes(keyPaths: [PartialKeyPath<Element>]) -> RealmChanges<RealmCollectionChange<Self>> {
    changes(keyPaths: keyPaths.map { KeyPathParts.path(of: $0, for: .observing) })
  }

  /// See `values(keyPaths:)`.
  /// - Parameter keyPaths: Key paths of the elements, as `\.name` and `\.dogs[0].name`.
  public func values(keyPaths: [PartialKeyPath<Element>]) -> RealmChanges<Self> {
    values(keyPaths: keyPaths.map { KeyPathParts.path(of: $0, for: .observing) })
  }
}
