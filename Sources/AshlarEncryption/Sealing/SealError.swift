import AshlarStore
import CAshlarEncryption

/// A reason why bytes could not be sealed or opened. The callers name the file and the entry.
enum SealError: Error, Hashable, Sendable {
  /// libcrypto cannot be used.
  case library(CryptoLibrary.Failure)
  /// The bytes were not sealed under this key for this entry: they have been changed or moved.
  case notAuthentic
  /// The process ends: `exit` has begun.
  case ended
  /// The value is larger than libcrypto accepts.
  case tooLarge
  /// The commit has sealed as many values as numbers exist.
  case tooManyValues
  /// The key belongs to the process that this process was forked from.
  case inherited
  /// libcrypto reported an error.
  case failed
  /// The system provided no memory.
  case noMemory
}

extension SealError {
  /// Throws the error of an operation, unless it succeeded.
  static func check(_ result: ashlar_cipher_result) throws(SealError) {
    switch result {
    case ASHLAR_CIPHER_DONE: return
    case ASHLAR_CIPHER_NOT_AUTHENTIC: throw .notAuthentic
    case ASHLAR_CIPHER_ENDED: throw .ended
    case ASHLAR_CIPHER_TOO_LARGE: throw .tooLarge
    case ASHLAR_CIPHER_NO_MEMORY: throw .noMemory
    default: throw .failed
    }
  }
}

extension SecretBytes {
  /// - Parameter fill: Stores the bytes; must write all of them.
  /// - Throws: `SealError.noMemory` if the system provides no memory, or the error of `fill`.
  convenience init(count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(SealError) -> Void) throws(SealError) {
    try self.init(count: count, withoutMemory: .noMemory, fill)
  }

  /// Calls `body` with the bytes. Throws `SealError.inherited` in a forked child, where they are zeros.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws(SealError) -> Result) throws(SealError) -> Result {
    try withBytes(inChild: .inherited, body)
  }
}
