/// The releases of a schema, stored in its folder `History` as `<version>.ashlarbin`.
public struct SchemaHistory: Sendable {
  /// The file extension of a release.
  public static let fileEnding = ".ashlarbin"

  /// The releases in ascending order of versions.
  public let releases: [Release]

  /// Creates the history of a schema that has never been released.
  public init() { releases = [] }

  /// Reads the files of a folder. Throws if a file is not named after a version, cannot be read or contains a different version, or if the
  /// releases are not a complete sequence in which each was created from the preceding one. Complexity: O(n) in the number of bytes.
  /// - Parameter files: The names and contents of the files, in any order.
  public init(files: [(name: String, bytes: [UInt8])]) throws(HistoryFault) {
    var releases: [Release] = []
    for (name, bytes) in files {
      guard let version = SchemaHistory.version(ofFile: name) else { throw .notARelease(file: name) }
      let release: Release
      do throws(DescriptorError) {
        release = try Release(descriptor: bytes)
      } catch {
        throw .unreadable(file: name, error)
      }
      guard release.version == version else { throw .otherVersion(file: name, version: release.version) }
      releases.append(release)
    }
    try self.init(releases: releases)
  }

  /// Creates a history from releases in any order. Throws unless the first release has no predecessor and each later one was created from
  /// the preceding one.
  public init(releases: [Release]) throws(HistoryFault) {
    self.releases = releases.ordered { $0.version < $1.version }
    var last: Release?
    for release in self.releases {
      if let predecessor = release.predecessor, predecessor.version != last?.version {
        throw .missing(version: predecessor.version, before: release.version)
      }
      if let last {
        guard let predecessor = release.predecessor else { throw .unconnected(version: release.version, after: last.version) }
        if predecessor.checksum != last.checksum { throw .changed(version: last.version, before: release.version) }
      }
      last = release
    }
  }

  /// Returns the version in a file's name; nil if the name is not that of a release.
  public static func version(ofFile name: String) -> UInt64? {
    guard name.hasSuffix(fileEnding) else { return nil }
    let digits = String(name.dropLast(fileEnding.count))
    guard let version = UInt64(digits), String(version) == digits else { return nil }
    return version
  }

  /// Returns the version of a schema that declares `version: history`: that of the newest release if both schemas have the same storage
  /// fingerprint, otherwise the next number; 1 if there are no releases.
  public func version(of schema: SchemaModel) -> UInt64 {
    guard let newest = releases.last else { return 1 }
    return newest.version + (Fingerprint.storage(of: newest.model) == Fingerprint.storage(of: schema) ? 0 : 1)
  }

  /// Returns all steps that require migration code, from the first release to `schema`, which must be that of the newest release or of the
  /// next one.
  public func steps(to schema: SchemaModel) -> [MigrationStep] {
    var models = releases.map(\.model)
    if let newest = models.last, newest.version < schema.version { models.append(schema) }
    return zip(models, models.dropFirst()).flatMap { MigrationStep.between($0, $1) }
  }
}
