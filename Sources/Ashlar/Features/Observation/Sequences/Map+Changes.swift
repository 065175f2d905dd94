import AshlarStore

extension Map {
  /// Returns an asynchronous sequence of the map and then of the keys of changed entries. See `RealmChanges`, and
  /// `observe(keyPaths:on:fileID:line:_:)` for which changes count.
  ///
  /// ```swift
  /// for await change in map.changes() {
  ///   if case .update(_, _, let insertions, _) = change { print(insertions) }
  /// }
  /// ```
  ///
  /// - Parameter keyPaths: Names of properties, joined by dots, of objects that are values.
  public func changes(keyPaths: [String]? = nil) -> RealmChanges<RealmMapChange<Map>> {
    RealmChanges(ChangeSource(observable().core) { self.observer(keyPaths, $0) })
  }
}
