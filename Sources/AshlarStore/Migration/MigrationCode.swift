/// Code that changes rows while a file is brought under another schema.
public protocol MigrationCode: AnyObject {
  /// What it can do. Code that reaches everything runs whenever the version gets higher, other code only where it is needed.
  var reach: CodeReach { get }

  /// Makes the sessions of both sides: one that reads the version before under its own types, by their stored names, and one that is
  /// to write. Called again when `CatalogMigration.rename` has begun again.
  func sessions(before: MigrationSide, after: MigrationSide) throws -> (before: StoreSession, after: StoreSession)

  /// Changes rows, in the open write of `after`, which it must not end. What it throws leaves the file as it was.
  func run(_ migration: CatalogMigration) throws

  /// Called while the store itself goes through the rows of a table of the new side. What it throws ends the migration, which leaves the
  /// file as it was.
  func report(_ work: MigrationWork, _ ordinal: Int, _ done: Int, of total: Int) throws

  /// The migration is over: nothing of the sessions may be used any more, and nothing is kept of them.
  func end()
}

/// One side of a migration: where its rows are, and under which tables.
public struct MigrationSide {
  /// The same for both sides, unless the new one is a copy of the file.
  public let engine: any StorageEngine
  /// By ordinal.
  public let tables: [TableDefinition?]
}

/// What the store does with every row of a table once code has run.
public enum MigrationWork: Sendable {
  /// Primary keys are compared, and their index is built.
  case keys
  /// An index is built.
  case index
}

extension MigrationCode {
  /// Tells nobody.
  public func report(_ work: MigrationWork, _ ordinal: Int, _ done: Int, of total: Int) throws {}
}
