#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A node of an ordered map in its stored form, which has at most `limit` bytes:
///
///      0  UInt8   level: 0 for a leaf, and one more than that of its children for an inner node
///      1  UInt8   zero
///      2  UInt16  number of entries
///      4  UInt16  size of the prefix that all keys have
///      6  UInt16  zero
///      8  UInt64  only in an inner node: the number of the child whose keys are below all keys of the node
///                 for each entry and the end, UInt16: the offset of the entry from the first entry
///                 the prefix
///                 the entries, ascending by their keys
///
/// An entry of a leaf is the size of the rest of its key as UInt16, the rest, and the value. If bit 15 of the size is set, the value is a
/// place: the number under which the actual value is stored, as UInt64, and its size, as UInt32. An entry of an inner node is the rest of a
/// key and the number of the child with the keys from this key on, as UInt64. Integers are little-endian. Bytes after the last entry are
/// padding.
///
/// Invariant: `size` bytes are readable at `bytes`. No method reads outside of them, even if the node is damaged: offsets are checked
/// whenever they are read.
struct Node {
  /// The error of a node whose content contradicts itself.
  struct Fault: Error {}

  /// The maximum size of a node in bytes: together with the 40 bytes of a seal and the header of the page, it fills one page of 4,096
  /// bytes.
  static let limit = 4040
  /// The maximum size of a key in bytes.
  static let longestKey = 511
  /// The maximum size in bytes of a value in a node. Longer values are stored under numbers of their own.
  static let longestValue = 1900
  /// The size in bytes of the place of a longer value: its number and its size.
  static let placeSize = 12
  /// The maximum number of levels, which suffices: an inner node has room for eight children even if all keys have the maximum size.
  static let deepest = 24
  static let leafHeader = 8
  static let innerHeader = 16
  static let isPlace: UInt16 = 0x8000

  let bytes: UnsafeRawPointer
  let size: UInt16
  let count: UInt16
  let prefixSize: UInt16
  let level: UInt8

  /// Reads and checks the header. Throws if the bytes cannot be a node.
  @inline(__always)
  init(_ stored: UnsafeRawBufferPointer) throws(Fault) {
    guard let start = stored.baseAddress, stored.count >= Node.leafHeader, stored.count <= 4096 else { throw Fault() }
    let header = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
    bytes = start
    size = UInt16(truncatingIfNeeded: stored.count)
    level = UInt8(truncatingIfNeeded: header)
    count = UInt16(truncatingIfNeeded: header >> 16)
    prefixSize = UInt16(truncatingIfNeeded: header >> 32)
    guard firstEntry <= stored.count, prefixSize <= Node.longestKey, count > 0 || level > 0 else { throw Fault() }
  }

  /// The number of entries.
  @inline(__always)
  var entryCount: Int { Int(count) }

  @inline(__always)
  var isLeaf: Bool { level == 0 }

  @inline(__always)
  private var offsets: Int { level == 0 ? Node.leafHeader : Node.innerHeader }

  // The offset of the first entry.
  @inline(__always)
  private var firstEntry: Int { offsets + 2 * (Int(count) + 1) + Int(prefixSize) }

