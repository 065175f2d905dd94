/// The format of keys and values in the backlink space. All links of one column, ordered by target and then by source, are divided into
/// blocks. A key consists of the table number (UInt32), the column number (UInt16), and the target and the source of the block's bound
/// (UInt64 each), all big-endian. For each target, the value contains, as LEB128 numbers:
///
///     the target, or its difference from the previous target
///     the number of bytes that its sources occupy
///     its sources, each as the difference from the previous one, the first from -1;
///     a 0 and a number after a source: the number of its additional links
///
/// A block's bound is at least its last link; the last block has the greatest possible bound. The block for a link is therefore the first
/// block whose bound is not less than the link. The links to a target may continue in the next block.
package enum BacklinkBlock {
  /// The maximum size in bytes: two blocks and their keys fit in a page of 4,096 bytes.
  static let sizeLimit = 1900
  /// The maximum number of bytes that one more link occupies: 10 for a target, 1 for the size of its sources, 6 for a source, 1 and 5 for
  /// its number of additional links, and 1 for the size of the previous target's sources, which may grow to two bytes.
  static let linkSize = 24
  /// The maximum size in bytes of a block in a file. Some releases wrote blocks of up to this size when they split a block.
  static let storedLimit = sizeLimit + linkSize

  /// A target and a source, ordered by target and then by source, as in keys.
  struct Place: Comparable {
    let target: UInt64
    let source: UInt64

    /// The bound of the last block.
    static let open = Place(target: .max, source: .max)

    static func < (a: Place, b: Place) -> Bool { a.target != b.target ? a.target < b.target : a.source < b.source }
  }

  static func damage(_ path: String) -> StoreError { .damaged(path: path, detail: "an entry of 'backlinks' is not a valid list of links") }

  /// Returns whether a block is valid: it contains at least one link, its links ascend, and none exceeds the bound in its key.
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

  /// Checks a block that is about to be stored. Its bound is not checked: in a damaged file, a stored link may exceed it.
  static func _checkInvariants(_ block: UnsafeRawBufferPointer) {
    precondition(block.count <= storedLimit, "a block must fit in half a page")
    precondition(isWellFormed(block, bound: .open), "the links of a block must ascend, and there must be one")
  }

  /// Appends the sources of a target to `sources` in ascending order, until they have at least `left` links in total. Subtracts the number
  /// of their links from `left`, which may become negative. Returns false if the bytes that were read are malformed.
  static func read(
    _ block: UnsafeRawBufferPointer, _ target: UInt64, into sources: inout [(key: Int64, count: Int)], _ left: inout Int
  ) -> Bool {
    var groups = Groups(block)
    while let group = groups.next() {
      if group.target < target { continue }
      if group.target > target { return true }
      var reader = Sources(group.sources)
      while left > 0, let source = reader.next() {
        sources.append((Int64(source.key), source.count))
        left -= source.count
      }
      return reader.isWellFormed
    }
    return groups.isWellFormed
  }
}
