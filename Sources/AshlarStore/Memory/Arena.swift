/// Memory of one write transaction. Allocations never move and are all released when the transaction ends.
final class Arena {
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
    return chunk
  }

  /// Releases all allocations. Retains a single small chunk for the next transaction.
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
}
