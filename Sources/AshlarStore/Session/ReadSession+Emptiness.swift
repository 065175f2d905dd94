extension ReadSession {
  /// Whether no table of the file has rows, including the changes of the open write. O(tables).
  public var isEmpty: Bool {
    if tables.contains(where: { table in table.map { count($0.ordinal) > 0 } ?? false }) { return false }
    let own = Set(tables.compactMap { $0?.id })
    return counters.entries.allSatisfy { $0.liveCount == 0 || own.contains($0.table) }
  }
}
