/// Checks the structure of an encrypted file without its key: pages, keys, the sizes of values, and the free list.
enum SealedWalk {
  /// - Parameters:
  ///   - spaces: The trees that every file has.
  ///   - others: The other trees, by name.
  ///   - isWhole: Whether to check all pages, or only which trees the file has.
  ///   - walkFreeList: Checks the free list. Called after all trees have been walked.
  /// - Returns: True, because an encrypted file has trees.
  static func check(
    _ spaces: [KeySpace: TreeRecord], _ others: [String: TreeRecord], _ pages: FilePages, isWhole: Bool,
    _ walkFreeList: () throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    guard spaces.count == KeySpace.named.count, let nodes = others[KeySpace.sealed.rawValue] else {
      throw .damaged(path: pages.file.path, detail: "it lacks a tree")
    }
    guard isWhole else { return true }
    var trees = spaces.map { (space: $0.key, record: $0.value) }
    trees.append((.sealed, nodes))
    // The space `meta` was walked when the format was read.
    for (space, record) in trees.sorted(by: { $0.space.index < $1.space.index }) where space != .meta {
      try TreeWalk.run(record, space.rawValue, pages) { entry in
        entry.isTree || entry.size <= SealedValue.overhead ? .value(entry.index) : nil
      }
    }
    for (name, record) in others.sorted(by: { $0.key < $1.key }) where name != KeySpace.sealed.rawValue {
      try TreeWalk.run(record, name, pages) { entry in entry.isTree ? .value(entry.index) : nil }
    }
    try walkFreeList()
    try pages.checkLength()
    return true
  }
}
