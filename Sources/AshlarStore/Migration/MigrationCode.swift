/// Code that changes rows while a file is migrated to a different schema.
public protocol MigrationCode: AnyObject {
  /// The extent of the code's changes. Code that reaches everything runs whenever the version is raised; other code runs only if needed.
  var reach: CodeReach { get }

  /// Creates the sessions of both sides: one that reads the old version under the file's stored types, and one that writes. Called again
  /// when `CatalogMigration.rename` restarts the migration.
  func sessions(before: MigrationSide, after: MigrationSide) throws -> (before: StoreSession, after: StoreSession)

  /// Changes rows in the open write of `after`, which it must not end. If it throws, the file is unchanged.
  func run(_ migration: CatalogMigration) throws

  /// Called while the store processes the rows of a table of the new side. If it throws, the migration ends and the file is unchanged.
  func report(_ work: MigrationWork, _ ordinal: Int, _ done: Int, of total: Int) throws

  /// Called when the migration has ended: the sessions must not be used any more, and must be released.
  func end()
}

/// One side of a migration: an engine and the table definitions.
public struct MigrationSide {
  /// The engine. Both sides share it unless the new side is a copy of the file.
  public let engine: any StorageEngine
  /// The table definitions by ordinal.
  public let tables: [TableDefinition?]
}

/// The store's work on every row of a table after migration code has run.
public enum MigrationWork: Sendable {
  /// Compares primary keys and builds their index.
  case keys
  /// Builds an index.
  case index
}

extension MigrationCode {
  /// Ignores progress.
  public func report(_ work: MigrationWork, _ ordinal: Int, _ done: Int, of total: Int) throws {}
}
