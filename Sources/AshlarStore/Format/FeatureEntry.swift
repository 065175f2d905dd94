import CAshlar

/// The form of entries of trees that belong to features: a value begins with the CRC32C, as UInt32, of its key and of its bytes from 4 on.
/// A tree's sum hashes only these four bytes, so that a release can check the tree of a feature that it does not know.
package enum FeatureEntry {
  static let headerSize = 4

  /// Returns the checksum that a value of at least `headerSize` bytes should have.
  static func checksum(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> UInt32 {
    let rest = UnsafeRawBufferPointer(rebasing: value[headerSize...])
    return ashlar_crc32c(ashlar_crc32c(0, key.baseAddress, key.count), rest.baseAddress, rest.count)
  }

  /// Returns the value's checksum as stored. The value must have at least `headerSize` bytes.
  static func storedChecksum(_ value: UnsafeRawBufferPointer) -> UInt32 {
    UInt32(littleEndian: value.loadUnaligned(as: UInt32.self))
  }

  static func isIntact(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
    value.count >= headerSize && storedChecksum(value) == checksum(key, value)
  }

  /// Stores the checksum in a value of at least `headerSize` bytes, and returns the checksum.
  @discardableResult
  static func seal(_ key: UnsafeRawBufferPointer, _ value: UnsafeMutableRawBufferPointer) -> UInt32 {
    let sum = checksum(key, UnsafeRawBufferPointer(value))
    value.storeBytes(of: sum.littleEndian, as: UInt32.self)
    return sum
  }

  /// Returns the number that an entry contributes to the sum of the tree with the number `tree`; see `EntrySums`.
  static func number(_ tree: UInt32, _ key: UnsafeRawBufferPointer, crc: UInt32) -> UInt64 {
    withUnsafeBytes(of: crc) { ashlar_entry_hash(tree, key.baseAddress, key.count, $0.baseAddress, $0.count) }
  }
}
