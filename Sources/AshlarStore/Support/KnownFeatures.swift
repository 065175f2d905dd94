/// The features that an opening of a file knows, and whether it may write the file: together, these determine which unknown features
/// prevent the opening.
public struct KnownFeatures: Sendable {
  let features: Set<FileFeature>
  var isWriting: Bool

  /// Creates the features that openings in the current task know.
  package init(isWriting: Bool) {
    features = FileFeature.known
    self.isWriting = isWriting
  }

  /// Returns the row of the feature with this name; nil if there is none.
  func row(_ name: String) -> FileFeature? {
    features.first { $0.name == name } ?? FileFeature.rows.first { $0.name == name }
  }

  /// Returns whether a list can contain a feature. A feature with a row must have the class and the tree of the row; a feature without a
  /// row must not have the tree of any row, since numbers of trees are never reused.
  func allows(_ feature: FileFeature) -> Bool {
    if let row = row(feature.name) { return row.effect == feature.effect && row.tree == feature.tree }
    return feature.tree == 0 || !FileFeature.rows.contains { $0.tree == feature.tree }
  }

  /// Returns the features that are not known, whether or not they prevent the opening.
  func unknown(_ listed: some Sequence<FileFeature>) -> [FileFeature] { listed.filter { !features.contains($0) } }

  /// Returns the features that prevent the opening.
  func missing(_ listed: some Sequence<FileFeature>) -> [FileFeature] {
    unknown(listed).filter { feature in
      switch feature.effect {
      case .read: true
      case .write: isWriting
      case .ignorable: false
      }
    }
  }
}
