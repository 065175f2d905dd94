/// A change that an observer of a collection receives.
///
/// ```swift
/// let token = people.observe { change in
///   guard case .update(let people, let deletions, let insertions, let modifications) = change else { return }
///   for index in deletions.reversed() { names.remove(at: index) }
///   for index in insertions { names.insert(people[index].name, at: index) }
///   if !modifications.isEmpty { names = people.map(\.name) }
/// }
/// ```
///
/// Deletions and modifications are positions in the collection at the previous call; insertions are positions in the current collection.
/// All are in ascending order, and no position is both deleted and modified. To update a view, reload modified rows first, then delete,
/// then insert. See the guide, *Observing*.
@frozen public nonisolated enum RealmCollectionChange<CollectionType> {
  /// The collection at the first call.
  case initial(CollectionType)
  /// The collection has changed since the previous call.
  case update(CollectionType, deletions: [Int], insertions: [Int], modifications: [Int])
  /// Never delivered.
  case error(any Error)
}

extension RealmCollectionChange: Sendable where CollectionType: Sendable {}
