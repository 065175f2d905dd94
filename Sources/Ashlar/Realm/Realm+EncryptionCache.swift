import AshlarStore

extension Realm {
  /// The number of bytes that decrypted values of encrypted files may occupy in the memory of this process, for all files together. The
  /// default is a quarter of the memory that the process may use, limits of its control groups included, and at most 4 GB.
  ///
  /// ```swift
  /// Realm.encryptionCacheLimit = 64 << 20
  /// ```
  ///
  /// When the limit is reached, values that no Realm uses are overwritten with zeros and removed, in the order in which they were released.
  /// The limit is soft: values that Realms, frozen Realms and loops have read stay in memory beyond the limit until these move to another
  /// version or end. Files that are not encrypted use no such memory.
  ///
  /// Thread-safe. A lower limit takes effect immediately. A negative number stops the program.
  public nonisolated static var encryptionCacheLimit: Int {
    get { EncryptionCache.limit }
    set {
      if newValue < 0 {
        misuse(.value("'encryptionCacheLimit' is a number of bytes and cannot be negative: it was set to \(newValue)."))
      }
      EncryptionCache.limit = newValue
    }
  }
}
