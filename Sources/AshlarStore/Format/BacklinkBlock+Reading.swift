extension BacklinkBlock {
  /// Iterates over the targets of a block, with the bytes of their sources.
  struct Groups {
    private let block: UnsafeRawBufferPointer
    private var position = 0
    private var target: UInt64 = 0
    /// Whether no malformed bytes have been found so far.
    private(set) var isWellFormed = true

    init(_ block: UnsafeRawBufferPointer) { self.block = block }

    mutating func next() -> (target: UInt64, sources: UnsafeRawBufferPointer)? {
      guard isWellFormed, position < block.count else { return nil }
      let isFirst = position == 0
      guard let step = LEB128.read(block, &position), let size = LEB128.read(block, &position), size > 0,
        size <= UInt64(block.count - position),
        isFirst || step > 0
      else {
        isWellFormed = false
        return nil
      }
      let (next, isBeyond) = target.addingReportingOverflow(step)
      guard !isBeyond else {
        isWellFormed = false
        return nil
      }
      target = next
      defer { position += Int(size) }
      return (target, UnsafeRawBufferPointer(rebasing: block[position..<position + Int(size)]))
    }
  }

  /// Iterates over the sources of a target, with the number of links from each.
  struct Sources {
    private let bytes: UnsafeRawBufferPointer
    /// The offset of the next source.
    private(set) var position = 0
    /// The last source that was returned or skipped; `UInt64.max` if there is none.
    private(set) var key: UInt64 = .max
    private(set) var isWellFormed = true

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Skips the sources that are less than `source`, eight at a time where each of the eight occupies one byte.
    mutating func skip(before source: UInt64) {
      while true {
        skipWords(before: source)
        let before = self
        guard let found = next() else { return }
        if found.key >= source {
          self = before
          return
        }
      }
    }

    // Skips groups of eight bytes, as long as each byte is the difference of a source with one link. Such a byte is neither 0 nor more than
    // 0x7F, and the byte after the last is not 0, because a 0 would begin the number of additional links of that source.
    private mutating func skipWords(before source: UInt64) {
      let (ones, high) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
      let limit = min(source, UInt64(Counters.keyLimit))
      while position + 8 < bytes.count, bytes[position + 8] != 0 {
        let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        if word & high != 0 || (word &- ones) & high != 0 { return }
        // The sums of neighbors fit in 16 bits each, and so does the sum of these, which the multiplication moves to the highest bits.
        let pairs = (word & 0x00FF_00FF_00FF_00FF) &+ (word &>> 8 & 0x00FF_00FF_00FF_00FF)
        let last = key &+ (pairs &* 0x0001_0001_0001_0001) &>> 48
        if last >= limit { return }
        key = last
        position += 8
      }
    }

    mutating func next() -> (key: UInt64, count: Int)? {
      guard isWellFormed, position < bytes.count else { return nil }
      guard let step = LEB128.read(bytes, &position), step > 0, step <= UInt64(Counters.keyLimit), key &+ step < UInt64(Counters.keyLimit)
      else {
        isWellFormed = false
        return nil
      }
      key &+= step
      guard position < bytes.count, bytes[position] == 0 else { return (key, 1) }
      position += 1
      guard let more = LEB128.read(bytes, &position), more > 0, more < UInt64(UInt32.max) else {
        isWellFormed = false
        return nil
      }
      return (key, 1 + Int(more))
    }
  }

  /// Iterates over the links of a block.
  struct Links {
    private var groups: Groups
    private var target: UInt64 = 0
    private var sources = Sources(UnsafeRawBufferPointer(start: nil, count: 0))

    init(_ block: UnsafeRawBufferPointer) { groups = Groups(block) }

    var isWellFormed: Bool { groups.isWellFormed && sources.isWellFormed }

    mutating func next() -> (place: Place, count: Int)? {
      while true {
        if let source = sources.next() { return (Place(target: target, source: source.key), source.count) }
        guard sources.isWellFormed, let group = groups.next() else { return nil }
        target = group.target
        sources = Sources(group.sources)
      }
    }
  }
}
