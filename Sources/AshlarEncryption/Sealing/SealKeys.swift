import AshlarStore
import CAshlar

/// The keys of an epoch of an encrypted file, derived from the 64 bytes of its owner.
///
/// The root key is HKDF-Extract with the salt `ashlar seal 1`, the identifier of the file and the number of the epoch. Each key is
/// HKDF-Expand of the root with its label and the number of the cipher. All keys of a file share one page of locked memory, because a
/// process may lock only a few.
struct SealKeys: Sendable {
  /// The size of the owner's key, in bytes.
  static let size = EncryptionKey.size
  /// The size of a file's identifier, in bytes.
  static let fileIdentifierSize = UniqueBytes.size
  /// The number of XAES-256-GCM among ciphers.
  static let xaes: UInt8 = 1

  /// The purpose of a key. Raw values are the labels of the key schedule, and part of the file format.
  enum Purpose: String, CaseIterable {
    /// The cipher of values.
    case seal
    /// The blocks whose sum detects omissions.
    case sums
    /// The permutation that assigns the numbers of nodes.
    case numbers
    /// The identifiers of commits.
    case identifiers = "ids"
    /// The code that distinguishes a wrong key from damage.
    case check
  }

  private let keys: SecretBytes

  /// - Parameters:
  ///   - owner: The owner's key, 64 bytes.
  ///   - file: The identifier of the file, 16 bytes that no other file has.
  ///   - epoch: The number of the epoch.
  init(_ owner: SecretBytes, file: [UInt8], epoch: UInt64) throws(SealError) {
    precondition(owner.count == SealKeys.size && file.count == SealKeys.fileIdentifierSize, "keys have 64 bytes and files have 16")
    var salt = Array("ashlar seal 1".utf8) + file
    salt.append(integer: epoch)
    let root = try KeyDerivation.extract(salt: salt, owner)
    let size = KeyDerivation.size
    keys = try SecretBytes(count: Purpose.allCases.count * size) { keys throws(SealError) in
      for (index, purpose) in Purpose.allCases.enumerated() {
        let key = UnsafeMutableRawBufferPointer(rebasing: keys[index * size..<(index + 1) * size])
        try KeyDerivation.expand(root, Array(purpose.rawValue.utf8) + [SealKeys.xaes], into: key)
      }
    }
  }

  /// Compares the keys with those of another owner, in constant time.
  func isEqual(to other: SealKeys) throws(SealError) -> Bool {
    try keys.withBytes { own throws(SealError) in
      try other.keys.withBytes { other throws(SealError) in
        precondition(own.count == other.count, "all files have the same keys")
        return ashlar_secret_equal(own.baseAddress, other.baseAddress, own.count) != 0
      }
    }
  }

  /// Calls `body` with the 32 bytes of a key.
  func withKey<Result>(
    _ purpose: Purpose, _ body: (UnsafeRawBufferPointer) throws(SealError) -> Result
  ) throws(SealError) -> Result {
    let size = KeyDerivation.size
    let index = Purpose.allCases.firstIndex(of: purpose).unsafelyUnwrapped
    return try keys.withBytes { keys throws(SealError) in
      try body(UnsafeRawBufferPointer(rebasing: keys[index * size..<(index + 1) * size]))
    }
  }
}
