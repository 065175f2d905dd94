import AshlarStore
import CAshlar

/// Ciphers of one key for the threads of a process. A thread borrows one for each operation.
final class CipherPool: Sendable {
  private let keys: SealKeys
  private let process = ashlar_process()
  // Ciphers that no thread uses, the one used last at the end: it is likely to have the key of the same commit.
  private let idle = Guarded<Idle>(Idle())

  // Only one thread at a time has a reference to a cipher: that of the pool, or that of `withCipher`.
  private struct Idle: @unchecked Sendable { var ciphers: [Cipher] = [] }

  init(_ keys: SealKeys) { self.keys = keys }

  /// Calls `body` with a cipher. Throws `SealError.inherited` in a forked child, which would repeat the nonces of its parent.
  func withCipher<Result>(_ body: (Cipher) throws(SealError) -> Result) throws(SealError) -> Result {
    guard process == ashlar_process() else { throw .inherited }
    let used = idle.withLock { $0.ciphers.popLast() }
    let cipher = if let used { used } else { try keys.withKey(.seal) { key throws(SealError) in try Cipher(key) } }
    defer { idle.withLock { $0.ciphers.append(cipher) } }
    return try body(cipher)
  }
}
