/// Merges the links of one column that rows gained and lost into the stored blocks. Writes each block once.
struct BacklinkMerge {
  private let link: LinkColumn
  // The path of the file, for errors.
  private let path: String
  // A block with at most this number of changes is patched. A patch copies the bytes of the other links, at most 1,900 bytes, which is
  // faster than decoding and encoding these links; but it does so for each change.
  private static let patchLimit = 4

  init(_ link: LinkColumn, path: String) {
    self.link = link
    self.path = path
  }

  /// Writes the changed blocks in key order.
  func write(
    _ changes: LinkChanges.Sorted, to writer: any StorageWriter, reading snapshot: any StorageSnapshot, _ sums: inout EntrySums
  ) throws {
    // There are two buffers: successive patches alternate between them, each reading the block that the previous one wrote. A merge uses
    // the first for its output.
    try withUnsafeTemporaryAllocation(byteCount: 2 * BacklinkBlock.storedLimit, alignment: 8) { buffer in
      var index = 0
      while index < changes.count {
        var next = index
        if changes.sum(at: &next).difference == 0 { index = next } else { try merge(changes, &index, buffer, writer, snapshot, &sums) }
      }
    }
  }

  // Applies the changes from `index` on that belong to one block, which becomes several blocks or none if necessary. Advances `index` past
  // these changes.
  private func merge(
    _ changes: LinkChanges.Sorted, _ index: inout Int, _ buffer: UnsafeMutableRawBufferPointer, _ writer: any StorageWriter,
    _ snapshot: any StorageSnapshot, _ sums: inout EntrySums
  ) throws {
    var bound = BacklinkBlock.Place.open
    var old = UnsafeRawBufferPointer(start: nil, count: 0)
    var isKey = true
    try snapshot.scan(.backlinks, prefix: link.prefix, from: BacklinkKey.key(link, changes.place(index))) { key, value in
      isKey = key.count == BacklinkKey.size
      if isKey {
        bound = BacklinkKey.bound(key)
        old = value
        sums.remove(.backlinks, key, value)
      }
      return false
    }
    if !isKey { throw BacklinkBlock.damage(path) }
    let end = changes.end(of: bound, from: index)
    func store(_ block: UnsafeRawBufferPointer, _ bound: BacklinkBlock.Place) throws {
      try BacklinkKey.withKey(link, bound) { key in
        sums.add(.backlinks, key, block)
        try writer.put(.backlinks, key, block)
      }
    }
    if let block = patched(old, changes, index..<end, buffer) {
      index = end
      return try store(block, bound)
    }
    var output = BacklinkBlock.Output(
      UnsafeMutableRawBufferPointer(rebasing: buffer[..<BacklinkBlock.sizeLimit]),
      wanted: wanted(old, end - index, changes.place(index)))
    var links = BacklinkBlock.Links(old)
    var stored = links.next()
    while index < end {
      let (place, difference) = changes.sum(at: &index)
      while let before = stored, before.place < place {
        try output.add(before.place, before.count, store)
        stored = links.next()
      }
      var count = difference
      if let same = stored, same.place == place {
        count += same.count
        stored = links.next()
      }
      if count > 0 { try output.add(place, count, store) }
    }
    while let rest = stored {
      try output.add(rest.place, rest.count, store)
      stored = links.next()
    }
    guard links.isWellFormed else { throw BacklinkBlock.damage(path) }
    if try !output.finish(bound, store), !old.isEmpty {
      try BacklinkKey.withKey(link, bound) { try writer.remove(.backlinks, $0) }
    }
  }

  // Returns a block to which the changes have been applied one by one; nil if there are too many changes, or if the block cannot be
  // patched.
  private func patched(
    _ old: UnsafeRawBufferPointer, _ changes: LinkChanges.Sorted, _ range: Range<Int>, _ buffer: UnsafeMutableRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    guard !old.isEmpty, range.count <= BacklinkMerge.patchLimit else { return nil }
    let middle = BacklinkBlock.storedLimit
    var output = (
      UnsafeMutableRawBufferPointer(rebasing: buffer[..<middle]), UnsafeMutableRawBufferPointer(rebasing: buffer[middle...])
    )
    var block = old
    var index = range.lowerBound
    while index < range.upperBound {
      let (place, difference) = changes.sum(at: &index)
      if difference == 0 { continue }
      guard let next = BacklinkBlock.patch(block, place, difference, in: output.0) else { return nil }
      block = next
      swap(&output.0, &output.1)
    }
    #if ASHLAR_CHECKED
      BacklinkBlock._checkInvariants(block)
    #endif
    return block
  }

  // Returns the size in bytes at which a block is full: a block whose size exceeds the limit, but not twice the limit, is split into
  // halves, unless all new links follow the old ones.
  private func wanted(_ old: UnsafeRawBufferPointer, _ count: Int, _ first: BacklinkBlock.Place) -> Int {
    let limit = BacklinkBlock.sizeLimit
    let size = old.count + count * BacklinkBlock.linkSize
    guard !old.isEmpty, size > limit, size <= 2 * limit else { return limit }
    var links = BacklinkBlock.Links(old)
    var last: BacklinkBlock.Place?
    while let link = links.next() { last = link.place }
    if let last, first > last { return limit }
    return min(limit, size / 2 + BacklinkBlock.linkSize)
  }
}
