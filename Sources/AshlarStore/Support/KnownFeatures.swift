/// The features that an opening of a file knows, and whether it may write the file: together, these determine which unknown features
/// prevent the opening.
public struct KnownFeatures: Sendable {
  let features: Set<FileFeature>
  var isWriting: Bool

  /// Creates the features that openings in the current task know.
  init(isWriting: Bool) {
    features = FileFeature.known
    self.isWriting = isWriting
  }

  /// Returns the row of a feature with a name; nil if there is none.
  func row(_ name: String) -> FileFeature? {
    features.first { $0.name == name } ?? FileFeature.rows.first { $0.name == name }
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
