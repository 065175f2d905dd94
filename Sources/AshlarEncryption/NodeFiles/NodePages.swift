import AshlarStore

/// The indexes of an encrypted file, or of a file that `EngineFactory.nodes` created, read without mapping the file.
final class NodePages: NodeSource, IndexNodes {
  private let values: ValueReader
  private let record: NodeRecord
  @exclusivity(unchecked) private var places: [UInt64: ValuePlace] = [:]

  let path: String

  /// - Parameters:
  ///   - stored: The record of the roots; nil if the file has none, and its maps are empty. Throws if it is not valid.
  ///   - values: Reads the values of the file.
  init(_ stored: [UInt8]?, _ values: ValueReader) throws(StoreError) {
    self.values = values
    path = values.pages.file.path
    guard let stored else {
      record = NodeRecord()
      return
    }
    guard let found = stored.withUnsafeBytes({ NodeRecord($0) }) else {
      throw .damaged(path: path, detail: "the record of the roots of its indexes is not valid")
    }
    record = found
  }

  /// Records an entry of the tree of nodes.
  func note(_ entry: TreeWalk.Entry, _ pages: FilePages) throws(StoreError) {
    guard entry.key.count == MemoryLayout<UInt64>.size else {
      throw .damaged(path: path, detail: "a key of '\(KeySpace.sealed.rawValue)' has \(entry.key.count) bytes")
    }
    places[entry.key.loadUnaligned(as: UInt64.self)] = ValuePlace(entry, pages)
  }

  /// Returns the entries and pages of a space; nil if its entries are in a tree of LMDB.
  func usage(_ space: KeySpace) -> (entries: UInt64, pages: UInt64)? {
    NodeRecord.map(space).map { (record.roots[$0].entries, record.roots[$0].pages) }
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
    for (space, root) in zip(KeySpace.indexes, record.roots) {
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

  /// Returns the bytes of a node, which are valid until another value is read.
  func node(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer {
    guard let place = places[number] else { throw damage(number) }
    return try withUnsafeBytes(of: number) { key throws(StoreError) in try values.value(at: place, of: .sealed, key) }
  }

  func longValue(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer { try node(number) }
}
