import AshlarStore
import CAshlarEncryption
import CAshlar

/// HMAC-SHA-256 (RFC 2104) and HKDF-SHA-256 (RFC 5869) for results of 32 bytes.
enum KeyDerivation {
  /// The size of a result, in bytes.
  static let size = 32

  /// Stores the authentication code of `bytes` in `code`, which has 32 bytes.
  static func authenticate(
    _ bytes: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, into code: UnsafeMutableRawBufferPointer
  ) throws(SealError) {
    precondition(code.count == size, "a code has 32 bytes")
    try CryptoLibrary.load()
    try SealError.check(
      ashlar_hmac_sha256(
        key.baseAddress, key.count, bytes.baseAddress, bytes.count, code.baseAddress?.assumingMemoryBound(to: UInt8.self)))
  }

  /// Returns the pseudorandom key of `input`: HKDF-Extract.
  static func extract(salt: [UInt8], _ input: SecretBytes) throws(SealError) -> SecretBytes {
    try SecretBytes(count: size) { code throws(SealError) in
      try input.withBytes { input throws(SealError) in
        try bytes(of: salt) { salt throws(SealError) in try authenticate(input, key: salt, into: code) }
      }
    }
  }

  /// Stores the first 32 bytes of HKDF-Expand in `result`.
  /// - Parameter information: The purpose of the key. Different purposes have independent keys.
  static func expand(
    _ key: SecretBytes, _ information: [UInt8], into result: UnsafeMutableRawBufferPointer
  ) throws(SealError) {
    try key.withBytes { key throws(SealError) in
      // The counter of the first block.
      try bytes(of: information + [1]) { information throws(SealError) in try authenticate(information, key: key, into: result) }
    }
  }

  /// `withUnsafeBytes` of arrays, with a typed error.
  static func bytes<Result>(
    of array: [UInt8], _ body: (UnsafeRawBufferPointer) throws(SealError) -> Result
  ) throws(SealError) -> Result {
    try array.withUnsafeBufferPointer { buffer throws(SealError) in try body(UnsafeRawBufferPointer(buffer)) }
  }
}
