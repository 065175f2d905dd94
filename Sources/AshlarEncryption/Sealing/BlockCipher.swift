import AshlarStore
import CAshlarEncryption
import CAshlar

/// AES-256 of single blocks under one key, for a permutation or for sums. An instance must not be used by several threads at the same time.
final class BlockCipher {
  private let cipher: OpaquePointer

  /// - Parameter key: 32 bytes, which can be cleared after the call. It must not be a key that seals values: the blocks would disclose keys
  ///   of commits.
  init(_ key: UnsafeRawBufferPointer) throws(SealError) { cipher = try Cipher.make(key) }

  deinit { ashlar_cipher_free(cipher) }

  /// Encrypts blocks of 16 bytes, each one alone.
  func encrypt(_ blocks: UnsafeRawBufferPointer, into encrypted: UnsafeMutableRawBufferPointer) throws(SealError) {
    precondition(blocks.count % 16 == 0 && encrypted.count == blocks.count, "blocks have 16 bytes")
    try SealError.check(ashlar_cipher_blocks(cipher, blocks.baseAddress, blocks.count / 16, encrypted.baseAddress))
  }
}
