/// The features that a copy of a version contains: those that its contents need. A file retains a feature that it no longer needs, but a
/// copy drops it. A copy that needs no features has no list of them.
struct CopiedFeatures {
  /// The features in the copy.
  let kept: Set<FileFeature>
  /// The trees of features that are copied, and those that are not.
  let trees, dropped: [KeySpace]
  // The names of the values of `meta` that are not copied.
  private let droppedValues: [String]

  /// Determines the features that a version needs. All except ignorable features must be known; ignorable ones are kept.
  /// - Parameters:
  ///   - catalog: The catalog of the version; nil if it has none.
  ///   - path: The path of the file, for errors.
  init(_ source: any StorageSnapshot, _ format: StoredFormat, _ catalog: Catalog?, path: String) throws(StoreError) {
    var kept: Set<FileFeature> = []
    var trees: [KeySpace] = []
    var dropped: [KeySpace] = []
    var droppedValues: [String] = []
    for feature in format.features {
      let space = KeySpace(tree: feature.tree)
      var hasEntries = false
      if let space {
        // A tree that the snapshot does not reach is empty for it; the copy would lack the entries.
        guard source.reaches(space) else {
          throw .failed(path: path, operation: "copy '\(space.rawValue)'", code: 0, message: "the version read does not reach the tree")
        }
        hasEntries = try source.usage(space).entries > 0
      }
      // Without a catalog, the needed features are unknown, so all are kept.
      if catalog?.dispenses(with: feature, hasEntries: hasEntries) ?? false {
        droppedValues += feature.metaValues
        if let space { dropped.append(space) }
      } else {
        kept.insert(feature)
        if let space { trees.append(space) }
      }
    }
    self.kept = kept
    self.trees = trees
    self.dropped = dropped
    self.droppedValues = droppedValues
  }

  /// Returns whether the copy omits the value of `meta` that has this name.
  func dropsValue(_ name: UnsafeRawBufferPointer) -> Bool { droppedValues.contains { $0.utf8.elementsEqual(name) } }
}
