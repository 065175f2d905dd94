import AshlarStore

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
  /// The least size of a stored node in bytes; smaller ones are padded. LMDB would store a smaller value in a leaf of its tree, and would
  /// move it whenever another value in that leaf changes its size.
  static let leastStored = 2048
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
  var offsets: Int { level == 0 ? Node.leafHeader : Node.innerHeader }

  // The offset of the first entry.
  @inline(__always)
  var firstEntry: Int { offsets + 2 * (Int(count) + 1) + Int(prefixSize) }

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
    let difference = orderOfPrefix(key)
    if difference != 0 { return (difference > 0 ? 0 : Int(count), false) }
    let wanted = Node.dropping(Int(prefixSize), of: key)
    let head = Node.head(wanted.baseAddress, wanted.count, isReadable: wanted.count >= 8)
    let end = bytes + Int(size)
    var (low, high) = (0, Int(count))
    while low < high {
      let middle = (low &+ high) / 2
      let rest = try rest(middle)
      let start = rest.baseAddress.unsafelyUnwrapped
      // Most keys differ in their first 8 bytes, which are compared as one integer.
      let first = Node.head(start, rest.count, isReadable: end - start >= 8)
      let order = first == head ? Node.order(rest, wanted) : first < head ? -1 : 1
      if order == 0 { return (middle, true) }
      if order < 0 { low = middle &+ 1 } else { high = middle }
    }
    return (low, false)
  }

  // Returns the first 8 bytes of a key as an integer that has the order of keys; zeros replace bytes that the key lacks. Keys with equal
  // heads may differ.
  // - Parameter isReadable: Whether 8 bytes are readable at `start`, of which some may follow the key.
  @inline(__always)
  private static func head(_ start: UnsafeRawPointer?, _ count: Int, isReadable: Bool) -> UInt64 {
    guard isReadable, let start else {
      var head: UInt64 = 0
      for index in 0..<min(count, 8) {
        head |= UInt64(start.unsafelyUnwrapped.load(fromByteOffset: index, as: UInt8.self)) << UInt64(56 - 8 * index)
      }
      return head
    }
    let bytes = start.loadUnaligned(as: UInt64.self).bigEndian
    return count >= 8 ? bytes : count == 0 ? 0 : bytes & UInt64.max &<< UInt64(64 &- 8 &* count)
  }

  // Returns 0 if a key begins with the prefix, a negative number if the prefix is before the key, and a positive one if it is after it.
  @inline(__always)
  private func orderOfPrefix(_ key: UnsafeRawBufferPointer) -> Int {
    let shared = Int(prefixSize)
    if shared == 0 { return 0 }
    return Node.order(prefix, UnsafeRawBufferPointer(start: key.baseAddress, count: min(shared, key.count)))
  }

  /// Returns whether a key begins with the prefix.
  @inline(__always)
  func hasPrefix(of key: UnsafeRawBufferPointer) -> Bool { orderOfPrefix(key) == 0 }

  /// Returns a negative number if the key of an entry is before `key`, 0 if they are equal, and otherwise a positive number.
  @inline(__always)
  func order(_ index: Int, _ key: UnsafeRawBufferPointer) throws(Fault) -> Int {
    let difference = orderOfPrefix(key)
    return difference != 0 ? difference : Node.order(try rest(index), Node.dropping(Int(prefixSize), of: key))
  }

  /// Returns the bytes of a key that follow its first `count` bytes, which it must have.
  @inline(__always)
  static func dropping(_ count: Int, of key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    assert(count <= key.count, "the key has the bytes that are dropped")
    return UnsafeRawBufferPointer(start: key.baseAddress.map { $0 + count }, count: key.count &- count)
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

  /// Returns the least size in bytes of a node that contains the entries of this node and of another one of the same level. The prefix of
  /// such a node has at most the size of the shorter one of both prefixes.
  func leastMergedSize(_ other: Node) throws(Fault) -> Int {
    let prefixes = (Int(prefixSize), Int(other.prefixSize))
    let shared = min(prefixes.0, prefixes.1)
    // Both sizes contain a header, the offset of the end and a prefix.
    let entries = try usedSize + other.usedSize - offsets - 2 - prefixes.0 - prefixes.1
    return entries + shared + entryCount * (prefixes.0 - shared) + other.entryCount * (prefixes.1 - shared)
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
