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
  /// Most bytes that one link more takes: 10 for a target, 1 for the size of its sources, 6 for a source, 1 and 5 for how many times
  /// more it links, and 1 for the size of the sources before it, which may come to need two bytes.
  static let linkSize = 24
  /// Most bytes of a block in a file: some releases wrote this many when they halved one.
  static let storedLimit = sizeLimit + linkSize

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
