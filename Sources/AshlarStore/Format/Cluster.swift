import CAshlar

/// A handle to a cluster: a stored cluster in the memory map, an overlay, or a copy with a patch applied. `ClusterHeader` documents the
/// bytes.
///
/// Invariants: `base` is aligned to 8 bytes. Header and bitmap are readable as long as the handle is used. A stored cluster is never
/// written to. A row's number in its cluster, `slot`, is less than `capacity`. Only the masks of `markedColumns` and `mark` are below the
/// base.
///
/// The handle consists of the pointer alone; it neither owns nor retains the cluster.
@frozen public struct Cluster: Equatable {
  /// The address of the header's first byte.
  public let base: UnsafeMutableRawPointer

  /// Creates a handle to the cluster at `base`.
  @inlinable @inline(__always) public init(_ base: UnsafeMutableRawPointer) {
    assert(UInt(bitPattern: base) & 7 == 0, "a cluster is aligned to 8 bytes")
    self.base = base
  }

  // MARK: - Header

  @inlinable @inline(__always) func word(_ offset: Int) -> Int { Int(base.load(fromByteOffset: offset, as: UInt32.self)) }

  @usableFromInline @inline(__always) func setWord(_ offset: Int, _ value: Int) {
    assert(value >= 0 && value <= Int(UInt32.max), "a word of the header has 32 bits")
    base.storeBytes(of: UInt32(truncatingIfNeeded: value), toByteOffset: offset, as: UInt32.self)
  }

  /// The number of the layout.
  var layout: Int {
    get { word(ClusterHeader.layoutOffset) }
    nonmutating set { setWord(ClusterHeader.layoutOffset, newValue) }
  }

  /// The number of rows that the cluster has cells for. Buffers for clusters have room for `ClusterHeader.mostRows` rows: if the mapped
  /// file was changed after the cluster was validated and claims more rows, the process ends instead of overrunning the buffers, in release
  /// builds too.
  @inlinable @inline(__always) public internal(set) var capacity: Int {
    get {
      let claimed = claimedCapacity
      if _slowPath(claimed > ClusterHeader.mostRows) { Cluster.stop(capacity: claimed) }
      return claimed
    }
    nonmutating set { setWord(ClusterHeader.capacityOffset, newValue) }
  }

  /// The number of live rows.
  @inlinable @inline(__always) public internal(set) var liveCount: Int {
    get { word(ClusterHeader.liveCountOffset) }
    nonmutating set { setWord(ClusterHeader.liveCountOffset, newValue) }
  }

  /// The offset of the heap from the base.
  @inlinable @inline(__always) public internal(set) var heapOffset: Int {
    get { word(ClusterHeader.heapOffsetOffset) }
    nonmutating set { setWord(ClusterHeader.heapOffsetOffset, newValue) }
  }

  /// The number of bytes in use in the heap.
  @inlinable @inline(__always) public internal(set) var heapSize: Int {
    get { word(ClusterHeader.heapSizeOffset) }
    nonmutating set { setWord(ClusterHeader.heapSizeOffset, newValue) }
  }

  /// The number of used heap bytes that no cell refers to.
  var heapGarbage: Int {
    get { word(ClusterHeader.heapGarbageOffset) }
    nonmutating set { setWord(ClusterHeader.heapGarbageOffset, newValue) }
  }

  /// Zero in every file; in an overlay, the overlay's index in the transaction plus one.
  @inlinable @inline(__always) var overlayMark: Int {
    get { word(ClusterHeader.overlayMarkOffset) }
    nonmutating set { setWord(ClusterHeader.overlayMarkOffset, newValue) }
  }

  /// Whether this is an overlay, which may be written to.
  @inlinable @inline(__always) public var isOverlay: Bool { overlayMark != 0 }

  /// Whether slots of several rows of this overlay may refer to the same text, which must then not be overwritten. It is false in every
  /// file.
  var sharesText: Bool {
    get { word(ClusterHeader.sharedTextOffset) != 0 }
    nonmutating set { setWord(ClusterHeader.sharedTextOffset, newValue ? 1 : 0) }
  }

  /// The checksum in the header.
  var storedChecksum: UInt32 {
    get { base.load(fromByteOffset: ClusterHeader.checksumOffset, as: UInt32.self) }
    nonmutating set { base.storeBytes(of: newValue, toByteOffset: ClusterHeader.checksumOffset, as: UInt32.self) }
  }

  /// Computes the checksum of the cluster's key and bytes. The heap's offset and size in the header must be valid.
  func checksum(_ key: UInt64) -> UInt32 { ashlar_cluster_crc(key, base, heapOffset + heapSize) }

  // MARK: - Liveness

  /// Returns 64 liveness bits, beginning with row `word * 64`. A cluster with a capacity of 8 has one word.
  @inlinable @inline(__always) public func livenessWord(_ word: Int) -> UInt64 {
    assert(word == 0 || word > 0 && word < capacity / 64, "the bitmap has no such word")
    return base.load(fromByteOffset: ClusterHeader.bitmapOffset + word * 8, as: UInt64.self)
  }

  @inline(__always) private func setLivenessWord(_ word: Int, _ bits: UInt64) {
    assert(word == 0 || word > 0 && word < capacity / 64, "the bitmap has no such word")
    base.storeBytes(of: bits, toByteOffset: ClusterHeader.bitmapOffset + word * 8, as: UInt64.self)
  }

  /// Returns whether a row is live.
  @inlinable @inline(__always) public func isLive(_ slot: Int) -> Bool {
    assert(slot >= 0 && slot < capacity, "a row is below the capacity of its cluster")
    return livenessWord(slot >> 6) >> UInt64(slot & 63) & 1 != 0
  }

  /// Marks a row as live or dead. Does not update the live count.
  @inline(__always) func setLive(_ slot: Int, _ live: Bool) {
    assert(slot >= 0 && slot < capacity, "a row is below the capacity of its cluster")
    let bit = UInt64(1) << UInt64(slot & 63)
    let bits = livenessWord(slot >> 6)
    setLivenessWord(slot >> 6, live ? bits | bit : bits & ~bit)
  }

  /// Marks the rows whose bits are set in `bits` as dead; the lowest bit represents row `word * 64`. Does not update the live count.
  @inline(__always) func removeLive(_ bits: UInt64, word: Int) { setLivenessWord(word, livenessWord(word) & ~bits) }

  // MARK: - Marks

  /// Returns the columns of a row that were written, as bits `column % 64`. Only overlays and patched clusters have marks.
  @inline(__always) func markedColumns(_ slot: Int) -> UInt64 {
    assert(slot >= 0 && slot < capacity, "there is one mask below the base for each row")
    return base.load(fromByteOffset: -(8 + slot * 8), as: UInt64.self)
  }

  /// Marks columns of a row as written.
  @inline(__always) func mark(_ slot: Int, _ columns: UInt64) {
    base.storeBytes(of: markedColumns(slot) | columns, toByteOffset: -(8 + slot * 8), as: UInt64.self)
  }

  /// Marks all columns of a row as written.
  @inline(__always) func markAll(_ slot: Int) {
    assert(isOverlay, "only the cells of an overlay are stored to")
    assert(slot >= 0 && slot < capacity, "there is one mask below the base for each row")
    base.storeBytes(of: .max, toByteOffset: -(8 + slot * 8), as: UInt64.self)
  }
}
