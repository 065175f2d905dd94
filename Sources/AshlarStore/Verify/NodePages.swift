/// The indexes of a file that stores them in nodes, read without mapping the file. Only `EngineFactory.nodes` creates such files.
///
/// Invariant: `buffer` contains the node or value that was read last, and belongs to this object.
final class NodePages: NodeSource {
  private enum Place {
    /// The value is in a leaf of the tree.
    case inLeaf([UInt8])
    case onPages(first: UInt64, size: Int)
  }

  private let pages: FilePages
  private let record: NodeRecord
  @exclusivity(unchecked) private var places: [UInt64: Place] = [:]
  @exclusivity(unchecked) private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  var path: String { pages.file.path }

  /// Returns nil if the file has its indexes in trees of LMDB. Throws if its record of roots is not valid.
  /// - Parameter stored: The value `NodeRecord.name` of the main tree; nil if there is none.
  init?(_ stored: [UInt8]?, hasTree: Bool, _ pages: FilePages) throws(StoreError) {
    guard hasTree, Engines.factory.mayHaveNodes else { return nil }
    self.pages = pages
    guard let stored else {
      record = NodeRecord()
      return
    }
    guard let found = stored.withUnsafeBytes({ NodeRecord($0) }) else {
      throw .damaged(path: pages.file.path, detail: "the record of the roots of its indexes is not valid")
    }
    record = found
  }

  deinit { buffer.deallocate() }

  /// Records an entry of the tree of nodes.
  func note(_ entry: TreeWalk.Entry) throws(StoreError) {
    guard entry.key.count == MemoryLayout<UInt64>.size else {
      throw .damaged(path: path, detail: "a key of '\(KeySpace.sealed.rawValue)' has \(entry.key.count) bytes")
    }
    let number = entry.key.loadUnaligned(as: UInt64.self)
    if entry.page.isOverflow(entry.index) {
      places[number] = .onPages(first: entry.page.overflowPage(entry.index), size: entry.size)
    } else {
      places[number] = .inLeaf(Array(entry.page.data(entry.index)))
    }
  }

  /// Returns the entries and pages of a space; nil if its entries are in a tree of LMDB.
  func usage(_ space: KeySpace) -> (entries: UInt64, pages: UInt64)? {
    NodeRecord.map(space).map { (record.roots[$0].entries, record.roots[$0].pages) }
  }

  /// Throws if a space whose entries are in nodes has entries in its tree of LMDB as well: no snapshot would read them.
  func checkTree(_ record: TreeRecord, of space: KeySpace) throws(StoreError) {
    guard NodeRecord.map(space) == nil || record.entries == 0 else {
      throw .damaged(path: path, detail: "the tree '\(space.rawValue)' has entries, but the indexes of the file are in nodes")
    }
  }

  /// Checks all nodes, and calls `body` with each entry in key order. If `body` returns false, throws `StoreError.damaged`. Before, `note`
  /// must have been called for all entries of the tree.
  func check(
    _ body: (_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(StoreError) -> Bool,
    end: (_ space: KeySpace) throws(StoreError) -> Void
  ) throws(StoreError) {
    var numbers: Set<UInt64> = []
    var met = 0
    func note(_ number: UInt64, _ pages: UInt64) {
      met += 1
      numbers.insert(number)
    }
    for (space, root) in zip(NodeRecord.spaces, record.roots) {
      try _checkInvariants(root, note) { key, value throws(StoreError) in
        var key = key
        if space.hasIntegerKeys { key.reverse() }
        let isAccepted = try key.withUnsafeBufferPointer { key throws(StoreError) in try body(space, UnsafeRawBufferPointer(key), value) }
        if !isAccepted { throw .damaged(path: path, detail: "an entry of '\(space.rawValue)' has a wrong form") }
      }
      try end(space)
    }
    // Each map reaches a number once; two maps must not share one.
    guard met == places.count, numbers.count == met else {
      throw .damaged(path: path, detail: "its indexes have \(met) nodes and values; \(places.count) are stored")
    }
  }

  func node(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer {
    switch places[number] {
    case nil: throw damage(number)
    case .inLeaf(let bytes):
      replaceBuffer(bytes.count)
      buffer.copyBytes(from: bytes)
    case .onPages(let first, let size):
      replaceBuffer(size)
      let start = first * UInt64(pages.pageSize) + UInt64(TreePage.headerSize)
      guard try pages.file.read(buffer, at: start) else { throw pages.truncation }
    }
    return UnsafeRawBufferPointer(buffer)
  }

  private func replaceBuffer(_ size: Int) {
    if buffer.count == size { return }
    buffer.deallocate()
    buffer = .allocate(byteCount: size, alignment: 8)
  }

  func longValue(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer { try node(number) }
}
