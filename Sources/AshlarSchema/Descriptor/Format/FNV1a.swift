/// FNV-1a with 64 bits, for identification, not for security.
struct FNV1a {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func combine(_ buffer: UnsafeBufferPointer<UInt8>) {
    var hash = value
    var index = 0
    while index < buffer.count {
      hash = (hash ^ UInt64(truncatingIfNeeded: buffer[index])) &* 0x100_0000_01b3
      index &+= 1
    }
    value = hash
  }

  mutating func combine(zeros count: Int) {
    for _ in 0..<count { value = value &* 0x100_0000_01b3 }
  }

  /// Returns the hash of `bytes`.
  static func hash(_ bytes: [UInt8]) -> UInt64 {
    var hash = FNV1a()
    bytes.withUnsafeBufferPointer { hash.combine($0) }
    return hash.value
  }

  /// Returns the checksum of a descriptor, which covers all bytes, with zeros in place of the checksum itself. `bytes` must contain at
  /// least a header.
  static func checksum(_ bytes: [UInt8]) -> UInt64 {
    var hash = FNV1a()
    bytes.withUnsafeBufferPointer {
      hash.combine(UnsafeBufferPointer(rebasing: $0[..<HeaderRecord.checksum]))
      hash.combine(zeros: 8)
      hash.combine(UnsafeBufferPointer(rebasing: $0[(HeaderRecord.checksum + 8)...]))
    }
    return hash.value
  }
}
