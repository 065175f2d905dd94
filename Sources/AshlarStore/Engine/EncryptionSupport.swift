/// The requirements on the implementation of encryption. See `Encryption`.
package protocol EncryptionSupport: Sendable {
  /// Returns the form of files that are encrypted with `key`.
  func form(_ path: String, _ key: EncryptionKey) -> any FileForm
  /// Returns a reader of an encrypted file whose key is not known.
  /// - Parameter record: The value `EncryptionRecord.key` of `meta`. Throws `StoreError.damaged` if it is not valid, and `.unknownFeatures`
  ///   if this release does not know its version or its cipher.
  func reader(_ record: UnsafeRawBufferPointer, _ pages: FilePages) throws(StoreError) -> any EncryptedReader
  /// Removes decrypted values that no snapshot uses, until the others fit within the limit.
  func cacheLimitChanged(to limit: Int)
  /// The size in bytes of all decrypted values in memory.
  var cacheSize: Int { get }
  /// Waits for the end of the process if a thread other than the calling one has called `exit`; otherwise returns at once.
  func awaitExit()
}
