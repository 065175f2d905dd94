extension BacklinkBlock {
  /// Encodes a block in which the links from one source to one target are changed, and copies the bytes of all other links. O(bytes), but
  /// faster than encoding a block from the beginning, because the other links are not decoded.
  ///
  /// Returns nil if this is impossible: if the block is malformed or empty, if it does not contain the lost link, if the source would have
  /// more than `UInt32.max` links, or if the result has no links or is larger than `sizeLimit`.
  /// - Parameters:
  ///   - old: A block of at most `sizeLimit` bytes.
  ///   - difference: The number of links that the target of `place` gained from the source of `place`, negative for lost links; not 0.
  ///   - buffer: Memory for `storedLimit` bytes, which will contain the returned block.
  static func patch(
    _ old: UnsafeRawBufferPointer, _ place: Place, _ difference: Int, in buffer: UnsafeMutableRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    assert(difference != 0, "a patch changes a link")
    assert(buffer.count >= storedLimit, "a block of the maximum size has room for one more link")
    guard !old.isEmpty, old.count <= sizeLimit, let group = GroupPlace(place.target, in: old) else { return nil }
    var block = BlockWriter(buffer, "a patched block of backlinks")
    block.append(old.part(0..<group.start))
    if let sources = group.sources {
      guard let edit = SourceEdit(place.source, difference, in: old.part(sources)) else { return nil }
      let size = edit.start + edit.size + sources.count - edit.end
      if size == 0 {
        // The target has lost its last link.
        if group.start == 0, group.next == nil { return nil }
        appendRest(group, after: group.before)
      } else {
        block.append(leb128: place.target - group.before)
        block.append(leb128: UInt64(size))
        block.append(old.part(sources.lowerBound..<sources.lowerBound + edit.start))
        edit.append(to: &block)
        block.append(old.part(sources.lowerBound + edit.end..<old.count))
      }
    } else {
      guard let edit = SourceEdit(place.source, difference, in: UnsafeRawBufferPointer(start: nil, count: 0)) else { return nil }
      block.append(leb128: place.target - group.before)
      block.append(leb128: UInt64(edit.size))
      edit.append(to: &block)
      appendRest(group, after: place.target)
    }
    assert(block.size > 0, "a block has at least one link")
    return block.size <= sizeLimit ? block.written : nil

    // Appends the following targets. The first one is stored as the difference from its predecessor, which has changed.
    func appendRest(_ group: GroupPlace, after target: UInt64) {
      guard let next = group.next else { return }
      block.append(leb128: next.target - target)
      block.append(old.part(next.rest..<old.count))
    }
  }

  /// The offsets in a block at which the links to a target are, or at which they would be inserted.
  private struct GroupPlace {
    /// The preceding target, or 0.
    var before: UInt64 = 0
    /// The offset of the target, or the offset at which it would be inserted.
    var start = 0
    /// The offsets of the target's sources; nil if the block does not contain the target.
    var sources: Range<Int>?
    /// The following target, and the offset after its number; nil if there is none.
    var next: (target: UInt64, rest: Int)?

    /// Returns nil if the block is malformed; the sources of the target itself are not checked.
    init?(_ target: UInt64, in block: UnsafeRawBufferPointer) {
      guard let first = block.baseAddress else { return nil }
      var groups = Groups(block)
      var position = 0
      while let group = groups.next() {
        guard let bytes = group.sources.baseAddress else { return nil }
        let range = bytes - first..<bytes - first + group.sources.count
        if group.target < target {
          before = group.target
          start = range.upperBound
        } else if group.target == target {
          sources = range
        } else if next == nil {
          guard LEB128.read(block, &position) != nil else { return nil }
          next = (group.target, position)
        }
        // `SourceEdit` checks the sources of the target itself.
        if group.target != target {
          var all = Sources(group.sources)
          all.skip(before: .max)
          if !all.isWellFormed { return nil }
        }
        position = range.upperBound
      }
      if !groups.isWellFormed { return nil }
      assert(position == block.count, "the groups of a block are all of its bytes")
    }
  }

  /// A change of one source of a target: bytes from `start` to `end` are replaced.
  private struct SourceEdit {
    let start: Int
    let end: Int
    // The changed source as a difference from the source before it, and the number of its links; nil if it has lost all its links.
    private let entry: (difference: UInt64, count: Int)?
    // The difference of the following source, if it has changed.
    private let following: UInt64?

    /// Returns nil if the sources are malformed or do not contain the lost link, or if the source would have too many links.
    init?(_ source: UInt64, _ difference: Int, in bytes: UnsafeRawBufferPointer) {
      var sources = Sources(bytes)
      sources.skip(before: source)
      let before = sources.key
      start = sources.position
      var count = difference
      var rest = sources
      if let same = rest.next(), same.key == source {
        count += same.count
        sources = rest
      }
      guard rest.isWellFormed, count > 0 || start < sources.position, count <= Int(UInt32.max) else { return nil }
      rest.skip(before: .max)
      guard rest.isWellFormed else { return nil }
      entry = count > 0 ? (source &- before, count) : nil
      var position = sources.position
      let isNewOrGone = count <= 0 || start == position
      if isNewOrGone, position < bytes.count {
        guard let step = LEB128.read(bytes, &position) else { return nil }
        let next = sources.key &+ step
        following = next &- (count > 0 ? source : before)
      } else {
        following = nil
      }
      end = position
    }

    /// The number of bytes that replace those from `start` to `end`.
    var size: Int {
      var size = following.map(LEB128.size) ?? 0
      if let entry {
        size += LEB128.size(entry.difference)
        if entry.count > 1 { size += 1 + LEB128.size(UInt64(entry.count - 1)) }
      }
      return size
    }

    func append(to block: inout BlockWriter) {
      if let entry { BacklinkBlock.append(entry.difference, entry.count, to: &block) }
      if let following { block.append(leb128: following) }
    }
  }

  /// Appends a source as its difference from the source before it, and the number of its links.
  @inline(__always)
  static func append(_ difference: UInt64, _ count: Int, to block: inout BlockWriter) {
    block.append(leb128: difference)
    if count > 1 {
      block.append(leb128: 0)
      block.append(leb128: UInt64(count - 1))
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self[range]) }
}
