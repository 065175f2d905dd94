/// The releases of a schema, which its folder `History` keeps as `<version>.ashlarbin`.
public struct SchemaHistory: Sendable {
  /// The ending of a release's file.
  public static let fileEnding = ".ashlarbin"

  /// In ascending order of versions.
  public let releases: [Release]

  /// A schema that was never released.
  public init() { releases = [] }

  /// Reads the files of a folder. Throws when one is missing, has changed since the next one was made from it, or cannot be read.
  /// Complexity: O(n) in the number of bytes.
  /// - Parameter files: names and contents, in any order.
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

  /// Checks that each release was made from the one before it.
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

  /// The version that a file's name tells; nil when it is not the name of a release.
  public static func version(ofFile name: String) -> UInt64? {
    guard name.hasSuffix(fileEnding) else { return nil }
    let digits = String(name.dropLast(fileEnding.count))
    guard let version = UInt64(digits), String(version) == digits else { return nil }
    return version
  }

  /// The version of a schema that says `version: history`: the newest release's while files are the same, else one more.
  public func version(of schema: SchemaModel) -> UInt64 {
    guard let newest = releases.last else { return 1 }
    return newest.version + (Fingerprint.storage(of: newest.model) == Fingerprint.storage(of: schema) ? 0 : 1)
  }

  /// All steps that need code, from the first release to a schema: that of the newest release, or of the one to come.
  public func steps(to schema: SchemaModel) -> [MigrationStep] {
    var models = releases.map(\.model)
    if let newest = models.last, newest.version < schema.version { models.append(schema) }
    return zip(models, models.dropFirst()).flatMap { MigrationStep.between($0, $1) }
  }
}
