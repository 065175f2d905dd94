extension BacklinkBlock {
  /// Encodes links, added in ascending order, into blocks.
  struct Output {
    private var block: BlockWriter
    /// The number of bytes beyond which a new block begins.
    private let wanted: Int
    private var last: Place?
    // The offset at which the size of the last target's sources is stored.
    private var sizePlace = 0

    /// - Parameters:
    ///   - block: Memory for `sizeLimit` bytes.
    ///   - wanted: The size of a full block in bytes, at most `sizeLimit`.
    init(_ block: UnsafeMutableRawBufferPointer, wanted: Int) {
      self.block = BlockWriter(block, "a block of backlinks")
      self.wanted = wanted
    }

    /// Adds a link. If the block is full, first calls `store` with the block and its bound.
    mutating func add(_ place: Place, _ count: Int, _ store: (UnsafeRawBufferPointer, Place) throws -> Void) rethrows {
      assert(count > 0, "a block has no source without links")
      assert(last.map { $0 < place } ?? true, "the links of a block ascend by target and source")
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
      BacklinkBlock.append(place.source &- before, count, to: &block)
      last = place
    }

    private mutating func closeTarget() {
      if last != nil { block.replaceByte(at: sizePlace, leb128: UInt64(block.size - sizePlace - 1)) }
    }

    /// Passes the pending links to `store`, as a block with the given bound. Returns false if there are no pending links.
    @discardableResult
    mutating func finish(_ bound: Place, _ store: (UnsafeRawBufferPointer, Place) throws -> Void) rethrows -> Bool {
      guard last != nil else { return false }
      closeTarget()
      #if ASHLAR_CHECKED
        BacklinkBlock._checkInvariants(block.written)
      #endif
      try store(block.written, bound)
      block.removeAll()
      last = nil
      return true
    }
  }
}
