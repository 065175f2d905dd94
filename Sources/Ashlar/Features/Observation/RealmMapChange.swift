/// A change that an observer of a map receives. All keys are in ascending order. See `Map.observe` for an example.
@frozen public nonisolated enum RealmMapChange<Collection: RealmKeyedCollection> {
  /// The first call.
  case initial(Collection)
  /// The map changed since the last call: keys that were removed, keys that were added, and keys whose value was replaced or, if it is an
  /// object, modified.
  case update(Collection, deletions: [Collection.Key], insertions: [Collection.Key], modifications: [Collection.Key])
  /// Never delivered.
  case error(any Error)
}
