/// The trees of a file other than those that every file has, including trees of features that this release does not know. Their pages and
/// keys are checked like those of other trees; their values are compared with their checksums.
struct FeatureTrees {
  private struct Tree {
    let name: String
    let record: TreeRecord
    /// The number of the tree, and its sum in the counters; nil if the counters have no sum for the tree.
    let sum: (tree: UInt8, expected: UInt64)?
  }

  // The trees, in ascending order of names.
  private var trees: [Tree] = []

  /// Compares the trees with the list of features. Throws `StoreError.damaged` if a tree or its sum is missing, or if the counters contain
  /// the sum of a tree that no listed feature has.
  /// - Parameters:
  ///   - records: The trees by name, including those that belong to no listed feature; `walk` visits all of them.
  ///   - counters: The counters; nil if this release cannot decode them.
  init(_ records: [String: TreeRecord], _ format: StoredFormat, _ counters: Counters?, path: String) throws(StoreError) {
    for feature in format.features where feature.tree != 0 && records[feature.name] == nil {
      throw .damaged(path: path, detail: "it lacks the tree '\(feature.name)'")
    }
    for further in counters?.furtherSums ?? [] where !format.features.contains(where: { $0.tree == further.tree }) {
      throw .damaged(path: path, detail: "its list of features lacks that of tree \(further.tree)")
    }
    for name in records.keys.sorted() {
      guard let record = records[name] else { continue }
      guard record.orderFlags == 0 || record.orderFlags == TreeRecord.integerKeys else {
        throw .damaged(path: path, detail: "the tree '\(name)' has flags \(record.flags)")
      }
      var sum: (tree: UInt8, expected: UInt64)?
      if let counters, let tree = format.features.first(where: { $0.name == name })?.tree, Counters.hasSum(tree: tree) {
        guard let expected = counters.sum(ofTree: UInt32(tree)) else {
          throw .damaged(path: path, detail: "its counters lack the sum of '\(name)'")
        }
        sum = (tree, expected)
      }
      trees.append(Tree(name: name, record: record, sum: sum))
    }
  }

  /// The names and the records of the trees.
  var records: [(name: String, record: TreeRecord)] { trees.map { ($0.name, $0.record) } }

  /// Walks all trees. Complexity: O(pages).
  /// - Parameters:
  ///   - sums: Whether to compare the sums of the entries with the counters.
  ///   - checksums: Whether to read every value and compare it with its checksum.
  ///   - nodes: Receives the entries of the tree of nodes; nil if the file has none.
  ///   - progress: Called after each tree with its number of pages.
  func walk(
    _ pages: FilePages, sums: Bool, checksums: Bool, nodes: NodePages?, progress: (UInt64) -> Void = { _ in }
  ) throws(StoreError) {
    for tree in trees {
      var found: UInt64 = 0
      try TreeWalk.run(tree.record, tree.name, pages) { entry throws(StoreError) in
        if entry.isTree { return .value(entry.index) }
        if tree.name == KeySpace.sealed.rawValue { try nodes?.note(entry) }
        guard let sum = tree.sum else { return nil }
        guard entry.size >= FeatureEntry.headerSize else { return .value(entry.index) }
        found &+= FeatureEntry.number(UInt32(sum.tree), entry.key, crc: entry.number(at: 0))
        if checksums, try !FeatureTrees.isIntact(entry, pages) { return .value(entry.index) }
        return nil
      }
      if sums, let sum = tree.sum, found != sum.expected {
        throw .damaged(path: pages.file.path, detail: "the entries of '\(tree.name)' do not match their checksum")
      }
      progress(tree.record.pages)
    }
  }

  private static func isIntact(_ entry: TreeWalk.Entry, _ pages: FilePages) throws(StoreError) -> Bool {
    if entry.page.isOverflow(entry.index) { return try pages.value(entry).withUnsafeBytes { FeatureEntry.isIntact(entry.key, $0) } }
    return FeatureEntry.isIntact(entry.key, entry.page.data(entry.index))
  }
}
