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
    private var position = 0
    private var key: UInt64 = .max
    private(set) var isWellFormed = true

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

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
