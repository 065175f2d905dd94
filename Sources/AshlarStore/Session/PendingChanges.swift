/// The changes of an open write so far, as the session's reads must see them.
///
/// Invariant: `overlays` does not shrink until the write ends.
class PendingChanges {
  @exclusivity(unchecked) final var overlays: [Overlay] = []
  /// Links gained and lost, by the `identity` of their column, for columns whose backlinks were read.
  @exclusivity(unchecked) final var backlinks: [Int: BacklinkDelta] = [:]
  // The keys of rows inserted in this transaction, by entity ordinal. Retained here, so that inserts do no reference counting.
  private let insertedKeys: UnsafeMutableBufferPointer<Unmanaged<KeyTable>?>

  init(tables: Int) {
    insertedKeys = .allocate(capacity: tables)
    insertedKeys.initialize(repeating: nil)
  }

  deinit {
    for keys in insertedKeys { keys?.release() }
    insertedKeys.deallocate()
  }

  /// Records the key of an inserted row.
  final func noteKey(_ ordinal: Int, _ hash: UInt64, _ key: Int64) {
    assert(ordinal >= 0 && ordinal < insertedKeys.count, "each table of the session has an entry")
    let keys = insertedKeys[ordinal] ?? Unmanaged.passRetained(KeyTable())
    insertedKeys[ordinal] = keys
    keys._withUnsafeGuaranteedRef { $0.insert(hash, key) }
  }

  /// Returns the first key with a hash, among the rows inserted in this transaction, that `accepts` returns true for.
  final func insertedKey(_ ordinal: Int, _ hash: UInt64, where accepts: (Int64) -> Bool) -> Int64? {
    insertedKeys[ordinal]?._withUnsafeGuaranteedRef { $0.first(hash, where: accepts) }
  }

  /// Whether a row inserted in this transaction may have a hash.
  final func mayHave(_ ordinal: Int, _ hash: UInt64) -> Bool {
    insertedKeys[ordinal]?._withUnsafeGuaranteedRef { $0.mayHave(hash) } ?? false
  }

  /// Discards the changes when the write ends. `forgetKeys` discards the keys, table by table.
  final func forgetChanges() {
    overlays.removeAll(keepingCapacity: true)
    if !backlinks.isEmpty { backlinks = [:] }
  }

  final func forgetKeys(_ ordinal: Int) {
    // A large table is released.
    if let keys = insertedKeys[ordinal], !keys._withUnsafeGuaranteedRef({ $0.reset() }) {
      keys.release()
      insertedKeys[ordinal] = nil
    }
  }
}
