extension ObserverTable {
  // Checking every registration whenever one is added takes quadratic time, so large tables are not checked.
  private static var mostChecked: Int { 128 }

  /// Checks the invariants of the type, unless the table is large.
  func _checkInvariants() {
    precondition(isCounted || isEmpty, "the feed must count a table that has observers")
    if isQuiet { precondition(moves.isEmpty, "a table with moves must have registrations that have not processed them") }
    if list.all.count > ObserverTable.mostChecked || rows.count > ObserverTable.mostChecked { return }
    for registration in list.all {
      precondition(registration.row == nil, "a registration of a single row must be found by its row")
      precondition(registration.seen >= dropped, "a move must not be dropped before every observer was notified of it")
      precondition(!isQuiet || !isPending(registration) || !registration.isActive, "a table with pending registrations must not be quiet")
      precondition(registration.seen <= dropped + moves.count, "a registration must not be ahead of the moves")
    }
    rows._checkInvariants()
  }
}
