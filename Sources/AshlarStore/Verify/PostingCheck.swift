/// Checks the blocks of posting lists, which must be passed in key order: a list's object keys ascend within and across its blocks, a
/// block's bound is at least its last key, and the last block states the number of rows in the blocks before it.
struct PostingCheck {
  // The minimum size of a key: an indexed value has at least one byte.
  private static let keySize = ColumnPrefix.size + 1 + 8

  // The common prefix of the keys of the current list; empty after its last block.
  private var list: [UInt8] = []
  // The bound of the previous block.
  private var bound: UInt64 = 0
  // The number of rows in the current list's blocks so far.
  private var before = 0
  private var keys: [Int64] = []

  /// Whether the last list is complete.
  var isComplete: Bool { list.isEmpty }

  /// Returns whether a block is valid and may follow the previous one. Complexity: O(rows of the block).
  mutating func accepts(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
    guard key.count >= PostingCheck.keySize, value.count <= PostingBlock.sizeLimit else { return false }
    let prefix = UnsafeRawBufferPointer(rebasing: key.dropLast(8))
    let isFirst = list.isEmpty
    guard isFirst || list.elementsEqual(prefix) else { return false }
    let next = PostingBlock.bound(key)
    let isOpen = next == PostingBlock.openBound
    keys.removeAll(keepingCapacity: true)
    guard let block = PostingBlock(value, isOpen: isOpen), block.count <= PostingBlock.limit, block.read(into: &keys),
      !isOpen || block.before == before
    else { return false }
    if let first = keys.first, let last = keys.last {
      guard isFirst || UInt64(first) > bound, UInt64(last) <= next else { return false }
    }
    if isOpen {
      list.removeAll(keepingCapacity: true)
      before = 0
    } else {
      if isFirst { list.append(contentsOf: prefix) }
      before += keys.count
      bound = next
    }
    return true
  }
}
