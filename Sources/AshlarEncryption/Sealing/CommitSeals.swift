import AshlarStore
import CAshlarEncryption
import CAshlar

/// The nonces of one commit: an identifier of 16 bytes that no other commit under the same key has, and a number for each value. A nonce
/// that is used twice would disclose the values of the two commits, so a value of this type cannot be copied, and numbers are not reused.
///
/// The identifier consists of `UniqueBytes` that also depend on the version and on the record that the commit replaces.
struct CommitSeals: ~Copyable {
  static let identifierSize = UniqueBytes.size

  let identifier: [UInt8]
  private var last: UInt32 = 0

  /// Draws the identifier of a commit.
  /// - Parameters:
  ///   - version: The version that the commit creates.
  ///   - tag: The tag of the record that the commit replaces, 16 bytes; zeros if there is none.
  init(_ keys: SealKeys, version: UInt64, replacing tag: [UInt8]) throws(SealError) {
    precondition(tag.count == Int(ASHLAR_TAG), "a tag has 16 bytes")
    var more = tag
    more.append(integer: version)
    identifier = try keys.withKey(.identifiers) { key throws(SealError) in try UniqueBytes.draw(more, key: key) }
  }

  /// Continues a commit, for tests.
  init(identifier: [UInt8], last: UInt32 = 0) { (self.identifier, self.last) = (identifier, last) }

  /// Returns the number of the next value, from 1.
  mutating func next() throws(SealError) -> UInt32 {
    if last == .max { throw .tooManyValues }
    last += 1
    return last
  }
}
