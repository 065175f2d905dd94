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
  /// The largest capacity.
  @inlinable public static var mostRows: Int { 256 }
  /// Bytes of header and bitmap of the largest capacity, in whole cache lines: no cluster has less.
  static var smallestSize: Int { 128 }
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
  /// Offset of what is not zero in overlays of clusters of older layouts only.
  static var sharedTextOffset: Int { 32 }
  /// Offset of the liveness bitmap.
  @inlinable public static var bitmapOffset: Int { 64 }

  /// Where the heap of the cluster or segment at `base` begins. A segment need not be aligned.
  @inlinable @inline(__always) public static func heapOffset(at base: UnsafeRawPointer) -> Int {
    Int(base.loadUnaligned(fromByteOffset: heapOffsetOffset, as: UInt32.self))
  }
}
