public import AshlarSchema
import CAshlar

/// A 12-byte cell of text, bytes or packed elements. The last byte is the tag:
///
///     0–11  the number of inline bytes, beginning at byte 0
///     0x80  bytes in the cluster's heap: 4 bytes fingerprint, UInt32 offset in the heap, 24-bit length
///     0x81  bytes at an address (overlays and unmanaged rows only, never in a file): UInt32 length, 56-bit address
///     0x82  an out-of-line value: UInt32 length, 48-bit number, the first byte
///     0x83  a collection in segments: UInt32 element count, 48-bit number of its directory, zero
///     0x84  a `ListBuffer` at an address (overlays only)
///     0x85  a retained object at an address (unmanaged rows only)
///     0x86  a `SegmentBuffer` at an address (overlays only)
///     0xFF  null
///
/// An all-zero slot is the empty value.
@frozen public struct Slot: Equatable {
  /// Bytes 0 to 3.
  public var word: UInt32
  /// Bytes 4 to 11.
  public var rest: UInt64

  /// Creates a slot from its two parts.
  @inlinable public init(word: UInt32, rest: UInt64) {
    self.word = word
    self.rest = rest
  }

  /// Reads the slot at `cell`, which need not be aligned.
  @inlinable @inline(__always) public init(at cell: UnsafeRawPointer) {
    word = cell.loadUnaligned(as: UInt32.self)
    rest = cell.loadUnaligned(fromByteOffset: 4, as: UInt64.self)
  }

  /// Writes the slot to `cell`, which need not be aligned.
  @inlinable @inline(__always) public func store(at cell: UnsafeMutableRawPointer) {
    cell.storeBytes(of: word, as: UInt32.self)
    cell.storeBytes(of: rest, toByteOffset: 4, as: UInt64.self)
  }

  /// The size of a cell in bytes.
  @inlinable public static var size: Int { ColumnLayout.slotWidth }
  /// The maximum number of bytes that are stored inline.
  @inlinable public static var inlineLimit: Int { 11 }
  /// The maximum number of bytes of text, which is RealmSwift's limit.
  @inlinable public static var byteLimit: Int { 16_777_199 }
  /// The maximum number of bytes of data, which is RealmSwift's limit.
  @inlinable public static var dataLimit: Int { 16_777_200 }
  /// The tag of bytes in the heap.
  @inlinable public static var heapTag: UInt64 { 0x80 }
  /// The tag of bytes at an address.
  @inlinable public static var pointerTag: UInt64 { 0x81 }
  /// The tag of an out-of-line value.
  @inlinable public static var valueTag: UInt64 { 0x82 }
  /// The tag of a collection in segments.
  @inlinable public static var segmentsTag: UInt64 { 0x83 }
  /// The tag of a collection in segments that is being changed.
  @inlinable public static var segmentBufferTag: UInt64 { 0x86 }
  /// The exclusive upper bound of the numbers of out-of-line values.
  @inlinable public static var valueLimit: UInt64 { 1 << 48 }
  /// The maximum size in bytes of a text or data value that is stored in a cluster; longer values are stored out of line. `docs/storage.md`
  /// contains the measurements that determine this limit.
  static var nearbyLimit: Int { 512 }
  /// The tag of a list that is being changed.
  @inlinable public static var listTag: UInt64 { 0x84 }
  /// The tag of a retained object.
  @inlinable public static var objectTag: UInt64 { 0x85 }
  /// The null slot.
  @inlinable public static var null: Slot { Slot(word: 0, rest: 0xFF << 56) }
  /// The empty value.
  @inlinable public static var empty: Slot { Slot(word: 0, rest: 0) }

