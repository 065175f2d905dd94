import StoreFixtures

@testable import AshlarStore

/// Migration code that changes rows by a closure.
final class RowCode: MigrationCode {
  private let body: (SampleStore, CatalogMigration) throws -> Void
  private var stores: (before: SampleStore, after: SampleStore)?

  init(_ body: @escaping (SampleStore, CatalogMigration) throws -> Void) { self.body = body }

  var reach: CodeReach { .everything }

  func sessions(before: MigrationSide, after: MigrationSide) throws -> (before: StoreSession, after: StoreSession) {
    let made = (
      before: try SampleStore(before.engine, before.tables, [:]), after: try SampleStore(after.engine, after.tables, RuledSchema.ordinals)
    )
    stores = made
    return (made.before.session, made.after.session)
  }

  func run(_ migration: CatalogMigration) throws {
    if let after = stores?.after { try body(after, migration) }
  }

  func end() { stores = nil }
}
