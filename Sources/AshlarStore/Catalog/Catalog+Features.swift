// The features of a file. A file lists a feature because its contents need it, not because the process that writes the file knows it.
extension Catalog {
  /// The features that the catalog itself needs. The feature of a tree or of a named value is not among them: see `FeatureContents`.
  var contents: Set<FileFeature> {
    tables.contains { $0.extensions[TableExtension.indexes] != nil } ? [.indexes] : []
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
