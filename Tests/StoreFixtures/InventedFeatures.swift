package import AshlarStore
import TestSupport

/// Features for tests, which simulate releases that know more or less than this one.
public enum InventedFeatures {
  /// A feature that writers may ignore, with a number that no real feature has.
  package static let notes = FileFeature("notes", number: 1 << 20, .ignorable)

  /// Returns the features with these names, separated by commas: rows of `FileFeature`, or `notes`.
  package static func named(_ names: String) -> Set<FileFeature> {
    Set(names.split(separator: ",").compactMap { name in (FileFeature.rows + [notes]).first { $0.name == name } })
  }

  /// Runs `body` as a release that knows the features with these names, and encryption if all files of the tests are encrypted.
  package static func knowing<Result>(_ names: String, _ body: () throws -> Result) rethrows -> Result {
    try FileFeature.$known.withValue(named(TestEngine.isSealed ? names + ",sealed" : names), operation: body)
  }
}
