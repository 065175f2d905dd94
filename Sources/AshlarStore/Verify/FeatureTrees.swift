/// The trees of a file other than those that every file has, including trees of features that this release does not know. Their pages and
/// keys are checked like those of other trees. Values whose form is known to begin with a checksum are compared with it: those of the trees
/// of listed features, except the tree of nodes.
struct FeatureTrees {
  private struct Tree {
    let name: String
    let record: TreeRecord
    /// The number of the tree, if its values begin with checksums; nil otherwise.
    let number: UInt8?
    /// The sum of its entries; nil if the values have no checksums or the counters cannot be decoded.
    let expected: UInt64?
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
      let number = format.features.first { $0.name == name && Counters.hasSum(tree: $0.tree) }?.tree
      var expected: UInt64?
      if let counters, let number {
        expected = counters.sum(ofTree: UInt32(number))
        if expected == nil { throw .damaged(path: path, detail: "its counters lack the sum of '\(name)'") }
      }
      trees.append(Tree(name: name, record: record, number: number, expected: expected))
    }
  }

  /// The names and the records of the trees.
  var records: [(name: String, record: TreeRecord)] { trees.map { ($0.name, $0.record) } }

  /// Walks all trees. Complexity: O(pages).
  /// - Parameters:
  ///   - values: Reads values. If it cannot read those of the file, only their sizes are checked.
  ///   - sums: Whether to compare the sums of the entries with the counters.
  ///   - checksums: Whether to read every value and compare it with its checksum.
  ///   - nodes: Receives the entries of the tree of nodes; nil if the file has none.
  ///   - progress: Called after each tree with its number of pages.
  func walk(
    _ pages: FilePages, _ values: ValueReader, sums: Bool, checksums: Bool, nodes: (any IndexNodes)?, progress: (UInt64) -> Void = { _ in }
  ) throws(StoreError) {
    for tree in trees {
      var found: UInt64 = 0
      let space = tree.number.flatMap { KeySpace(tree: $0) }
      // The tags of values of an unknown tree are added up, but the values cannot be opened.
      let canRead = values.canRead && (space != nil || !values.isEncrypted)
      try TreeWalk.run(tree.record, tree.name, pages) { entry throws(StoreError) in
        if let fault = try values.note(entry) { return fault }
        if tree.name == KeySpace.sealed.rawValue { try nodes?.note(entry, pages) }
        guard canRead, let number = tree.number else { return nil }
        let isIntact = try values.withValue(entry, of: space, isWhole: checksums) { value, size throws(StoreError) in
          guard size >= FeatureEntry.headerSize else { return false }
          found &+= FeatureEntry.number(UInt32(number), entry.key, crc: value.loadUnaligned(as: UInt32.self))
          return !checksums || FeatureEntry.isIntact(entry.key, value)
        }
        return isIntact ? nil : .value(entry.index)
      }
      if sums, canRead, let expected = tree.expected, found != expected {
        throw .damaged(path: pages.file.path, detail: "the entries of '\(tree.name)' do not match their checksum")
      }
      progress(tree.record.pages)
    }
  }
}
