/// The release that a descriptor says came before it.
public struct Predecessor: Hashable, Sendable {
  /// Its schema version.
  public var version: UInt64
  /// The checksum of its descriptor.
  public var checksum: UInt64

  /// Names a release.
  public init(version: UInt64, checksum: UInt64) {
    self.version = version
    self.checksum = checksum
  }
}
