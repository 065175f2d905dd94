/// Returns the positions of strings in the order of their UTF-8 bytes; the sort is stable. Complexity: O(n · log n). Most comparisons
/// compare two numbers and read no string.
@usableFromInline package func positionsInByteOrder(_ texts: [String]) -> [Int] {
  positionsInByteOrder(texts.count) { position, body in
    if texts[position].utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) != nil { return }
    Array(texts[position].utf8).withUnsafeBytes(body)
  }
}

/// Returns the positions of strings or data in the order of their bytes; the sort is stable.
package func positionsInByteOrder(_ values: [UnsafeRawBufferPointer]) -> [Int] {
  positionsInByteOrder(values.count) { position, body in body(values[position]) }
}

// Returns the positions of `count` values in the order of their bytes. `withBytes` calls a closure with the bytes of the value at a
// position. All kinds of values share one copy of the sort.
@inline(never)
private func positionsInByteOrder(_ count: Int, _ withBytes: @escaping (Int, (UnsafeRawBufferPointer) -> Void) -> Void) -> [Int] {
  if count < 2 { return Array(0..<count) }
  var shared = Int.max
  withBytes(0) { first in
    shared = first.count
    for position in 1..<count where shared > 0 { withBytes(position) { shared = sharedCount($0, first, atMost: shared) } }
  }
  var keys: [ByteOrderKey] = []
  keys.reserveCapacity(count)
  for position in 0..<count { withBytes(position) { keys.append(ByteOrderKey($0, after: shared, position: position)) } }
  keys.sort { a, b in
    if let isBefore = a.isBefore(b) { return isBefore }
    var order = 0
    withBytes(a.position) { first in withBytes(b.position) { order = byteOrder(first, $0) } }
    return order == 0 ? a.position < b.position : order < 0
  }
  return keys.map { $0.position }
}

// Returns the length of the common prefix of two values, at most `limit`.
private func sharedCount(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer, atMost limit: Int) -> Int {
  let end = min(limit, a.count, b.count)
  var index = 0
  while index < end, a[index] == b[index] { index += 1 }
  return index
}

private func byteOrder(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
  let shared = sharedCount(a, b, atMost: .max)
  if shared < a.count, shared < b.count { return Int(a[shared]) - Int(b[shared]) }
  return a.count - b.count
}

/// The first bytes of a value after the bytes that all values share, as big-endian numbers, whose order is the order of the bytes.
private struct ByteOrderKey {
  // The number of bytes in a key. Zeros fill the key of a shorter value.
  private static let size = 16

  private let high: UInt64
  private let low: UInt64
  // The number of bytes of the value after the shared ones.
  private let count: Int
  let position: Int

  init(_ bytes: UnsafeRawBufferPointer, after shared: Int, position: Int) {
    precondition(shared >= 0 && shared <= bytes.count, "all values begin with the shared bytes")
    var (high, low): (UInt64, UInt64) = (0, 0)
    for index in shared..<min(bytes.count, shared + ByteOrderKey.size) {
      let shift = UInt64(7 - (index - shared) & 7) * 8
      if index - shared < 8 { high |= UInt64(bytes[index]) << shift } else { low |= UInt64(bytes[index]) << shift }
    }
    (self.high, self.low, self.position) = (high, low, position)
    count = bytes.count - shared
  }

  /// Returns whether this value precedes another one; nil if the keys are equal and both values are longer than their keys.
  @inline(__always)
  func isBefore(_ other: ByteOrderKey) -> Bool? {
    if high != other.high { return high < other.high }
    if low != other.low { return low < other.low }
    if count > ByteOrderKey.size, other.count > ByteOrderKey.size { return nil }
    // A key that is not filled by its value ends in zeros, so the value with fewer bytes is a prefix of the other one.
    return count != other.count ? count < other.count : position < other.position
  }
}