  /// The last byte.
  @inlinable public var tag: UInt64 { rest >> 56 }
  /// Whether this is null.
  @inlinable public var isNull: Bool { tag == 0xFF }
  /// Whether the bytes are in the slot.
  @inlinable public var isInline: Bool { tag <= UInt64(Slot.inlineLimit) }
  /// The number of bytes that are not inline; for a collection in segments, the number of elements.
  @inlinable public var outlineCount: Int { tag == Slot.heapTag ? heapCount : Int(word) }
  /// Whether this is a valid slot of a stored collection in segments.
  var isSegments: Bool { tag == Slot.segmentsTag && word > 0 && valueNumber > 0 && firstByte == 0 }
  /// The 56-bit address.
  @inlinable public var address: UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: UInt(rest & 0x00FF_FFFF_FFFF_FFFF))
  }
  /// The number of an out-of-line value.
  @inlinable public var valueNumber: UInt64 { rest & (Slot.valueLimit - 1) }
  /// The first byte of an out-of-line value.
  @inlinable public var firstByte: UInt8 { UInt8(truncatingIfNeeded: rest >> 48) }
  /// The offset of the slot's bytes in the heap.
  @inlinable public var heapOffset: Int { Int(rest & 0xFFFF_FFFF) }
  /// The number of the slot's bytes in the heap.
  @inlinable public var heapCount: Int { Int(rest >> 32 & 0xFF_FFFF) }

  /// Returns the fingerprint of bytes in the heap, of which there must be at least two: the first two bytes, and 16 bits of the checksum of
  /// all.
  package static func fingerprint(_ bytes: UnsafeRawBufferPointer) -> UInt32 { ashlar_fingerprint(bytes.baseAddress, bytes.count) }

  /// Creates a slot for bytes at an address.
  @inlinable public init(pointer: UnsafeMutableRawPointer, count: Int, tag: UInt64 = Slot.pointerTag) {
    assert(UInt(bitPattern: pointer) >> 56 == 0, "an address has 56 bits, so that the tag is in the last byte")
    word = UInt32(count)
    rest = UInt64(UInt(bitPattern: pointer)) | tag << 56
  }

  /// Creates a slot for bytes in the heap, fewer than 2^24. Collections have the fingerprint 0.
  @inlinable public init(heapOffset: Int, count: Int, fingerprint: UInt32) {
    word = fingerprint
    rest = UInt64(UInt32(truncatingIfNeeded: heapOffset)) | UInt64(count) << 32 | Slot.heapTag << 56
  }

  /// Creates a slot for an out-of-line value.
  @inlinable public init(value number: UInt64, count: Int, firstByte: UInt8) {
    assert(number < Slot.valueLimit, "the number of a value has 48 bits")
    word = UInt32(count)
    rest = number | UInt64(firstByte) << 48 | Slot.valueTag << 56
  }

  /// Creates a slot for a collection in segments.
  @inlinable public init(directory number: UInt64, count: Int) {
    assert(number < Slot.valueLimit, "the number of a value has 48 bits")
    word = UInt32(count)
    rest = number | Slot.segmentsTag << 56
  }

  /// Creates a slot for at most 11 bytes.
  @inlinable @inline(__always) public init(inline bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count <= Slot.inlineLimit, "a slot holds at most 11 bytes")
    var words: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &words) { target in
      if let source = bytes.baseAddress { target.baseAddress?.copyMemory(from: source, byteCount: bytes.count) }
    }
    word = UInt32(truncatingIfNeeded: words.0)
    rest = words.0 >> 32 | words.1 << 32 | UInt64(bytes.count) << 56
  }

  /// Returns the bytes of the slot in `cell`, which must not refer to an out-of-line value; empty for null. The bytes are valid as long as
  /// the row is.
  @inlinable @inline(__always)
  public static func bytesNearby(at cell: UnsafeRawPointer, in base: UnsafeRawPointer) -> UnsafeRawBufferPointer {
    let slot = Slot(at: cell)
    let tag = slot.tag
    if tag <= UInt64(inlineLimit) { return UnsafeRawBufferPointer(start: cell, count: Int(tag)) }
    if tag == heapTag {
      return UnsafeRawBufferPointer(start: base + ClusterHeader.heapOffset(at: base) + slot.heapOffset, count: slot.heapCount)
    }
    if tag == pointerTag { return UnsafeRawBufferPointer(start: slot.address, count: Int(slot.word)) }
    return UnsafeRawBufferPointer(start: cell, count: 0)
  }

}
