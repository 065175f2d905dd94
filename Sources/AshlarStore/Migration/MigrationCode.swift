/// Code that changes rows while a file is brought under another schema.
public protocol MigrationCode: AnyObject {
  /// What it can do. Code that reaches everything runs whenever the version gets higher, other code only where it is needed.
  var reach: CodeReach { get }

  /// Makes the sessions of both sides: one that reads the version before under its own types, by their stored names, and one that is
  /// to write. Called again when `CatalogMigration.rename` has begun again.
  func sessions(
    _ engine: any StorageEngine, before: [TableDefinition?], after: [TableDefinition?]
  ) throws -> (before: StoreSession, after: StoreSession)

  /// Changes rows, in the open write of `after`, which it must not end. What it throws leaves the file as it was.
  func run(_ migration: CatalogMigration) throws
}
