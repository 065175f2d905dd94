/// The header of a cluster, which occupies 64 bytes, and the bitmap that follows it, little-endian:
///
///      0  UInt32  number of the layout
///      4  UInt32  capacity in rows
///      8  UInt32  number of live rows
///     12  UInt32  offset of the heap
///     16  UInt32  bytes in use in the heap
///     20  UInt32  of these, bytes that no cell refers to
///     24  UInt32  CRC32C of the cluster's key and of the bytes up to the heap's end, with this field as 0
///     28  zero
///     64  liveness bitmap, one bit per row, at least 8 bytes
@frozen public enum ClusterHeader {
  /// The largest capacity, in rows.
  @inlinable public static var mostRows: Int { 256 }
  /// The minimum size of a cluster in bytes: header and bitmap of the largest capacity, rounded up to whole cache lines.
  static var smallestSize: Int { 128 }
  /// The offset of the layout number.
  @inlinable public static var layoutOffset: Int { 0 }
  /// The offset of the capacity.
  @inlinable public static var capacityOffset: Int { 4 }
  /// The offset of the number of live rows.
  @inlinable public static var liveCountOffset: Int { 8 }
  /// The offset of the heap's offset.
  @inlinable public static var heapOffsetOffset: Int { 12 }
  /// The offset of the heap's size.
  @inlinable public static var heapSizeOffset: Int { 16 }
  /// The offset of the field that counts the heap bytes that no cell refers to.
  @inlinable public static var heapGarbageOffset: Int { 20 }
  /// The offset of the checksum.
  static var checksumOffset: Int { 24 }
  /// The offset of a field that is nonzero in overlays only.
  @inlinable public static var overlayMarkOffset: Int { 28 }
  /// The offset of a field that is nonzero only in overlays of clusters with older layouts.
  static var sharedTextOffset: Int { 32 }
  /// The offset of the liveness bitmap.
  @inlinable public static var bitmapOffset: Int { 64 }

  /// Returns the offset of the heap in the cluster or segment at `base`. A segment need not be aligned.
  @inlinable @inline(__always) public static func heapOffset(at base: UnsafeRawPointer) -> Int {
    Int(base.loadUnaligned(fromByteOffset: heapOffsetOffset, as: UInt32.self))
  }
}
