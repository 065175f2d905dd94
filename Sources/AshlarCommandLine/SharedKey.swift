internal import AshlarGeneration
package import AshlarStore

/// The key for those of several files that are encrypted. It is read when the first of these is opened.
package final class SharedKey {
  private let options: KeyOptions?
  private var key: EncryptionKey?
  private var isUsed = false

  /// - Parameter options: The options that name the key.
  package init(_ options: KeyOptions) { self.options = options }

  /// - Parameter key: The key; nil if none was given.
  package init(_ key: EncryptionKey?) {
    options = nil
    self.key = key
  }

  /// Returns the key; nil if none was given.
  func read() throws(CommandFailure) -> EncryptionKey? {
    isUsed = true
    if key == nil { key = try options?.key() }
    return key
  }

  /// Throws if the command line names a key, and no file that was opened is encrypted.
  func checkUse() throws(CommandFailure) {
    guard !isUsed, let options, let word = options.words.first else { return }
    throw .usage("'\(word)' names the key of an encrypted database file, and none was read")
  }
}
