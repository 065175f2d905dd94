extension UnsafeRawBufferPointer {
  /// The number of Unicode scalars in these bytes, which are UTF-8. O(n).
  package var scalarCount: Int {
    var count = 0
    // Every byte but the continuation bytes begins a scalar.
    for byte in self where byte & 0xC0 != 0x80 { count &+= 1 }
    return count
  }

  /// Returns the scalar at a position, and the number of its bytes. A byte that begins no complete scalar is returned as a scalar itself,
  /// so that no byte beyond the end of damaged text is read.
  func scalar(at position: Int) -> (value: UInt32, length: Int) {
    let first = UInt32(self[position])
    let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    if length == 1 || position + length > count { return (first, 1) }
    var value = first & (0x7F >> UInt32(length))
    for index in 1..<length { value = value << 6 | UInt32(self[position + index] & 0x3F) }
    return (value, length)
  }
}
