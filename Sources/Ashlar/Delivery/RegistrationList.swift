/// Registrations in the order in which they were made.
///
/// Those that were ended stay until they are half of all, or until `sweep`, so that ending n of them takes O(n).
nonisolated struct RegistrationList {
  private(set) var all: [Registration] = []
  // How many of them were ended, at least.
  private var ended = 0
  /// How many registrations were looked at to remove those that were ended.
  private(set) var visits = 0

  var isEmpty: Bool { all.isEmpty }

  mutating func append(_ registration: Registration) { all.append(registration) }

  /// One of them was ended.
  mutating func noteEnd() {
    ended += 1
    if ended * 2 >= all.count { sweep() }
  }

  /// Removes the registrations that `noteEnd` counted. Complexity: O(n), or O(1) if there are none.
  mutating func sweep() {
    if ended == 0 { return }
    ended = 0
    visits += all.count
    all.removeAll { !$0.isActive }
  }
}
