import AshlarStore
import CAshlarEncryption
import CAshlar

/// Seals and opens the values of an encrypted file. See `SealedValue` for their form.
final class Sealer: Sendable {
  private let ciphers: CipherPool
  private let epoch: UInt8

  init(_ keys: SealKeys, epoch: UInt64) {
    ciphers = CipherPool(keys)
    self.epoch = UInt8(truncatingIfNeeded: epoch)
  }

  /// Returns the size of `count` bytes of plaintext once sealed.
  /// - Parameter key: The size of the stored key, in bytes.
  static func sealedSize(_ count: Int, key: Int) -> Int { SealedValue.paddedSize(count, key: key) + SealedValue.overhead }

  /// Seals a value.
  /// - Parameters:
  ///   - plain: The plaintext.
  ///   - key: The stored key of the entry, as the bytes that the file contains.
  ///   - seals: The nonces of the commit.
  ///   - room: Receives the sealed value, `sealedSize(plain.count, key: key.count)` bytes. It never contains plaintext. If this throws, the
  ///     content is undefined.
  func seal(
    _ plain: UnsafeRawBufferPointer, _ space: KeySpace, _ key: UnsafeRawBufferPointer, _ seals: inout CommitSeals,
    into room: UnsafeMutableRawBufferPointer
  ) throws(SealError) {
    let padded = room.count - SealedValue.overhead
    precondition(padded == SealedValue.paddedSize(plain.count, key: key.count), "the room has the size of the sealed value")
    let header = SealedValue.Header(epoch: epoch, identifier: seals.identifier, counter: try seals.next())
    let bytes = UnsafeMutableRawBufferPointer(rebasing: room[SealedValue.overhead...])
    let prefix = UnsafeMutableRawBufferPointer(rebasing: room[SealedValue.prefixRange])
    let tag = UnsafeMutableRawBufferPointer(rebasing: room[..<SealedValue.formOffset])
    header.store(to: room)
    try header.withNonce(space, key) { nonce, additional throws(SealError) in
      try ciphers.withCipher { cipher throws(SealError) in
        try cipher.seal(
          UInt16(padded - plain.count), plain, nonce: nonce, authenticating: additional, into: bytes, prefix: prefix, tag: tag)
      }
    }
  }

  /// Returns the size of the padded plaintext of a sealed value; nil if its header is not that of a sealed value of this file.
  func paddedSize(_ sealed: UnsafeRawBufferPointer) -> Int? {
    guard let header = SealedValue.Header(sealed), header.epoch == epoch else { return nil }
    let size = sealed.count - SealedValue.overhead
    // Larger values cannot be sealed.
    return size <= Int(ASHLAR_LARGEST) + Int(ASHLAR_PADDING) ? size : nil
  }

  /// Opens a value.
  /// - Parameters:
  ///   - sealed: The sealed value.
  ///   - key: The stored key of the entry, as the bytes that the file contains.
  ///   - room: Receives the padded plaintext, exactly as many bytes as `paddedSize` returns. If this throws, the bytes are zeros, or they
  ///     have not changed.
  /// - Returns: The size of the plaintext.
  func open(
    _ sealed: UnsafeRawBufferPointer, _ space: KeySpace, _ key: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
  ) throws(SealError) -> Int {
    guard let header = SealedValue.Header(sealed), header.epoch == epoch else { throw .notAuthentic }
    precondition(room.count == sealed.count - SealedValue.overhead, "the room is for the padded plaintext")
    let bytes = UnsafeRawBufferPointer(rebasing: sealed[SealedValue.overhead...])
    var padding = 0
    try header.withNonce(space, key) { nonce, additional throws(SealError) in
      try withUnsafeBytes(of: header.tag) { tag throws(SealError) in
        try ciphers.withCipher { cipher throws(SealError) in
          padding = Int(try cipher.open(header.prefix, bytes, nonce: nonce, authenticating: additional, tag: tag, into: room))
        }
      }
    }
    // Only the owner of the key can store a larger number.
    guard padding <= room.count else {
      ashlar_secret_clear(room.baseAddress, room.count)
      throw .notAuthentic
    }
    return room.count - padding
  }
}
