/// Converts libyaml's indices, which count Unicode scalars, to byte offsets.
package struct ByteOffsets {
  private static let stride = 64
  private let bytes: [UInt8]
  private let start: Int
  private let isASCII: Bool
  /// The byte offset of every 64th scalar; empty if the text is ASCII.
  private let checkpoints: [Int]

  package init(_ text: SourceText) {
    bytes = text.file.bytes
    start = text.start
    isASCII = bytes.withUnsafeBufferPointer { buffer in
      // This is a plain loop, because `contains` is slow without optimization.
      var index = 0
      while index < buffer.count, buffer[index] < 0x80 { index &+= 1 }
      return index == buffer.count
    }
    checkpoints = isASCII ? [] : Self.checkpoints(bytes, from: start)
  }

  private static func checkpoints(_ bytes: [UInt8], from start: Int) -> [Int] {
    bytes.withUnsafeBufferPointer { buffer in
      var checkpoints: [Int] = []
      var scalars = 0
      var index = start
      while index < buffer.count {
        if buffer[index] & 0xC0 != 0x80 {
          if scalars % stride == 0 { checkpoints.append(index) }
          scalars += 1
        }
        index += 1
      }
      return checkpoints
    }
  }

  /// Returns the byte offset of the scalar at an index that does not count a byte order mark; the size of the file if there is no such
  /// scalar. Complexity: O(1).
  package func offset(ofScalar scalar: Int) -> Int {
    if isASCII { return start + scalar < bytes.count ? start + scalar : bytes.count }
    let checkpoint = scalar / Self.stride
    guard checkpoint < checkpoints.count else { return bytes.count }
    var offset = checkpoints[checkpoint]
    var remaining = scalar % Self.stride
    while remaining > 0, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      remaining -= 1
    }
    return offset
  }
}
