/// Bytes of 0, which are read in place of unreadable elements after the error has been recorded.
///
/// All readers share a block, because nothing writes to it: a damaged collection of any size, read any number of times, costs the memory of
/// its largest segment. Blocks are never freed, since accessors may refer to them; each has at least twice the size of its predecessor, so
/// all together have less than twice the size of the last. Any thread may call `bytes`; the lock guards the list.
final class SharedZeros: Sendable {
  private typealias Block = (start: UnsafeMutableRawPointer, size: Int)

  /// The instance that all readers share.
  static let all = SharedZeros()

  private static let leastSize = 4096

  // The last block is the largest.
  private let blocks = Guarded<[Block]>([])

  /// Returns the address of at least `size` bytes of 0, which must not be changed.
  func bytes(_ size: Int) -> UnsafeMutableRawPointer {
    blocks.withLock { blocks in
      if let last = blocks.last, last.size >= size { return last.start }
      let room = max(SharedZeros.leastSize, size, 2 * (blocks.last?.size ?? 0))
      let start = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 16)
      start.initializeMemory(as: UInt8.self, repeating: 0, count: room)
      blocks.append((start, room))
      return start
    }
  }
}
