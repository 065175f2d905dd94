/// Memory of one write transaction. Allocations never move and are all released when the transaction ends.
package final class Arena {
  private static let smallest = 4096

  private let memory: TransactionMemory
  @exclusivity(unchecked) private var chunks: [UnsafeMutableRawBufferPointer] = []
  @exclusivity(unchecked) private var next: UnsafeMutableRawPointer?
  @exclusivity(unchecked) private var left = 0
  /// The number of bytes in all chunks.
  @exclusivity(unchecked) private(set) var size = 0

  init(_ memory: TransactionMemory) { self.memory = memory }

  deinit { release() }

  private func release() {
    for chunk in chunks { if let start = chunk.baseAddress { memory.free(start, chunk.count) } }
  }

  /// Allocates `count` bytes, aligned to 8 bytes.
  func allocate(_ count: Int) -> UnsafeMutableRawPointer {
    let rounded = (max(count, 1) + 7) & ~7
    if rounded <= left, let place = next {
      next = place + rounded
      left -= rounded
      assert(UInt(bitPattern: place) & 7 == 0 && left >= 0, "the rest of a chunk is aligned and belongs to it")
      return place
    }
    // Chunks grow with use, so that small transactions use little memory.
    let length = max(rounded, min(max(Arena.smallest, size), 1 << 20))
    let chunk = memory.allocate(length)
    chunks.append(UnsafeMutableRawBufferPointer(start: chunk, count: length))
    size += length
    if length - rounded >= left {
      next = chunk + rounded
      left = length - rounded
    }
    #if ASHLAR_CHECKED
      _checkInvariants()
    #endif
    return chunk
  }

  /// Releases all allocations. If there is only one chunk, of the minimum size, and no spill file, retains the chunk for the next
  /// transaction.
  func reset() {
    if chunks.count == 1, size == Arena.smallest, !memory.isSpilling {
      next = chunks[0].baseAddress
      left = size
      return
    }
    release()
    chunks.removeAll()
    next = nil
    left = 0
    size = 0
  }

  func _checkInvariants() {
    precondition(chunks.reduce(0) { $0 + $1.count } == size, "the size must be that of all chunks")
    precondition(left & 7 == 0, "every allocation must be aligned to 8 bytes")
    guard let next else { return precondition(left == 0, "without a chunk nothing may be left") }
    precondition(
      chunks.contains { chunk in chunk.baseAddress.map { $0 <= next && next + left == $0 + chunk.count } ?? false },
      "what is left must be the end of a chunk")
  }
}
