/// The end of the process by `exit`, after whose beginning encrypted files cannot be read or written: libcrypto may have been freed.
package enum ProcessEnd {
  /// The message of the errors that operations then throw.
  package static let message = "the process is ending"

  /// Waits for the end of the process if the calling thread is not the one that ends it, and `text` is that of an error with `message`.
  /// Otherwise returns. Called before a caller that cannot throw stops the program.
  /// - Parameter text: The text of an error of the store, which other errors may contain.
  package static func wait(asCauseOf text: String) { if text.contains(message) { Encryption.support?.awaitExit() } }
}
