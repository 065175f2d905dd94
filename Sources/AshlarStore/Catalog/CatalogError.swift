public import AshlarSchema

/// Why a file and a schema do not go together.
public enum CatalogError: Error, Hashable, Sendable {
  /// The types differ and the version was not raised.
  case schemaMismatch(path: String, [SchemaDifference])
  /// The types differ and the version was raised: the data would have to be converted.
  case needsMigration(path: String, from: UInt64, to: UInt64, [SchemaDifference])
  /// The file has a higher version than the configuration.
  case versionTooLow(path: String, stored: UInt64, configured: UInt64)
  /// The file has another version than the configuration, which requires the same.
  case otherVersion(path: String, stored: UInt64, configured: UInt64)
}

extension CatalogError: CustomStringConvertible {
  /// The message of the error that opening throws.
  public var description: String {
    switch self {
    case .schemaMismatch(let path, let differences):
      "Migration is required for '\(path)': its data does not fit the schema, and the schema version was not raised.\n"
        + CatalogError.lines(differences)
    case .needsMigration(let path, let from, let to, let differences):
      "'\(path)' has schema version \(from) and would have to be converted to version \(to). Converting data is not supported by this "
        + "version of Ashlar; the file was left as it was.\n" + CatalogError.lines(differences)
    case .versionTooLow(let path, let stored, let configured):
      "Provided schema version \(configured) is less than last set version \(stored) of '\(path)'."
    case .otherVersion(let path, let stored, let configured):
      "Provided schema version \(configured) does not equal last set version \(stored) of '\(path)'."
    }
  }

  private static func lines(_ differences: [SchemaDifference]) -> String {
    differences.map { "- \($0)" }.joined(separator: "\n")
  }
}
