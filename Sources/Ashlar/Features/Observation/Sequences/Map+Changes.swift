import AshlarStore

extension Map {
  /// The map, and then the keys whose entries changed, as `for await` takes it. See `RealmChanges`, and `observe(keyPaths:on:_:)` for what
  /// counts.
  ///
  /// - Parameter keyPaths: Names of properties, joined by dots, of objects that are values.
  public func changes(keyPaths: [String]? = nil) -> RealmChanges<RealmMapChange<Map>> {
    RealmChanges(ChangeSource(observable().core) { self.observer(keyPaths, $0) })
  }
}
