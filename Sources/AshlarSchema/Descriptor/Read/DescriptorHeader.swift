/// What the first bytes of a descriptor say about the rest.
public struct DescriptorHeader: Hashable, Sendable {
  /// The format version this build writes; a greater one is refused.
  static let currentMajor: UInt16 = 1
  /// Additions that older readers may overlook.
  static let currentMinor: UInt16 = 1

  /// The format version.
  public let formatMajor: UInt16
  /// Additions to the format that older readers may overlook.
  public let formatMinor: UInt16
  /// The schema version stored with the data.
  public let schemaVersion: UInt64
  /// See `Fingerprint.storage(of:)`.
  public let storageFingerprint: UInt64
  /// See `Fingerprint.source(of:)`; generated code carries the same number.
  public let sourceFingerprint: UInt64
  /// FNV-1a over all bytes, those of the checksum taken as 0.
  public let checksum: UInt64
  /// Whether documentation is on board.
  public let hasDocumentation: Bool
}
