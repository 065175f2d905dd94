/// A change that an observer of a map receives.
///
/// ```swift
/// let token = map.observe { change in
///   if case .update(let map, _, let insertions, _) = change {
///     for key in insertions { print(key, map[key] as Any) }
///   }
/// }
/// ```
///
/// All keys are in ascending order. An entry counts as modified when its value differs from the previous one. An entry whose value is an
/// object also counts as modified when that object, or an object up to three links away, is written; with key paths, when one of the named
/// properties is written. See the guide, *Observing*.
@frozen public nonisolated enum RealmMapChange<Collection: RealmKeyedCollection> {
  /// The first call.
  case initial(Collection)
  /// The map changed since the last call: keys that were removed, keys that were added, and keys whose value was replaced or, if it is an
  /// object, modified.
  case update(Collection, deletions: [Collection.Key], insertions: [Collection.Key], modifications: [Collection.Key])
  /// Never delivered.
  case error(any Error)
}
