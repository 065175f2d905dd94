import CAshlar
import Synchronization

/// The nonces of one commit: an identifier of 16 bytes that no other commit under the same key has, and a number for each value. A nonce
/// that is used twice would disclose the values of the two commits, so a value of this type cannot be copied, and numbers are not reused.
///
/// The identifier consists of random bytes of the system, combined by exclusive or with a code over everything else that differs between
/// commits. A repetition therefore requires that the system repeats its random bytes and that all of the rest is equal as well: a virtual
/// machine that is resumed twice from one snapshot, where the system has not received a new seed.
struct CommitSeals: ~Copyable {
  static let identifierSize = 16

  private static let commits = Atomic<UInt64>(0)

  let identifier: [UInt8]
  private var last: UInt32 = 0

  /// Draws the identifier of a commit.
  /// - Parameters:
  ///   - version: The version that the commit creates.
  ///   - tag: The tag of the record that the commit replaces, 16 bytes; zeros if there is none.
  init(_ keys: SealKeys, version: UInt64, replacing tag: [UInt8]) throws(SealError) {
    var circumstances = [UInt64](repeating: 0, count: 5)
    ashlar_circumstances(&circumstances)
    let count = CommitSeals.commits.add(1, ordering: .relaxed).newValue
    var random = SystemRandomNumberGenerator()
    identifier = try CommitSeals.identifier(
      keys, circumstances + [count, version], tag, randomness: [random.next(), random.next()])
  }

  /// Continues a commit, for tests.
  init(identifier: [UInt8], last: UInt32 = 0) { (self.identifier, self.last) = (identifier, last) }

  /// Returns the number of the next value, from 1.
  mutating func next() throws(SealError) -> UInt32 {
    if last == .max { throw .tooManyValues }
    last += 1
    return last
  }

  /// Returns the identifier for given circumstances and random bytes.
  static func identifier(
    _ keys: SealKeys, _ circumstances: [UInt64], _ tag: [UInt8], randomness: [UInt64]
  ) throws(SealError) -> [UInt8] {
    precondition(tag.count == Int(ASHLAR_TAG) && randomness.count == 2, "a tag and an identifier have 16 bytes")
    var input: [UInt8] = []
    for word in circumstances { input.append(integer: word) }
    input += tag
    return try withUnsafeTemporaryAllocation(byteCount: KeyDerivation.size, alignment: 8) { code throws(SealError) in
      try keys.withKey(.identifiers) { key throws(SealError) in
        try KeyDerivation.bytes(of: input) { input throws(SealError) in try KeyDerivation.authenticate(input, key: key, into: code) }
      }
      var identifier: [UInt8] = []
      for (index, word) in randomness.enumerated() {
        identifier.append(integer: word ^ code.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
      }
      return identifier
    }
  }
}
