/// The preceding release that a descriptor names.
public struct Predecessor: Hashable, Sendable {
  /// The schema version of the release.
  public var version: UInt64
  /// The checksum of the release's descriptor.
  public var checksum: UInt64

  /// Creates a reference to a release.
  public init(version: UInt64, checksum: UInt64) {
    self.version = version
    self.checksum = checksum
  }
}
