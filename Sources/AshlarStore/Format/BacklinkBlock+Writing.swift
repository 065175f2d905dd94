extension BacklinkBlock {
  /// Makes blocks of links that come in ascending order.
  struct Output {
    private var block: BlockWriter
    /// Bytes after which another block is begun.
    private let wanted: Int
    private var last: Place?
    // Where the size of the last target's sources belongs.
    private var sizePlace = 0

    /// - Parameters:
    ///   - block: room for `sizeLimit` bytes.
    ///   - wanted: bytes of a full block, at most `sizeLimit`.
    init(_ block: UnsafeMutableRawBufferPointer, wanted: Int) {
      self.block = BlockWriter(block, "a block of backlinks")
      self.wanted = wanted
    }

    /// Adds a link; before that, when the block is full, `store` is called with it and its bound.
    mutating func add(_ place: Place, _ count: Int, _ store: (UnsafeRawBufferPointer, Place) throws -> Void) rethrows {
      if let full = last, block.size + linkSize > wanted { try finish(full, store) }
      var before: UInt64 = .max
      if let last, last.target == place.target {
        before = last.source
      } else {
        closeTarget()
        block.append(leb128: place.target - (last?.target ?? 0))
        sizePlace = block.size
        block.append(UInt8(0))
      }
      block.append(leb128: place.source &- before)
      if count > 1 {
        block.append(leb128: 0)
        block.append(leb128: UInt64(count - 1))
      }
      last = place
    }

    private mutating func closeTarget() {
      if last != nil { block.replaceByte(at: sizePlace, leb128: UInt64(block.size - sizePlace - 1)) }
    }

    /// Stores what there is, as the block with this bound. False when there is nothing.
    @discardableResult
    mutating func finish(_ bound: Place, _ store: (UnsafeRawBufferPointer, Place) throws -> Void) rethrows -> Bool {
      guard last != nil else { return false }
      closeTarget()
      try store(block.written, bound)
      block.removeAll()
      last = nil
      return true
    }
  }
}
