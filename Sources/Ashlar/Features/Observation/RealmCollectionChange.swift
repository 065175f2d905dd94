/// What an observer of a collection is told.
///
/// Deletions and modifications are positions as of the last call, insertions are positions now; all ascend, and none is in two of them.
/// Whoever shows the rows reloads the modified ones, then deletes, then inserts.
@frozen public nonisolated enum RealmCollectionChange<CollectionType> {
  /// The first call.
  case initial(CollectionType)
  /// Something changed since the last call.
  case update(CollectionType, deletions: [Int], insertions: [Int], modifications: [Int])
  /// Never.
  case error(any Error)
}

extension RealmCollectionChange: Sendable where CollectionType: Sendable {}
