/// Checks an encrypted file without mapping it: pages, keys, the sizes of values, the free list, and with `sums` whether values are missing
/// or older than the file. It opens no value but the counters, because each value is authenticated when it is read.
enum SealedWalk {
  /// - Parameters:
  ///   - values: Reads values. The key must be known.
  ///   - isWhole: Whether to check all pages, or only which trees the file has.
  ///   - walkFreeList: Checks the free list. Called after all trees have been walked.
  /// - Returns: True, because an encrypted file has trees.
  static func check(
    _ main: MainTree, _ named: NamedValues, _ values: ValueReader, _ meta: MetaPage, _ pages: FilePages, isWhole: Bool, sums: Bool,
    _ walkFreeList: () throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    let path = pages.file.path
    try checkTrees(main, path: path)
    guard isWhole else { return true }
    let counters = try SealedCounters(main, values, version: meta.transaction, path: path)
    try values.note(main.values, of: .main)
    try named.note(to: values)
    // The space `meta` was walked when the format was read.
    for space in KeySpace.named where space != .meta {
      guard let record = main.trees[space] else { continue }
      try TreeWalk.run(record, space.rawValue, pages) { entry throws(StoreError) in try values.note(entry) }
    }
    for (name, record) in main.others.sorted(by: { $0.key < $1.key }) {
      try TreeWalk.run(record, name, pages) { entry throws(StoreError) in try values.note(entry) }
    }
    if sums { try counters.check(values.sum, path: path) }
    try walkFreeList()
    try pages.checkLength()
    return true
  }

  /// Throws `StoreError.damaged` if a tree is missing, or if a tree has entries that no snapshot would read because indexes are in nodes.
  static func checkTrees(_ main: MainTree, path: String) throws(StoreError) {
    guard main.trees.count == KeySpace.named.count, let sealed = main.sealed, sealed.orderFlags == TreeRecord.integerKeys else {
      throw .damaged(path: path, detail: "it lacks a tree")
    }
    for space in NodeRecord.spaces {
      if let record = main.trees[space] { try NodePages.checkTree(record, of: space, path: path) }
    }
  }
}
