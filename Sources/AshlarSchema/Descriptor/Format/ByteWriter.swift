/// Appends little-endian values.
struct ByteWriter {
  var bytes: [UInt8] = []

  mutating func append<I: FixedWidthInteger & UnsignedInteger>(_ value: I) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ value: UInt8) { bytes.append(value) }

  /// Appends zeros until the length is a multiple of 8.
  mutating func align() {
    while bytes.count % 8 != 0 { bytes.append(0) }
  }

  mutating func zeros(_ count: Int) {
    bytes.append(contentsOf: repeatElement(0, count: count))
  }
}
