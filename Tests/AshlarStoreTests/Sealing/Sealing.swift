@testable import AshlarEncryption
import CAshlar
import TestSupport
import Testing

@testable import AshlarStore

/// Values of tests of encryption.
enum Sealing {
  /// The bytes of a hexadecimal number.
  static func hex(_ digits: String) -> [UInt8] {
    let digits = Array(digits.utf8)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)! }
  }

  static func secret(_ bytes: [UInt8]) throws -> SecretBytes {
    try SecretBytes(count: bytes.count) { room throws(SealError) in room.copyBytes(from: bytes) }
  }

  static func bytes(_ secret: SecretBytes) throws -> [UInt8] { try secret.withBytes { bytes throws(SealError) in Array(bytes) } }

  /// The key of an owner: 64 bytes.
  static func owner(_ first: UInt8 = 0) throws -> SecretBytes { try secret([first] + (1..<64).map { UInt8($0) }) }

  /// The key with which a file is opened; see `owner`.
  static func encryptionKey(_ first: UInt8 = 0) throws -> EncryptionKey {
    try #require(([first] + (1..<64).map { UInt8($0) }).withUnsafeBytes { EncryptionKey(copying: $0) })
  }

  /// Whether files that are opened without a key are not encrypted in this process; see `TestEngine`.
  static var isOptional: Bool { !TestEngine.isSealed }

  /// The names of the features that a file lists which is opened without a key and uses the features of these names.
  static func features(_ names: [String]) -> [String] { (names + (isOptional ? [] : ["sealed"])).sorted() }

  static let file: [UInt8] = Array(100..<116)
  static let noTag = [UInt8](repeating: 0, count: 16)
  static let key: [UInt8] = [1, 2, 3]

  static func keys(_ owner: SecretBytes? = nil, file: [UInt8] = file, epoch: UInt64 = 1) throws -> SealKeys {
    try SealKeys(try owner ?? Sealing.owner(), file: file, epoch: epoch)
  }

  static func seals(_ keys: SealKeys) throws -> CommitSeals { try CommitSeals(keys, version: 1, replacing: noTag) }

  static func seal(
    _ plain: [UInt8], _ sealer: Sealer, _ seals: inout CommitSeals, _ space: KeySpace = .values, key: [UInt8] = key
  ) throws -> [UInt8] {
    var room = [UInt8](repeating: 0xFF, count: Sealer.sealedSize(plain.count, key: key.count))
    try plain.withUnsafeBytes { plain in
      try key.withUnsafeBytes { key in
        try room.withUnsafeMutableBytes { try sealer.seal(plain, space, key, &seals, into: $0) }
      }
    }
    return room
  }

  /// Returns the plaintext. Throws `PlaintextLeft` if opening fails and the room has been written to and does not contain zeros.
  static func open(_ sealed: [UInt8], _ sealer: Sealer, _ space: KeySpace = .values, key: [UInt8] = key) throws -> [UInt8] {
    var room = [UInt8](repeating: 0xAA, count: max(0, sealed.count - SealedValue.overhead))
    do {
      let count = try sealed.withUnsafeBytes { sealed in
        try key.withUnsafeBytes { key in try room.withUnsafeMutableBytes { try sealer.open(sealed, space, key, into: $0) } }
      }
      return Array(room[..<count])
    } catch {
      if room.contains(where: { $0 != 0 }), room.contains(where: { $0 != 0xAA }) { throw PlaintextLeft() }
      throw error
    }
  }

  struct PlaintextLeft: Error {}
}
