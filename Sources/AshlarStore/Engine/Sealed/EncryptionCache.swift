/// The memory in which the process keeps decrypted values.
package enum EncryptionCache {
  /// The size in bytes beyond which values that no snapshot uses are removed from memory.
  package static var limit: Int {
    get { BlockCache.shared.limit }
    set { BlockCache.setLimit(newValue) }
  }

  /// The size in bytes of all values in memory, including those that walks over a whole space use.
  package static var size: Int { BlockCache.shared.allocatedBytes }
}
