/// The indexes of a file that stores them in nodes, read without mapping the file.
package protocol IndexNodes: AnyObject {
  /// Records an entry of the tree of nodes.
  func note(_ entry: TreeWalk.Entry, _ pages: FilePages) throws(StoreError)
  /// Returns the entries and pages of a space; nil if its entries are in a tree of LMDB.
  func usage(_ space: KeySpace) -> (entries: UInt64, pages: UInt64)?
  /// Checks all nodes, and calls `body` with each entry in key order. If `body` returns false, throws `StoreError.damaged`. Before, `note`
  /// must have been called for all entries of the tree.
  func check(
    _ body: (_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(StoreError) -> Bool,
    end: (_ space: KeySpace) throws(StoreError) -> Void
  ) throws(StoreError)
}

extension TreeRecord {
  /// Throws if the entries of a space are in nodes and its tree of LMDB has entries as well: no snapshot would read them.
  package func checkBesideNodes(_ space: KeySpace, path: String) throws(StoreError) {
    guard !space.isIndex || entries == 0 else {
      throw .damaged(path: path, detail: "the tree '\(space.rawValue)' has entries, but the indexes of the file are in nodes")
    }
  }
}
