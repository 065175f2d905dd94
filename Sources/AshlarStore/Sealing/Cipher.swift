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

  /// Encrypts `plain` and as many zeros as `sealed` has room for beyond it, at most `ASHLAR_PADDING`.
  func seal(
    _ plain: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, authenticating additional: UnsafeRawBufferPointer,
    into sealed: UnsafeMutableRawBufferPointer, tag: UnsafeMutableRawBufferPointer
  ) throws(SealError) {
    precondition(nonce.count == ASHLAR_NONCE && tag.count == ASHLAR_TAG && sealed.count >= plain.count, "sizes are fixed")
    try SealError.check(
      ashlar_cipher_seal(
        cipher, Cipher.bytes(nonce), additional.baseAddress, additional.count, plain.baseAddress, plain.count, sealed.count - plain.count,
        sealed.baseAddress, tag.baseAddress?.assumingMemoryBound(to: UInt8.self)))
  }

  /// Decrypts `sealed` into `plain`, which has the same size. If this throws, `plain` contains zeros.
  func open(
    _ sealed: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, authenticating additional: UnsafeRawBufferPointer,
    tag: UnsafeRawBufferPointer, into plain: UnsafeMutableRawBufferPointer
  ) throws(SealError) {
    precondition(nonce.count == ASHLAR_NONCE && tag.count == ASHLAR_TAG && sealed.count == plain.count, "sizes are fixed")
    try SealError.check(
      ashlar_cipher_open(
        cipher, Cipher.bytes(nonce), additional.baseAddress, additional.count, sealed.baseAddress, sealed.count, Cipher.bytes(tag),
        plain.baseAddress))
  }

  private static func bytes(_ buffer: UnsafeRawBufferPointer) -> UnsafePointer<UInt8>? {
    buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
  }
}
