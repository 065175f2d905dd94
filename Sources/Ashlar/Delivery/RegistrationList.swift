/// Registrations in the order of their creation.
///
/// Ended registrations remain until they make up half of the list, or until `sweep`, so that ending n of them takes O(n).
nonisolated struct RegistrationList {
  private(set) var all: [Registration] = []
  // A lower bound on the number of ended registrations in `all`.
  private var ended = 0
  /// The tables that the registrations depend on, and possibly those of registrations that have ended.
  private(set) var interests = Interests()
  /// Whether the observer of a registration, possibly of one that has ended, needs the version that precedes a change set.
  private(set) var remembers = false
  /// The total number of registrations that `sweep` has visited.
  private(set) var visits = 0

  var isEmpty: Bool { all.isEmpty }

  mutating func append(_ registration: Registration) {
    registration.interest = interests.add(registration.tables)
    remembers = remembers || registration.remembers
    all.append(registration)
  }

  /// Counts one of the registrations as ended.
  mutating func noteEnd() {
    ended += 1
    if ended * 2 >= all.count { sweep() }
  }

  /// Removes all ended registrations if `noteEnd` has been called since the last sweep. Complexity: O(n), or O(1) if it has not.
  mutating func sweep() {
    if ended == 0 { return }
    ended = 0
    visits += all.count
    all.removeAll { !$0.isActive }
    interests.rebuild(all)
    remembers = all.contains { $0.remembers }
  }
}
