import CAshlar

/// For each key space with entries of rows the sum, modulo 2^64, of numbers that stand for its entries. Kept up with every
/// entry that comes or goes, so that a walk over all entries finds what was changed, lost or added without a commit.
struct EntrySums: Equatable {
  /// How many spaces there are sums for: those whose `index` is lower.
  static let count = 6

  // By `KeySpace.index`.
  private var sums: SIMD8<UInt64> = .zero

  subscript(_ space: Int) -> UInt64 {
    get { sums[space] }
    set { sums[space] = newValue }
  }

  /// An entry came.
  @inline(__always)
  mutating func add(_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
    sums[space.index] &+= EntrySums.number(space, key, value)
  }

  /// An entry went.
  @inline(__always)
  mutating func remove(_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
    sums[space.index] &-= EntrySums.number(space, key, value)
  }

  @inline(__always)
  mutating func add(_ space: KeySpace, integer key: UInt64, _ value: UnsafeRawBufferPointer) {
    withUnsafeBytes(of: key) { add(space, $0, value) }
  }

  @inline(__always)
  mutating func remove(_ space: KeySpace, integer key: UInt64, _ value: UnsafeRawBufferPointer) {
    withUnsafeBytes(of: key) { remove(space, $0, value) }
  }

  /// An entry came whose number is known.
  mutating func add(_ space: KeySpace, number: UInt64) { sums[space.index] &+= number }

  /// An entry went whose number is known.
  mutating func remove(_ space: KeySpace, number: UInt64) { sums[space.index] &-= number }

  /// Of an out-of-line value only the checksum counts.
  mutating func addValue(_ id: UInt64, crc: UInt32) {
    withUnsafeBytes(of: crc) { add(.values, integer: id, $0) }
  }

  mutating func removeValue(_ id: UInt64, crc: UInt32) {
    withUnsafeBytes(of: crc) { remove(.values, integer: id, $0) }
  }

  /// Of a cluster only the checksum counts.
  mutating func addCluster(_ key: UInt64, crc: UInt32) {
    withUnsafeBytes(of: crc) { add(.clusters, integer: key, $0) }
  }

  mutating func removeCluster(_ key: UInt64, crc: UInt32) {
    withUnsafeBytes(of: crc) { remove(.clusters, integer: key, $0) }
  }

  static func number(_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> UInt64 {
    ashlar_entry_hash(UInt32(space.index), key.baseAddress, key.count, value.baseAddress, value.count)
  }
}
