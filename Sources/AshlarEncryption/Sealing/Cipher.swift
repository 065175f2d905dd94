import AshlarStore
import CAshlarEncryption
import CAshlar

/// XAES-256-GCM under one key. An instance must not be used by several threads at the same time.
final class Cipher {
  private let cipher: OpaquePointer

  /// - Parameter key: 32 bytes, which can be cleared after the call.
  init(_ key: UnsafeRawBufferPointer) throws(SealError) {
    cipher = try Cipher.make(key)
  }

  /// Creates a cipher of libcrypto.
  static func make(_ key: UnsafeRawBufferPointer) throws(SealError) -> OpaquePointer {
    precondition(key.count == KeyDerivation.size, "a key of AES-256 has 32 bytes")
    try CryptoLibrary.load()
    var made: OpaquePointer?
    try SealError.check(ashlar_cipher_make(Cipher.bytes(key), &made))
    guard let made else { throw .failed }
    return made
  }

  deinit { ashlar_cipher_free(cipher) }

  /// Encrypts, as one plaintext, the two bytes of `prefix`, `plain`, and as many zeros as `sealed` has room for beyond it, at most
  /// `ASHLAR_PADDING`.
  /// - Parameters:
  ///   - prefix: A number whose first byte is the lower one.
  ///   - sealedPrefix: Receives the encrypted bytes of `prefix`.
  func seal(
    _ prefix: UInt16, _ plain: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, authenticating additional: UnsafeRawBufferPointer,
    into sealed: UnsafeMutableRawBufferPointer, prefix sealedPrefix: UnsafeMutableRawBufferPointer, tag: UnsafeMutableRawBufferPointer
  ) throws(SealError) {
    precondition(nonce.count == ASHLAR_NONCE && tag.count == ASHLAR_TAG && sealed.count >= plain.count, "sizes are fixed")
    precondition(sealedPrefix.count == ASHLAR_PREFIX, "the prefix has two bytes")
    try withUnsafeBytes(of: prefix.littleEndian) { prefix throws(SealError) in
      try SealError.check(
        ashlar_cipher_seal(
          cipher, Cipher.bytes(nonce), additional.baseAddress, additional.count, Cipher.bytes(prefix), plain.baseAddress, plain.count,
          sealed.count - plain.count, Cipher.bytes(sealedPrefix), sealed.baseAddress, Cipher.bytes(tag)))
    }
  }

  /// Decrypts `sealed` into `plain`, which has the same size. If this throws, `plain` contains zeros or has not changed.
  /// - Parameter sealedPrefix: The encrypted bytes of the prefix, of which the first one is the lower one.
  /// - Returns: The prefix.
  func open(
    _ sealedPrefix: UInt16, _ sealed: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer,
    authenticating additional: UnsafeRawBufferPointer, tag: UnsafeRawBufferPointer, into plain: UnsafeMutableRawBufferPointer
  ) throws(SealError) -> UInt16 {
    precondition(nonce.count == ASHLAR_NONCE && tag.count == ASHLAR_TAG && sealed.count == plain.count, "sizes are fixed")
    var prefix: UInt16 = 0
    try withUnsafeBytes(of: sealedPrefix.littleEndian) { sealedPrefix throws(SealError) in
      try withUnsafeMutableBytes(of: &prefix) { prefix throws(SealError) in
        try SealError.check(
          ashlar_cipher_open(
            cipher, Cipher.bytes(nonce), additional.baseAddress, additional.count, Cipher.bytes(sealedPrefix), sealed.baseAddress,
            sealed.count, Cipher.bytes(tag), Cipher.bytes(prefix), plain.baseAddress))
      }
    }
    return UInt16(littleEndian: prefix)
  }

  private static func bytes(_ buffer: UnsafeRawBufferPointer) -> UnsafePointer<UInt8>? {
    buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
  }

  private static func bytes(_ buffer: UnsafeMutableRawBufferPointer) -> UnsafeMutablePointer<UInt8>? {
    buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
  }
}
