import AshlarStore

extension ProjectionObservable {
  /// The changes of the projected properties as an asynchronous sequence. Its last element is `.deleted`. See `RealmChanges`, and `observe`
  /// for the changes that are reported.
  ///
  /// ```swift
  /// for await change in card.changes() {
  ///   if case .change(let card, let properties) = change { print(card, properties.map(\.name)) }
  /// }
  /// ```
  ///
  /// - Parameter keyPaths: Names of projected properties, or paths of the object that they show. An empty array has the same effect as nil.
  public func changes(keyPaths: [String]? = nil) -> RealmChanges<ObjectChange<Self>> {
    RealmChanges(_source(ObservedProjection(keyPaths)).changes)
  }

  /// The changes of the projected properties as an asynchronous sequence. See `changes(keyPaths:)`.
  /// - Parameter keyPaths: Key paths of the projection.
  public func changes(keyPaths: [PartialKeyPath<Self>]) -> RealmChanges<ObjectChange<Self>> {
    RealmChanges(_source(ObservedProjection(keyPaths)).changes)
  }
}
