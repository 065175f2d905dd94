/// Memory of one write transaction: given out, never moved, and released at once when the transaction ends.
final class Arena {
  private static let smallest = 4096

  private let memory: TransactionMemory
  @exclusivity(unchecked) private var chunks: [UnsafeMutableRawBufferPointer] = []
  @exclusivity(unchecked) private var next: UnsafeMutableRawPointer?
  @exclusivity(unchecked) private var left = 0
  /// Bytes held.
  @exclusivity(unchecked) private(set) var size = 0

  init(_ memory: TransactionMemory) { self.memory = memory }

  deinit { release() }

  private func release() {
    for chunk in chunks { if let start = chunk.baseAddress { memory.free(start, chunk.count) } }
  }

  /// Room for `count` bytes, 8-byte aligned.
  func allocate(_ count: Int) -> UnsafeMutableRawPointer {
    let rounded = (max(count, 1) + 7) & ~7
    if rounded <= left, let place = next {
      next = place + rounded
      left -= rounded
      return place
    }
    // Chunks grow with use, so that a small transaction stays small.
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

  /// Takes everything back; small memory is kept for the next transaction.
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
