/// Checks the blocks of posting lists, which are to come in key order: each list's object keys rise within and across its blocks,
/// the blocks' bounds are not below them, and its last block says how many rows the others have.
struct PostingCheck {
  // Least bytes of a key: an indexed value has at least one.
  private static let keySize = ColumnPrefix.size + 1 + 8

  // What all keys of the list at hand begin with; empty when its last block was met.
  private var list: [UInt8] = []
  // The bound of the block before.
  private var bound: UInt64 = 0
  // How many rows the list's blocks so far have.
  private var before = 0
  private var keys: [Int64] = []

  /// Whether the last list has all its blocks.
  var isComplete: Bool { list.isEmpty }

  /// Whether a block is one, and may follow the one before. O(rows of the block).
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
