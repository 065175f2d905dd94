import AshlarStore

extension Node {
  /// Checks the bytes of the header that must be zero, and the offsets of all entries, on which `NodeEdit` relies: the first one is 0, they
  /// ascend, and they are inside of the node. Returns the size without padding. Complexity: O(count).
  func checkOffsets() throws(Fault) -> Int {
    guard bytes.load(fromByteOffset: 1, as: UInt8.self) == 0, bytes.loadUnaligned(fromByteOffset: 6, as: UInt16.self) == 0 else {
      throw Fault()
    }
    let start = bytes + offsets
    var isAscending = start.loadUnaligned(as: UInt16.self) == 0
    // The loop has no early exit, so that the compiler can use vector instructions.
    for index in 0..<entryCount {
      let first = UInt16(littleEndian: start.loadUnaligned(fromByteOffset: 2 &* index, as: UInt16.self))
      let second = UInt16(littleEndian: start.loadUnaligned(fromByteOffset: 2 &* index &+ 2, as: UInt16.self))
      isAscending = isAscending && first <= second
    }
    let end = firstEntry + Int(UInt16(littleEndian: start.loadUnaligned(fromByteOffset: 2 * entryCount, as: UInt16.self)))
    guard isAscending, end <= Int(size) else { throw Fault() }
    return end
  }

  /// Checks the header, the offsets and all entries. Returns the size without padding. Complexity: O(count).
  func check() throws(Fault) -> Int {
    let end = try checkOffsets()
    // Entries are adjacent, because an offset is the end of one entry and the start of the next.
    for index in 0..<entryCount {
      if isLeaf { _ = try entry(index) } else { _ = try rest(index) }
    }
    return end
  }
}
