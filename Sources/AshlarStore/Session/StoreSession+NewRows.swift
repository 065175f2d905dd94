import AshlarSchema

extension StoreSession {
  /// The row with a primary key: one that is there, or a new one, which is known under the key and whose cells are all zero, the
  /// key's too. O(1).
  public func insert(_ ordinal: Int, withKey key: KeyProbe) throws(StoreError) -> (row: RowAccess, isNew: Bool) {
    guard let openWrite else { preconditionFailure("a new row needs a write transaction") }
    let hash = key.hash(table: views[ordinal].id)
    if !isSurelyNew(ordinal, hash, openWrite), let row = try find(ordinal, key) { return (row, false) }
    let row = try insert(ordinal)
    openWrite._withUnsafeGuaranteedRef { $0.noteKey(ordinal, hash, row.key) }
    return (row, true)
  }

  // Whether neither the index nor the open write has a hash, as far as that is known without a look-up: keys mostly rise.
  private func isSurelyNew(_ ordinal: Int, _ hash: UInt64, _ openWrite: Unmanaged<WriteTransaction>) -> Bool {
    guard let gap = keyCaches[ordinal].gap, gap.generation == context.pointee.generation, gap.hashes.contains(hash) else { return false }
    return !openWrite._withUnsafeGuaranteedRef { $0.mayHave(ordinal, hash) }
  }
}