  /// The bytes that all keys begin with.
  @inline(__always)
  var prefix: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: bytes + (offsets + 2 * (Int(count) + 1)), count: Int(prefixSize))
  }

  // Returns the address and the size of an entry. Throws if they are not inside of the node. The index must be in 0..<count.
  @inline(__always)
  private func bounds(_ index: Int) throws(Fault) -> (start: UnsafeRawPointer, size: Int) {
    assert(index >= 0 && index < Int(count), "an entry of the node is read")
    let place = bytes + (offsets + 2 * index)
    let start = Int(UInt16(littleEndian: place.loadUnaligned(as: UInt16.self)))
    let end = Int(UInt16(littleEndian: place.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
    let first = firstEntry
    guard start <= end, first + end <= Int(size) else { throw Fault() }
    return (bytes + (first + start), end - start)
  }

  /// Returns the bytes of an entry's key that follow the prefix.
  @inline(__always)
  func rest(_ index: Int) throws(Fault) -> UnsafeRawBufferPointer {
    let (start, size) = try bounds(index)
    if level == 0 {
      guard size >= 2 else { throw Fault() }
      let rest = Int(UInt16(littleEndian: start.loadUnaligned(as: UInt16.self)) & ~Node.isPlace)
      guard 2 + rest <= size, rest + Int(prefixSize) <= Node.longestKey else { throw Fault() }
      return UnsafeRawBufferPointer(start: start + 2, count: rest)
    }
    guard size >= 8, size - 8 + Int(prefixSize) <= Node.longestKey else { throw Fault() }
    return UnsafeRawBufferPointer(start: start, count: size - 8)
  }

  /// Returns an entry of a leaf: the rest of its key, its value or the place of its value, and whether `value` is a place.
  @inline(__always)
  func entry(_ index: Int) throws(Fault) -> (rest: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer, isPlace: Bool) {
    let (start, size) = try bounds(index)
    guard size >= 2 else { throw Fault() }
    let head = UInt16(littleEndian: start.loadUnaligned(as: UInt16.self))
    let rest = Int(head & ~Node.isPlace)
    guard 2 + rest <= size, rest + Int(prefixSize) <= Node.longestKey else { throw Fault() }
    let value = UnsafeRawBufferPointer(start: start + (2 + rest), count: size - 2 - rest)
    let isPlace = head & Node.isPlace != 0
    if isPlace, value.count != Node.placeSize { throw Fault() }
    return (UnsafeRawBufferPointer(start: start + 2, count: rest), value, isPlace)
  }

  /// Returns the number of a child of an inner node. Child 0 contains the keys below all keys of the node; each other child contains the
  /// keys from key `index - 1` on.
  @inline(__always)
  func child(_ index: Int) throws(Fault) -> UInt64 {
    if index == 0 {
      guard level > 0, Int(size) >= Node.innerHeader else { throw Fault() }
      return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
    let (start, size) = try bounds(index - 1)
    guard size >= 8 else { throw Fault() }
    return UInt64(littleEndian: start.loadUnaligned(fromByteOffset: size - 8, as: UInt64.self))
  }

  /// Returns the index of the first entry whose key is not below `key`, and whether it is `key`. Complexity: O(log count).
  @inline(__always)
  func position(_ key: UnsafeRawBufferPointer) throws(Fault) -> (index: Int, isFound: Bool) {
    let shared = Int(prefixSize)
    if shared > 0 {
      let order = Node.order(prefix, UnsafeRawBufferPointer(rebasing: key.prefix(shared)))
      if order != 0 { return (order > 0 ? 0 : Int(count), false) }
    }
    let wanted = UnsafeRawBufferPointer(rebasing: key.dropFirst(shared))
    let head = wanted.count >= 8 ? wanted.loadUnaligned(as: UInt64.self).bigEndian : 0
    var (low, high) = (0, Int(count))
    while low < high {
      let middle = (low &+ high) / 2
      let rest = try rest(middle)
      let order: Int
      if rest.count >= 8, wanted.count >= 8 {
        // Most keys differ in their first 8 bytes, which are compared as one integer.
        let first = rest.loadUnaligned(as: UInt64.self).bigEndian
        order = first == head ? Node.order(rest, wanted) : first < head ? -1 : 1
      } else {
        order = Node.order(rest, wanted)
      }
      if order == 0 { return (middle, true) }
      if order < 0 { low = middle &+ 1 } else { high = middle }
    }
    return (low, false)
  }

  /// Returns the index of the child of an inner node whose range contains a key.
  @inline(__always)
  func childIndex(_ key: UnsafeRawBufferPointer) throws(Fault) -> Int {
    let (index, isFound) = try position(key)
    return isFound ? index + 1 : index
  }

  /// Copies the prefix and the rest of a key to `buffer`, which has room for `longestKey` bytes, and returns the size of the key.
  @inline(__always)
  func copyKey(_ rest: UnsafeRawBufferPointer, to buffer: UnsafeMutableRawPointer) -> Int {
    memcpy(buffer, prefix.baseAddress.unsafelyUnwrapped, Int(prefixSize))
    memcpy(buffer + Int(prefixSize), rest.baseAddress.unsafelyUnwrapped, rest.count)
    return Int(prefixSize) + rest.count
  }

  /// The size of the header, the offsets, the prefix and the entries, without padding.
  var usedSize: Int {
    get throws(Fault) {
      if count == 0 {
        // The only offset is that of the end.
        guard bytes.loadUnaligned(fromByteOffset: offsets, as: UInt16.self) == 0 else { throw Fault() }
        return firstEntry
      }
      let (start, size) = try bounds(Int(count) - 1)
      return start - bytes + size
    }
  }

  /// Returns a negative number if `a` is before `b` in the order of bytes, 0 if they are equal, and otherwise a positive number.
  @inline(__always)
  static func order(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    let common = min(a.count, b.count)
    if common > 0, let first = a.baseAddress, let second = b.baseAddress {
      let order = memcmp(first, second, common)
      if order != 0 { return Int(order) }
    }
    return a.count - b.count
  }

  /// Returns the size of the longest common prefix in bytes.
  static func commonPrefix(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    let most = min(a.count, b.count)
    var count = 0
    while count < most, a[count] == b[count] { count += 1 }
    return count
  }
}
