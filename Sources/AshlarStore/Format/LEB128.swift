/// Encodes unsigned integers in groups of seven bits, lowest first; every byte but the last has its highest bit set.
enum LEB128 {
  /// Reads the number at `position` and advances `position` past it. Returns nil if the number is incomplete or longer than 10 bytes.
  @inline(__always)
  static func read(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> UInt64? {
    guard position < bytes.count else { return nil }
    var byte = bytes[position]
    position += 1
    var number = UInt64(byte & 0x7F)
    var shift: UInt64 = 7
    while byte >= 0x80 {
      guard position < bytes.count, shift < 64 else { return nil }
      byte = bytes[position]
      position += 1
      number |= UInt64(byte & 0x7F) << shift
      shift += 7
    }
    return number
  }

  /// Returns the number of bytes that a number occupies, 1 to 10.
  @inline(__always)
  static func size(_ number: UInt64) -> Int { number < 0x80 ? 1 : (70 - number.leadingZeroBitCount) / 7 }

  /// Writes a number at offset `size` and advances `size` past it. The caller must have checked that `size(number)` bytes fit.
  @inline(__always)
  static func write(_ number: UInt64, to bytes: UnsafeMutableRawBufferPointer, _ size: inout Int) {
    var rest = number
    while rest >= 0x80 {
      bytes[size] = UInt8(truncatingIfNeeded: rest) | 0x80
      size += 1
      rest >>= 7
    }
    bytes[size] = UInt8(rest)
    size += 1
  }
}
