/// Allocates the blocks that a write transaction uses: in memory up to a limit, then in a file. The blocks contain plaintext, so those of
/// an encrypted file are never in a file: a large write to it needs memory for everything that it changes.
final class TransactionMemory {
  /// The maximum number of bytes that the blocks of one transaction occupy in memory.
  static let limit = 192 << 20
  /// The number of bytes at which a transaction counts as large. Its highest block is retained until a smaller transaction ends: `malloc`
  /// returns memory to the system when no block in use is above it, and obtaining it again, zeroed page by page, would take a third of the
  /// time of a large write.
  static let large = 4 << 20
  // The maximum size in bytes of a block that `malloc` is assumed to allocate on the heap; it maps larger blocks separately.
  private static let heapBlock = 96 << 10

  // The path of the database, beside which the file is created; nil for databases in memory and encrypted files.
  private let path: String?
  private let limit: Int
  @exclusivity(unchecked) private var held = 0
  @exclusivity(unchecked) private var spill: SpillFile?
  @exclusivity(unchecked) private var canSpill = true
  // The number of bytes allocated in memory since the last reset.
  @exclusivity(unchecked) private var taken = 0
  // The highest block of at most `heapBlock` bytes.
  @exclusivity(unchecked) private var highest: UnsafeMutableRawPointer?
  // The block that is retained until a smaller transaction ends; see `large`.
  @exclusivity(unchecked) private var kept: UnsafeMutableRawPointer?

  init(path: String?, limit: Int = TransactionMemory.limit) {
    self.path = path
    self.limit = limit
  }

  /// Whether blocks are allocated in a file.
  var isSpilling: Bool { spill != nil }

  /// The alignment of blocks in bytes, no larger than that of `malloc`. For a larger alignment, `malloc` would return a part of a larger
  /// block; after it is freed, this part does not fit the next request of the same size, and memory grows with every write.
  static let alignment = 16

  /// Allocates a block, aligned to `alignment`: in memory up to `limit`, then in a temporary file. If the database is in memory or
  /// encrypted, or if the file cannot be created or extended, the block is allocated in memory beyond the limit.
  func allocate(_ count: Int) -> UnsafeMutableRawPointer {
    if held + count > limit, canSpill, let path {
      if spill == nil { spill = SpillFile(beside: path) }
      if let block = spill?.allocate(count) { return block }
      // If the block is merely larger than a piece of the file, later blocks may still fit.
      canSpill = spill != nil && count > SpillFile.pieceSize
    }
    held += count
    taken += count
    let block = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: TransactionMemory.alignment)
    if count <= TransactionMemory.heapBlock, highest.map({ $0 < block }) ?? true { highest = block }
    return block
  }

  /// Frees a block of `count` bytes.
  func free(_ block: UnsafeMutableRawPointer, _ count: Int) {
    if spill?.free(block) == true { return }
    held -= count
    assert(held >= 0, "no more memory is freed than was allocated")
    guard block == highest, taken >= TransactionMemory.large else { return block.deallocate() }
    kept?.deallocate()
    kept = block
    highest = nil
  }

  /// Releases the pages of the file to the system.
  func leaveFile() { spill?.leave() }

  /// Takes ownership of a block of `count` bytes in memory that other code allocated.
  func take(_ count: Int) { held += count }

  /// Transfers ownership of a block of `count` bytes in memory, not in the file, to the caller.
  func give(_ count: Int) {
    held -= count
    assert(held >= 0, "only memory of the transaction is transferred")
  }

  /// Prepares for the next transaction. All blocks must have been freed or transferred, except for `count` bytes in memory.
  func reset(holding count: Int = 0) {
    assert(held == count, "a transaction's blocks are freed or transferred when it ends")
    held = count
    spill = nil
    canSpill = true
    highest = nil
    if taken < TransactionMemory.large, let kept {
      kept.deallocate()
      self.kept = nil
    }
    taken = 0
  }

  deinit { kept?.deallocate() }

  func _checkInvariants() {
    precondition(held >= 0, "no more is given back than was taken")
    spill?._checkInvariants()
  }
}
