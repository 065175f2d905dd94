extension BacklinkBlock {
  /// Makes blocks of links that come in ascending order.
  struct Output {
    private let block: UnsafeMutableRawBufferPointer
    /// Bytes after which another block is begun.
    private let wanted: Int
    private var size = 0
    private var last: Place?
    // Where the size of the last target's sources belongs.
    private var sizePlace = 0

    /// - Parameters:
    ///   - block: room for `sizeLimit` bytes.
    ///   - wanted: at most `sizeLimit`.
    init(_ block: UnsafeMutableRawBufferPointer, wanted: Int) {
      self.block = block
      self.wanted = wanted
    }

    /// Adds a link; before that, when the block is full, `store` is called with it and its bound.
    mutating func add(_ place: Place, _ count: Int, _ store: (UnsafeRawBufferPointer, Place) throws -> Void) rethrows {
      if let full = last, size + linkSize > wanted { try finish(full, store) }
      var before: UInt64 = .max
      if let last, last.target == place.target {
        before = last.source
      } else {
        closeTarget()
        LEB128.write(place.target - (last?.target ?? 0), to: block, &size)
        sizePlace = size
        size += 1
      }
      LEB128.write(place.source &- before, to: block, &size)
      if count > 1 {
        LEB128.write(0, to: block, &size)
        LEB128.write(UInt64(count - 1), to: block, &size)
      }
      last = place
    }

    private mutating func closeTarget() {
      guard last != nil else { return }
      let sources = size - sizePlace - 1
      if sources >= 0x80, let start = block.baseAddress {
        (start + sizePlace + 2).copyMemory(from: start + sizePlace + 1, byteCount: sources)
        size += 1
      }
      var place = sizePlace
      LEB128.write(UInt64(sources), to: block, &place)
    }

    /// Stores what there is, as the block with this bound. False when there is nothing.
    @discardableResult
    mutating func finish(_ bound: Place, _ store: (UnsafeRawBufferPointer, Place) throws -> Void) rethrows -> Bool {
      guard last != nil else { return false }
      closeTarget()
      try store(UnsafeRawBufferPointer(rebasing: block[..<size]), bound)
      size = 0
      last = nil
      return true
    }
  }
}
