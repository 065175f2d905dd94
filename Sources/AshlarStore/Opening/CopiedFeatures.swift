/// The features that a copy of a version receives: those that its contents need. A file retains a feature that it no longer needs; a copy
/// drops it, and the copy of a file without needed features has no list.
struct CopiedFeatures {
  /// The catalog's features in the copy.
  let kept: Set<FileFeature>
  /// The trees that the copy receives, and those that it does not.
  let trees, dropped: [KeySpace]

  /// Determines the features that a version needs, all of which must be known unless a writer may ignore them. The latter are kept.
  /// - Parameter catalog: The catalog of the version; nil if it has none.
  init(_ source: any StorageSnapshot, _ format: StoredFormat, _ catalog: Catalog?) throws(StoreError) {
    // Without a catalog, nothing states what is needed.
    var kept = catalog?.contents ?? Set(format.features)
    var trees: [KeySpace] = []
    var dropped: [KeySpace] = []
    for feature in format.features {
      if feature.effect == .ignorable { kept.insert(feature) }
      guard let space = KeySpace(tree: feature.tree) else { continue }
      let hasEntries = try source.usage(space).entries > 0
      if hasEntries || kept.contains(feature) {
        kept.insert(feature)
        trees.append(space)
      } else {
        dropped.append(space)
      }
    }
    self.kept = kept
    self.trees = trees
    self.dropped = dropped
  }
}
