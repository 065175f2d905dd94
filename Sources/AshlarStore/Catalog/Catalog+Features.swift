// The features of a file. A file lists a feature because its contents need it, not because the process that writes the file knows it.
extension Catalog {
  /// The features whose use the catalog states: if such a feature is used, `contents` contains it.
  static let stated: Set<FileFeature> = [.unique, .indexes, .deletes, .checks, .keys]

  /// The features that the catalog uses. A feature that has a tree is also used if the tree has entries.
  var contents: Set<FileFeature> {
    let features = schema.ruleFeatures
    return tables.contains { $0.extensions[TableExtension.indexes] != nil } ? features.union([.indexes]) : features
  }

  /// Returns whether this catalog, and the absence of entries in the feature's tree, prove that a listed feature is not used. If this is
  /// uncertain, or if the feature is ignorable, the feature counts as used: listing an unused feature does no harm, but if a used feature
  /// is not listed, releases that do not maintain it write to the file.
  func dispenses(with feature: FileFeature, hasEntries: Bool) -> Bool {
    if hasEntries || contents.contains(feature) || feature.effect == .ignorable { return false }
    return feature.tree != 0 || Catalog.stated.contains(feature)
  }

  /// Adds features to the list. A catalog with features has format 8, even if it had format 7 before.
  mutating func add(_ features: Set<FileFeature>) {
    self.features.formUnion(features)
    if !self.features.isEmpty { format = FormatVersion.file }
  }

  /// Returns the features that this catalog adds to an older one and that a process which reads the file must know. Features of the class
  /// `ignorable` are included only if the older catalog has no features: every release that reads lists of features may ignore them, but
  /// earlier releases cannot read a file with a list.
  func readersMustKnow(after older: Catalog) -> Set<FileFeature> {
    features.subtracting(older.features).filter { $0.effect != .ignorable || older.features.isEmpty }
  }

  /// Returns the trees of the features that this catalog adds to an older one.
  func trees(after older: Catalog) -> [KeySpace] { features.subtracting(older.features).sorted().compactMap { KeySpace(tree: $0.tree) } }
}

extension Catalog.Table {
  /// The exclusive upper bound of column numbers.
  var columnLimit: Int { extensions[TableExtension.indexes] == nil ? Int(UInt16.max) : TableExtension.columnLimit }
}
