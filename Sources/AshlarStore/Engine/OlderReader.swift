/// A process that reads a file and does not support a format or feature that a new catalog of the file needs.
public struct OlderReader: Hashable, Sendable {
  let process: Int32
  /// The name of a feature that the process does not support; nil if it does not support format 8.
  let feature: String?
}
