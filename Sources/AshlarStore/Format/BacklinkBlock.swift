/// Keys and values of the backlink space. All links of one column, by ascending target and then by ascending source, are cut into
/// blocks. A key is table id UInt32, column id UInt16, and the block's bound: target UInt64, source UInt64, all big-endian. The
/// value has for each target, in LEB128 numbers:
///
///     the target, or how far it is from the one before
///     how many bytes its sources take
///     its sources, each as how far it is from the one before, the first from -1;
///     a 0 and a number say that the source before them links so many times more
///
/// A block's bound is at least its last link; the last block's is the largest there is. So the block for a link is the first
/// whose bound is not below it. A target may go on in the next block.
enum BacklinkBlock {
  /// Most bytes: two blocks with their keys lie in a page of 4,096 bytes.
  static let sizeLimit = 1900
  /// Most bytes that one link more takes.
  static let linkSize = 24

  /// A target and a source, in the order of keys.
  struct Place: Comparable {
    let target: UInt64
    let source: UInt64

    /// The bound of the last block.
    static let open = Place(target: .max, source: .max)

    static func < (a: Place, b: Place) -> Bool { a.target != b.target ? a.target < b.target : a.source < b.source }
  }

  static func damage(_ path: String) -> StoreError { .damaged(path: path, detail: "an entry of 'backlinks' is not a valid list of links") }

  /// Whether a block has no more than the bound in its key allows, and is one at all.
  static func isWellFormed(_ block: UnsafeRawBufferPointer, bound: Place) -> Bool {
    var links = Links(block)
    var last: Place?
    while let link = links.next() {
      if let last, last >= link.place { return false }
      last = link.place
    }
    guard let last else { return false }
    return links.isWellFormed && last <= bound
  }

  /// Appends the sources of a target by ascending key; false when the block is malformed.
  static func read(_ block: UnsafeRawBufferPointer, _ target: UInt64, into sources: inout [(key: Int64, count: Int)]) -> Bool {
    var groups = Groups(block)
    while let group = groups.next() {
      if group.target < target { continue }
      if group.target > target { return true }
      var reader = Sources(group.sources)
      while let source = reader.next() { sources.append((Int64(source.key), source.count)) }
      return reader.isWellFormed
    }
    return groups.isWellFormed
  }
}

// MARK: - Reading

extension BacklinkBlock {
  /// The targets of a block with the bytes of their sources.
  struct Groups {
    private let block: UnsafeRawBufferPointer
    private var position = 0
    private var target: UInt64 = 0
    /// False once a malformed block was found.
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

  /// The sources of a target, each with the number of its links.
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

  /// The links of a block.
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

// MARK: - Writing

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
