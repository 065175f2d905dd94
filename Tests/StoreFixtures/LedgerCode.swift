import AshlarSchema
public import AshlarStore

/// Migration code that changes no row, of a ledger unless other tables are given, and calls a closure while it runs.
public final class LedgerCode: MigrationCode {
  private let ordinals: [String: Int]
  private let whileItRuns: () throws -> Void
  private var stores: [SampleStore] = []

  /// Creates the code.
  /// - Parameter ordinals: Ordinals of the tables by name.
  public init(ordinals: [String: Int] = LedgerSchema.ordinals, whileItRuns: @escaping () throws -> Void = {}) {
    self.ordinals = ordinals
    self.whileItRuns = whileItRuns
  }

  /// It may change everything.
  public var reach: CodeReach { .everything }

  /// Creates the sessions of both sides.
  public func sessions(before: MigrationSide, after: MigrationSide) throws -> (before: StoreSession, after: StoreSession) {
    let (old, new) = (
      try SampleStore(before.engine, before.tables, [:]), try SampleStore(after.engine, after.tables, ordinals)
    )
    stores = [old, new]
    return (old.session, new.session)
  }

  /// Calls the closure.
  public func run(_ migration: CatalogMigration) throws { try whileItRuns() }

  /// Releases the sessions.
  public func end() { stores = [] }
}
