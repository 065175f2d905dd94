/// The blocks that a write transaction works in: in memory up to a limit, then in a file.
final class TransactionMemory {
  /// Bytes of blocks of one transaction that are held in memory.
  static let limit = 192 << 20
  /// Bytes from which on a transaction is a large one: its highest block is kept until a smaller one ends. `malloc` gives
  /// memory back to the system when nothing lies above it, and to take it again, zeroed page by page, costs a large write a
  /// third of its time.
  static let large = 4 << 20
  // Larger blocks have a mapping of their own.
  private static let heapBlock = 96 << 10

  // Where a file may be; nil for databases in memory.
  private let path: String?
  private let limit: Int
  @exclusivity(unchecked) private var held = 0
  @exclusivity(unchecked) private var spill: SpillFile?
  @exclusivity(unchecked) private var canSpill = true
  // Bytes that were taken in memory since the last reset.
  @exclusivity(unchecked) private var taken = 0
  // The highest block of the size of clusters, and one that is kept from transaction to transaction.
  @exclusivity(unchecked) private var highest: UnsafeMutableRawPointer?
  @exclusivity(unchecked) private var kept: UnsafeMutableRawPointer?

  init(path: String?, limit: Int = TransactionMemory.limit) {
    self.path = path
    self.limit = limit
  }

  /// Whether blocks go to a file by now.
  var isSpilling: Bool { spill != nil }

  /// Alignment of blocks, in bytes: no more than `malloc` gives. It takes a block of a larger alignment out of a larger one, so that a
  /// block that was freed does not fit the next request of its size, and memory grows with every write.
  static let alignment = 16

  /// A block, aligned to `alignment`. Where no file can be made or it is full, the memory is taken all the same.
  func allocate(_ count: Int) -> UnsafeMutableRawPointer {
    if held + count > limit, canSpill, let path {
      if spill == nil { spill = SpillFile(beside: path) }
      if let block = spill?.allocate(count) { return block }
      // A block that is too large for the file says nothing about the next.
      canSpill = spill != nil && count > SpillFile.pieceSize
    }
    held += count
    taken += count
    let block = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: TransactionMemory.alignment)
    if count <= TransactionMemory.heapBlock, highest.map({ $0 < block }) ?? true { highest = block }
    return block
  }

  /// Gives a block of `count` bytes back.
  func free(_ block: UnsafeMutableRawPointer, _ count: Int) {
    if spill?.free(block) == true { return }
    held -= count
    guard block == highest, taken >= TransactionMemory.large else { return block.deallocate() }
    kept?.deallocate()
    kept = block
    highest = nil
  }

  /// Leaves what is in the file to the system.
  func leaveFile() { spill?.leave() }

  /// A block of `count` bytes in memory that somebody else allocated belongs to this.
  func take(_ count: Int) { held += count }

  /// A block of `count` bytes, not one in the file, belongs to somebody else.
  func give(_ count: Int) { held -= count }

  /// All blocks were given back or given away, but for `count` bytes in memory.
  func reset(holding count: Int = 0) {
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
