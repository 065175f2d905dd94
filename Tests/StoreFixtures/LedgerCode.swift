import AshlarSchema
public import AshlarStore

/// Migration code that changes no row of a ledger, and calls a closure while it runs.
public final class LedgerCode: MigrationCode {
  private let whileItRuns: () throws -> Void
  private var stores: [SampleStore] = []

  /// Creates the code.
  public init(whileItRuns: @escaping () throws -> Void = {}) { self.whileItRuns = whileItRuns }

  /// It may change everything.
  public var reach: CodeReach { .everything }

  /// Creates the sessions of both sides.
  public func sessions(before: MigrationSide, after: MigrationSide) throws -> (before: StoreSession, after: StoreSession) {
    let (old, new) = (
      try SampleStore(before.engine, before.tables, [:]), try SampleStore(after.engine, after.tables, LedgerSchema.ordinals)
    )
    stores = [old, new]
    return (old.session, new.session)
  }

  /// Calls the closure.
  public func run(_ migration: CatalogMigration) throws { try whileItRuns() }

  /// Releases the sessions.
  public func end() { stores = [] }
}
