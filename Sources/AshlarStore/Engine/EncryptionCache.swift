import Synchronization

/// The memory in which the process keeps decrypted values.
package enum EncryptionCache {
  // The limit that the program has set; -1 if it has set none. Forked children inherit it.
  private static let chosenLimit = Atomic<Int>(-1)

  /// The size in bytes beyond which values that no snapshot uses are removed from memory: unless it was set, a quarter of the memory that
  /// the process may use, at most 4 GB.
  package static var limit: Int {
    get {
      let chosen = chosenLimit.load(ordering: .relaxed)
      return chosen < 0 ? usualLimit : chosen
    }
    set {
      chosenLimit.store(newValue, ordering: .relaxed)
      Encryption.support?.cacheLimitChanged(to: newValue)
    }
  }

  private static let usualLimit = min(ProcessMemory.limit() / 4, 4 << 30)

  /// The size in bytes of all values in memory, including those that walks over a whole space use.
  package static var size: Int { Encryption.support?.cacheSize ?? 0 }
}
