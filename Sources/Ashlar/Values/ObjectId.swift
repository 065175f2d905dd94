/// An identifier of 12 bytes that is unique without asking anyone: a time in seconds, a random part of the process, and
/// a counter.
@frozen public nonisolated struct ObjectId: Hashable, Sendable {
  /// Bytes 0 to 7, the first as the most significant.
  @usableFromInline let high: UInt64
  /// Bytes 8 to 11, the first as the most significant.
  @usableFromInline let low: UInt32

  /// An identifier of the bytes in these words, the first as the most significant.
  @inlinable internal init(high: UInt64, low: UInt32) {
    self.high = high
    self.low = low
  }

  /// The identifier whose bytes are all zero. See `generate()` for a fresh one.
  @inlinable public init() {
    self.init(high: 0, low: 0)
  }
}

extension ObjectId: Comparable {
  /// Compares byte by byte, unsigned: identifiers are ordered by the second they were made in.
  @inlinable public static func < (left: ObjectId, right: ObjectId) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }
}
