/// The header of a descriptor.
public struct DescriptorHeader: Hashable, Sendable {
  /// The format version that this build writes; greater versions are rejected.
  static let currentMajor: UInt16 = 1
  /// The version of additions to the format that this build writes.
  static let currentMinor: UInt16 = 1

  /// The format version.
  public let formatMajor: UInt16
  /// The version of additions to the format that older readers may ignore.
  public let formatMinor: UInt16
  /// The schema version stored with the data.
  public let schemaVersion: UInt64
  /// The storage fingerprint; see `Fingerprint.storage(of:)`.
  public let storageFingerprint: UInt64
  /// The source fingerprint, which generated code also contains; see `Fingerprint.source(of:)`.
  public let sourceFingerprint: UInt64
  /// FNV-1a of all bytes; the bytes of the checksum are treated as 0.
  public let checksum: UInt64
  /// Whether the descriptor includes documentation.
  public let hasDocumentation: Bool
}
