import CAshlar

/// The first 64 bytes of a cluster, little-endian:
///
///     0  UInt32  layout id
///     4  UInt32  capacity in rows
///     8  UInt32  live rows
///    12  UInt32  offset of the heap
///    16  UInt32  bytes used in the heap
///    20  UInt32  of these, bytes that no cell refers to any more
///    24  UInt32  CRC32C of the cluster's key and of the bytes up to the heap's end, this field as 0
///    28  zero
///    64  liveness bitmap, one bit a row, at least 8 bytes
@frozen public enum ClusterHeader {
  /// Offset of the layout id.
  @inlinable public static var layoutOffset: Int { 0 }
  /// Offset of the capacity.
  @inlinable public static var capacityOffset: Int { 4 }
  /// Offset of the number of live rows.
  @inlinable public static var liveCountOffset: Int { 8 }
  /// Offset of the heap's offset.
  @inlinable public static var heapOffsetOffset: Int { 12 }
  /// Offset of the heap's size.
  @inlinable public static var heapSizeOffset: Int { 16 }
  /// Offset of the heap's garbage.
  @inlinable public static var heapGarbageOffset: Int { 20 }
  /// Offset of the checksum.
  static var checksumOffset: Int { 24 }
  /// Offset of what is not zero in overlays only.
  @inlinable public static var overlayMarkOffset: Int { 28 }
  /// Offset of the liveness bitmap.
  @inlinable public static var bitmapOffset: Int { 64 }
}

extension UnsafeMutableRawPointer {
  /// A word of the header.
  @inlinable @inline(__always) public func header(_ offset: Int) -> Int {
    Int(load(fromByteOffset: offset, as: UInt32.self))
  }

  @inline(__always) func setHeader(_ offset: Int, _ value: Int) {
    storeBytes(of: UInt32(truncatingIfNeeded: value), toByteOffset: offset, as: UInt32.self)
  }

  /// The checksum in the header.
  var storedChecksum: UInt32 { load(fromByteOffset: ClusterHeader.checksumOffset, as: UInt32.self) }

  /// The checksum of the cluster at this base, whose header is right as far as sizes go.
  func checksum(_ key: UInt64) -> UInt32 {
    ashlar_cluster_crc(key, self, header(ClusterHeader.heapOffsetOffset) + header(ClusterHeader.heapSizeOffset))
  }

  /// The capacity of the cluster at this base, in rows.
  @inlinable public var rowCapacity: Int { header(ClusterHeader.capacityOffset) }

  /// Where the heap of the cluster or segment at this base begins.
  public var heapOffset: Int { Int(loadUnaligned(fromByteOffset: ClusterHeader.heapOffsetOffset, as: UInt32.self)) }

  /// Whether this is the base of an overlay rather than of a cluster in the map.
  @inlinable @inline(__always) public var isOverlay: Bool { header(ClusterHeader.overlayMarkOffset) != 0 }

  /// 64 liveness bits, beginning with row `word * 64`; a capacity of 8 has one word.
  @inlinable @inline(__always) public func livenessWord(_ word: Int) -> UInt64 {
    load(fromByteOffset: ClusterHeader.bitmapOffset + word * 8, as: UInt64.self)
  }

  /// Whether a row is live.
  @inlinable @inline(__always) public func isLive(_ slot: Int) -> Bool {
    livenessWord(slot >> 6) >> UInt64(slot & 63) & 1 != 0
  }

  /// The rows from `word * 64` on whose bits are set are not live any more.
  func removeLive(_ bits: UInt64, word: Int) {
    storeBytes(of: livenessWord(word) & ~bits, toByteOffset: ClusterHeader.bitmapOffset + word * 8, as: UInt64.self)
  }

  func setLive(_ slot: Int, _ live: Bool) {
    let offset = ClusterHeader.bitmapOffset + (slot >> 6) * 8
    let bit = UInt64(1) << UInt64(slot & 63)
    let word = load(fromByteOffset: offset, as: UInt64.self)
    storeBytes(of: live ? word | bit : word & ~bit, toByteOffset: offset, as: UInt64.self)
  }
}
