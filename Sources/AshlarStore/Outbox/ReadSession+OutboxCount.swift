extension ReadSession {
  /// Returns the number of objects in the outbox of the version read, quarantined ones included, even if the session has no table for the
  /// outbox; 0 if the file has none.
  public func outboxCount() throws -> Int {
    guard let (found, _) = try Catalog.find(shared.snapshot, engine),
      let table = found.catalog.tables.first(where: { $0.name == OutboxTable.name })
    else { return 0 }
    return Int(counters.entry(table.id)?.liveCount ?? 0)
  }
}
