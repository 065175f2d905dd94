/// What an observer of a map is told. All keys ascend.
@frozen public nonisolated enum RealmMapChange<Collection: RealmKeyedCollection> {
  /// The first call.
  case initial(Collection)
  /// Something changed since the last call: keys that are gone, that are new, and whose value is another one or, where it is an object, has
  /// changed.
  case update(Collection, deletions: [Collection.Key], insertions: [Collection.Key], modifications: [Collection.Key])
  /// Never.
  case error(any Error)
}
