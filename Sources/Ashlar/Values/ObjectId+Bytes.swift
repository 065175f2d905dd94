extension ObjectId {
  /// Creates an identifier from 12 bytes; nil for any other number of bytes.
  init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 12 else { return nil }
    var high: UInt64 = 0
    var low: UInt32 = 0
    for (index, byte) in bytes.enumerated() {
      if index < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt32(byte) }
    }
    self.init(high: high, low: low)
  }

  /// The 12 bytes.
  var bytes: [UInt8] {
    (0..<12).map { (index: Int) -> UInt8 in
      let word = index < 8 ? high : UInt64(low) << 32
      return UInt8(truncatingIfNeeded: word >> UInt64(56 - index % 8 * 8))
    }
  }
}
