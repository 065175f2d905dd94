import AshlarStore

/// The observed tables that several observers have in common. Whether changes can affect these observers is determined once for all.
nonisolated final class Interest {
  let tables: ObservedTables
  /// The number of the last rebuilding of `Interests` that included this interest.
  fileprivate var rebuilding = 0
  // The arguments and the result of the last call of `isAffected`.
  private var examined: (after: Int, moves: Int, isAffected: Bool)?

  init(_ tables: ObservedTables) { self.tables = tables }

  /// Returns whether the moves after the first `seen` ones can affect the observers. The result is determined once.
  /// - Parameters:
  ///   - moves: A number that changes with the moves.
  ///   - determine: Determines the result.
  func isAffected(after seen: Int, of moves: Int, _ determine: (ObservedTables) -> Bool) -> Bool {
    if let examined, examined.after == seen, examined.moves == moves { return examined.isAffected }
    let isAffected = determine(tables)
    examined = (seen, moves, isAffected)
    return isAffected
  }
}

/// The interests of the observers in a list, and their union.
///
/// Invariant: `union` includes the tables of all observers, unless `includesAll` is true.
nonisolated struct Interests {
  private var known: [ObservedTables: Interest] = [:]
  private var union = ObservedTables()
  // Whether any change may affect one of the observers.
  private var includesAll = false
  private var rebuildings = 0

  /// Adds the tables of an observer, and returns the interest that it shares with observers of equal tables; nil if any change may affect
  /// the observer.
  mutating func add(_ tables: ObservedTables?) -> Interest? {
    guard let tables else {
      includesAll = true
      return nil
    }
    if let interest = known[tables] { return interest }
    let interest = Interest(tables)
    known[tables] = interest
    union.formUnion(tables)
    return interest
  }

  /// Removes the interests of observers that have ended: all but those of `remaining`. Complexity: O(remaining).
  mutating func rebuild(_ remaining: [Registration]) {
    rebuildings += 1
    (known, union, includesAll) = ([:], ObservedTables(), false)
    for registration in remaining {
      guard let interest = registration.interest else {
        includesAll = true
        continue
      }
      if interest.rebuilding == rebuildings { continue }
      interest.rebuilding = rebuildings
      known[interest.tables] = interest
      union.formUnion(interest.tables)
    }
  }

  /// Returns whether any table of an observer has changes. Complexity: O(changed tables).
  func include(anyTableOf changes: ChangeSet, _ core: _RealmCore) -> Bool {
    includesAll || union.include(anyTableOf: changes, core)
  }
}
