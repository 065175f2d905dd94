import CAshlar

/// The sum, modulo 2^64, of the hashes of all entries, for each key space that contains data of rows. Every insertion and removal of an
/// entry updates the sum, so that a walk over all entries detects entries that were changed, lost or added outside a commit.
package struct EntrySums: Equatable {
  /// The number of key spaces that have sums in every file: those whose `index` is less than this number.
  static let count = 6
  /// The number of sums. Those from `count` on belong to trees of features; see `Counters.furtherTrees`.
  static let all = 8

  // The sums, by `KeySpace.index`.
  private var sums: SIMD8<UInt64> = .zero

  subscript(_ space: Int) -> UInt64 {
    get { sums[space] }
    set { sums[space] = newValue }
  }

  /// Records an inserted entry.
  @inline(__always)
  mutating func add(_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
    sums[space.index] &+= EntrySums.number(space, key, value)
  }

  /// Records a removed entry.
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

  /// Records an inserted entry by its hash.
  mutating func add(_ space: KeySpace, number: UInt64) { sums[space.index] &+= number }

  /// Records a removed entry by its hash.
  mutating func remove(_ space: KeySpace, number: UInt64) { sums[space.index] &-= number }

  /// Records an inserted out-of-line value. Only its checksum is hashed.
  mutating func addValue(_ id: UInt64, crc: UInt32) {
    withUnsafeBytes(of: crc) { add(.values, integer: id, $0) }
  }

  mutating func removeValue(_ id: UInt64, crc: UInt32) {
    withUnsafeBytes(of: crc) { remove(.values, integer: id, $0) }
  }

  /// Records an inserted entry of a feature's tree. Only its checksum is hashed.
  mutating func add(_ space: KeySpace, _ key: UnsafeRawBufferPointer, crc: UInt32) {
    assert(space.isOfFeature, "the values of other trees are hashed in other ways")
    withUnsafeBytes(of: crc) { add(space, key, $0) }
  }

  mutating func remove(_ space: KeySpace, _ key: UnsafeRawBufferPointer, crc: UInt32) {
    assert(space.isOfFeature, "the values of other trees are hashed in other ways")
    withUnsafeBytes(of: crc) { remove(space, key, $0) }
  }

  /// Records an inserted cluster. Only its checksum is hashed.
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
