import AshlarStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Changes the bytes of a node in place, in memory of `Node.limit` bytes.
///
/// Invariant: the offsets of the node ascend and are inside of it. `Node.checkOffsets` has checked those of a node that was read.
struct NodeEdit {
  let bytes: UnsafeMutableRawPointer
  private let level: UInt8
  private var count: Int
  private let prefixSize: Int

  init(_ bytes: UnsafeMutableRawPointer) {
    self.bytes = bytes
    level = bytes.load(as: UInt8.self)
    count = Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
    prefixSize = Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt16.self)))
  }

  private var offsets: Int { level == 0 ? Node.leafHeader : Node.innerHeader }
  private var firstEntry: Int { offsets + 2 * (count + 1) + prefixSize }

  private func offset(_ index: Int) -> Int {
    Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: offsets + 2 * index, as: UInt16.self)))
  }

  // Adds a number of bytes to a range of the offsets. The additions wrap; the results are inside of the node.
  private func shiftOffsets(_ range: ClosedRange<Int>, by delta: Int) {
    let start = bytes + offsets
    let delta = UInt16(truncatingIfNeeded: delta)
    for index in range {
      let offset = UInt16(littleEndian: start.loadUnaligned(fromByteOffset: 2 &* index, as: UInt16.self)) &+ delta
      start.storeBytes(of: offset.littleEndian, toByteOffset: 2 &* index, as: UInt16.self)
    }
  }

  private mutating func setCount(_ count: Int) {
    self.count = count
    bytes.storeBytes(of: UInt16(truncatingIfNeeded: count).littleEndian, toByteOffset: 2, as: UInt16.self)
  }

  /// The size of the node in bytes.
  var size: Int { firstEntry + offset(count) }

  /// Returns the number of bytes by which an entry enlarges a node, its offset included.
  static func size(isLeaf: Bool, rest: Int, payload: Int) -> Int { (isLeaf ? 4 : 2) + rest + payload }

  /// Inserts an entry before the entry with an index. The node must have room for it.
  mutating func insert(at index: Int, _ rest: UnsafeRawBufferPointer, _ payload: UnsafeRawBufferPointer, isPlace: Bool) {
    let added = NodeEdit.size(isLeaf: level == 0, rest: rest.count, payload: payload.count) - 2
    assert(size + added + 2 <= Node.limit, "an entry is inserted into a node that has room")
    let first = firstEntry
    let start = offset(index)
    let end = offset(count)
    memmove(bytes + (first + start + added + 2), bytes + (first + start), end - start)
    let array = offsets + 2 * (count + 1)
    memmove(bytes + (array + 2), bytes + array, first + start - array)
    let place = bytes + (offsets + 2 * index)
    memmove(place + 2, place, 2 * (count + 1 - index))
    setCount(count + 1)
    shiftOffsets((index + 1)...count, by: added)
    write(at: first + 2 + start, rest, payload, isPlace)
  }

  /// Replaces the payload of an entry. The node must have room for it.
  mutating func replace(at index: Int, rest: Int, _ payload: UnsafeRawBufferPointer, isPlace: Bool) {
    let first = firstEntry
    let start = offset(index)
    let next = offset(index + 1)
    let head = (level == 0 ? 2 : 0) + rest
    let delta = head + payload.count - (next - start)
    assert(size + delta <= Node.limit, "an entry is replaced in a node that has room")
    if delta != 0 {
      memmove(bytes + (first + next + delta), bytes + (first + next), offset(count) - next)
      shiftOffsets((index + 1)...count, by: delta)
    }
    if level == 0 { setHead(at: first + start, rest, isPlace) }
    if let value = payload.baseAddress { memcpy(bytes + (first + start + head), value, payload.count) }
  }

  /// Removes an entry.
  mutating func remove(at index: Int) {
    let first = firstEntry
    let start = offset(index)
    let next = offset(index + 1)
    let end = offset(count)
    let array = offsets + 2 * (count + 1)
    shiftOffsets((index + 1)...count, by: start - next)
    let place = bytes + (offsets + 2 * index)
    memmove(place, place + 2, 2 * (count - index))
    memmove(bytes + (array - 2), bytes + array, first + start - array)
    memmove(bytes + (first - 2 + start), bytes + (first + next), end - next)
    setCount(count - 1)
  }

  /// Sets the number of the first child of an inner node.
  func setFirstChild(_ number: UInt64) { bytes.storeBytes(of: number.littleEndian, toByteOffset: 8, as: UInt64.self) }

  private func setHead(at place: Int, _ rest: Int, _ isPlace: Bool) {
    let head = UInt16(truncatingIfNeeded: rest) | (isPlace ? Node.isPlace : 0)
    bytes.storeBytes(of: head.littleEndian, toByteOffset: place, as: UInt16.self)
  }

  private func write(at place: Int, _ rest: UnsafeRawBufferPointer, _ payload: UnsafeRawBufferPointer, _ isPlace: Bool) {
    var place = place
    if level == 0 {
      setHead(at: place, rest.count, isPlace)
      place += 2
    }
    if let start = rest.baseAddress { memcpy(bytes + place, start, rest.count) }
    if let start = payload.baseAddress { memcpy(bytes + (place + rest.count), start, payload.count) }
  }
}
