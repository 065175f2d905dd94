/// A buffer to which little-endian values are appended.
struct ByteWriter {
  var bytes: [UInt8] = []

  mutating func append<I: FixedWidthInteger & UnsignedInteger>(_ value: I) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ value: UInt8) { bytes.append(value) }

  /// Appends a record of eight numbers in one operation, because there are many such records.
  mutating func append(words a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: UInt32) {
    let words = (
      a.littleEndian, b.littleEndian, c.littleEndian, d.littleEndian, e.littleEndian, f.littleEndian, g.littleEndian, h.littleEndian
    )
    withUnsafeBytes(of: words) { bytes.append(contentsOf: $0) }
  }

  /// Appends zeros until the length is a multiple of 8.
  mutating func align() {
    while bytes.count % 8 != 0 { bytes.append(0) }
  }

  mutating func zeros(_ count: Int) {
    var left = count
    while left > 0 {
      bytes.append(0)
      left -= 1
    }
  }
}
