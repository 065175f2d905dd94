import AshlarStore

extension ProjectionObservable {
  /// Returns an asynchronous sequence of the changes of the projected properties, with `.deleted` as its last element. See `RealmChanges`,
  /// and `observe` for the changes that are reported.
  ///
  /// ```swift
  /// for await change in card.changes() {
  ///   if case .change(let card, let properties) = change { print(card, properties.map(\.name)) }
  /// }
  /// ```
  ///
  /// - Parameter keyPaths: Names of projected properties, or paths of the underlying object of which a projected property shows a part; any
  ///   other path stops the program. Nil or an empty array means all projected properties.
  public func changes(keyPaths: [String]? = nil) -> RealmChanges<ObjectChange<Self>> {
    RealmChanges(_source(ObservedProjection(keyPaths)).changes)
  }

  /// Returns an asynchronous sequence of the changes of the projected properties. See `changes(keyPaths:)`.
  /// - Parameter keyPaths: Key paths of the projection.
  public func changes(keyPaths: [PartialKeyPath<Self>]) -> RealmChanges<ObjectChange<Self>> {
    RealmChanges(_source(ObservedProjection(keyPaths)).changes)
  }
}
