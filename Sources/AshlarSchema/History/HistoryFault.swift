/// The reason why the releases of a schema cannot be determined.
public enum HistoryFault: Error, Hashable, Sendable {
  /// A file in the folder does not have the name of a release.
  case notARelease(file: String)
  /// A file cannot be read.
  case unreadable(file: String, DescriptorError)
  /// A file contains a release whose version differs from the one in its name.
  case otherVersion(file: String, version: UInt64)
  /// A release from which a later one was created is missing.
  case missing(version: UInt64, before: UInt64)
  /// A release was created as the first one, but another precedes it.
  case unconnected(version: UInt64, after: UInt64)
  /// A release is not the one from which the next was created.
  case changed(version: UInt64, before: UInt64)
}

extension HistoryFault: CustomStringConvertible {
  /// A sentence without the final period.
  public var description: String {
    switch self {
    case .notARelease(let file): "'\(file)' in the history is not named after a version, as '3.ashlarbin' is; move it elsewhere"
    case .unreadable(let file, let error): "'\(file)' in the history is not a readable descriptor: \(error)"
    case .otherVersion(let file, let version): "'\(file)' in the history holds version \(version); give it back its name"
    case .missing(let version, let before):
      "'\(version).ashlarbin' is missing from the history, and \(before) was made from it; restore it from version control"
    case .unconnected(let version, let before):
      "'\(version).ashlarbin' in the history was not made from \(before), which comes before it; move one of them elsewhere"
    case .changed(let version, let before):
      "'\(version).ashlarbin' in the history has changed since \(before) was made from it; restore it from version control"
    }
  }
}
