/// One part of a file's way to a newer schema.
public struct MigrationHop {
  let wanted: WantedSchema
  let version: UInt64
  /// For what the catalog alone cannot bring under the schema.
  public let code: any MigrationCode

  /// - Parameters:
  ///   - version: that the file has afterwards.
  ///   - code: for what the catalog alone cannot bring under the schema.
  public init(to wanted: WantedSchema, version: UInt64, with code: any MigrationCode) {
    self.wanted = wanted
    self.version = version
    self.code = code
  }
}
