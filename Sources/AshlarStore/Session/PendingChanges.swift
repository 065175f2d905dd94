/// The changes of an open write so far, which the session's reads must include.
///
/// Invariant: `overlays` does not shrink until the write ends.
class PendingChanges {
  @exclusivity(unchecked) final var overlays: [Overlay] = []
  /// Links gained and lost, by the `identity` of their column, for columns whose backlinks were read.
  @exclusivity(unchecked) final var backlinks: [Int: BacklinkDelta] = [:]
  /// The changes of indexes in which values were looked up, by `IndexChanges.identity`.
  @exclusivity(unchecked) final var indexChanges: [Int: IndexChanges] = [:]
  /// The number of scans that replaced look-ups since the changes of an index were computed, by `IndexChanges.identity`.
  @exclusivity(unchecked) final var scansForLookups: [Int: Int] = [:]
  /// By entity ordinal, the rows that were written or deleted since an index of the table was first used in this write.
  @exclusivity(unchecked) private(set) final var storedRows: [Int: StoredRows] = [:]

  /// The rows of a table that were written or deleted, in the order of these changes, with repetitions. An inserted row is not among them
  /// until it is written again.
  final class StoredRows {
    fileprivate(set) var keys: [Int64] = []
    /// The number of keys whose changes were computed for at least one index.
    fileprivate(set) var read = 0
  }

  // The keys of rows inserted in this transaction, by entity ordinal. The references are unmanaged so that inserts do no reference
  // counting.
  private let insertedKeys: UnsafeMutableBufferPointer<Unmanaged<KeyTable>?>

  init(tables: Int) {
    insertedKeys = .allocate(capacity: tables)
    insertedKeys.initialize(repeating: nil)
  }

  deinit {
    for keys in insertedKeys { keys?.release() }
    insertedKeys.deallocate()
  }

  /// Records the hash of the primary key and the object key of an inserted row.
  final func noteKey(_ ordinal: Int, _ hash: UInt64, _ key: Int64) {
    assert(ordinal >= 0 && ordinal < insertedKeys.count, "each table of the session has an entry")
    let keys = insertedKeys[ordinal] ?? Unmanaged.passRetained(KeyTable())
    insertedKeys[ordinal] = keys
    keys._withUnsafeGuaranteedRef { $0.insert(hash, key) }
  }

  /// Returns the object key of the first row inserted in this transaction whose primary key has the given hash and for which `accepts`
  /// returns true; nil if there is none.
  final func insertedKey(_ ordinal: Int, _ hash: UInt64, where accepts: (Int64) -> Bool) -> Int64? {
    insertedKeys[ordinal]?._withUnsafeGuaranteedRef { $0.first(hash, where: accepts) }
  }

  /// Returns whether a row inserted in this transaction may have a primary key with the given hash.
  final func mayHave(_ ordinal: Int, _ hash: UInt64) -> Bool {
    insertedKeys[ordinal]?._withUnsafeGuaranteedRef { $0.mayHave(hash) } ?? false
  }

  /// Whether writes to the rows of any table are recorded.
  final var tracksStores: Bool { !storedRows.isEmpty }

  /// Starts recording writes to the rows of a table.
  final func trackStores(_ ordinal: Int) {
    if storedRows[ordinal] == nil { storedRows[ordinal] = StoredRows() }
  }

  /// Records that a row was made writable or deleted, if writes to its table are recorded.
  final func noteStore(_ ordinal: Int, _ key: Int64) {
    guard tracksStores, let stored = storedRows[ordinal] else { return }
    // Consecutive writes to one row are recorded once, unless the record has been read in between.
    if stored.read < stored.keys.count, stored.keys.last == key { return }
    stored.keys.append(key)
  }

  /// Records that all recorded writes to a table have been read. Returns their number.
  final func storesRead(_ ordinal: Int) -> Int {
    guard let stored = storedRows[ordinal] else { return 0 }
    stored.read = stored.keys.count
    return stored.read
  }

  /// Discards the changes when the write ends. `forgetKeys` discards the keys, table by table.
  final func forgetChanges() {
    overlays.removeAll(keepingCapacity: true)
    if !backlinks.isEmpty { backlinks = [:] }
    if tracksStores {
      indexChanges = [:]
      storedRows = [:]
    }
    if !scansForLookups.isEmpty { scansForLookups = [:] }
  }

  final func forgetKeys(_ ordinal: Int) {
    // `reset` returns false for a large key table, which is then released.
    if let keys = insertedKeys[ordinal], !keys._withUnsafeGuaranteedRef({ $0.reset() }) {
      keys.release()
      insertedKeys[ordinal] = nil
    }
  }
}
