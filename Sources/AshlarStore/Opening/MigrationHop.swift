/// One step of a file's migration, to one newer schema.
public struct MigrationHop {
  let wanted: WantedSchema
  let version: UInt64
  /// Migrates the values that the catalog alone cannot migrate.
  public let code: any MigrationCode

  /// - Parameters:
  ///   - version: The version of the file after this hop.
  ///   - code: Migrates the values that the catalog alone cannot migrate.
  public init(to wanted: WantedSchema, version: UInt64, with code: any MigrationCode) {
    self.wanted = wanted
    self.version = version
    self.code = code
  }
}
