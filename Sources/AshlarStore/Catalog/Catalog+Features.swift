// The features of a file. A file lists a feature because its contents need it, not because the process that writes the file knows it.
extension Catalog {
  /// The features whose use the catalog states: `contents` contains those that it uses.
  static let stated: Set<FileFeature> = [.unique, .indexes, .deletes, .checks, .keys]

  /// The features that the catalog uses. A feature that has a tree is also used if the tree has entries.
  var contents: Set<FileFeature> {
    let features = schema.ruleFeatures
    return tables.contains { $0.extensions[TableExtension.indexes] != nil } ? features.union([.indexes]) : features
  }

  /// Returns whether this catalog, together with whether the feature's tree has entries, states that a listed feature is not used. Without
  /// a statement a feature counts as used: a file that lists it needlessly is correct, and a file that lacks it is written by releases that
  /// do not maintain it.
  func dispenses(with feature: FileFeature, hasEntries: Bool) -> Bool {
    if hasEntries || contents.contains(feature) || feature.effect == .ignorable { return false }
    return feature.tree != 0 || Catalog.stated.contains(feature)
  }

  /// Adds features that the file does not have yet. A file of format 7 gets layouts first.
  mutating func add(_ features: Set<FileFeature>) {
    self.features.formUnion(features)
    if !self.features.isEmpty { format = FormatVersion.file }
  }

  /// Returns the features that this catalog adds to an older one and that a process which reads the file must know. Readers of any release
  /// that reads lists of features may ignore those of the class `ignorable`.
  func readersMustKnow(after older: Catalog) -> Set<FileFeature> {
    features.subtracting(older.features).filter { $0.effect != .ignorable || older.features.isEmpty }
  }

  /// The trees of features that this catalog adds to an older one.
  func trees(after older: Catalog) -> [KeySpace] { features.subtracting(older.features).sorted().compactMap { KeySpace(tree: $0.tree) } }
}

extension Catalog.Table {
  /// The exclusive upper bound of column numbers.
  var columnLimit: Int { extensions[TableExtension.indexes] == nil ? Int(UInt16.max) : TableExtension.columnLimit }
}
