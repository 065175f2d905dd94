import AshlarSchema
import AshlarStore

/// Converts the property `turn` of every row to what a version of `StepSchema` has.
final class StepCode: MigrationCode {
  private let version: UInt64
  private var stores: (before: SampleStore, after: SampleStore)?

  private let whileItRuns: () -> Void

  init(_ version: UInt64, whileItRuns: @escaping () -> Void = {}) {
    self.version = version
    self.whileItRuns = whileItRuns
  }

  var reach: CodeReach { .everything }

  func sessions(before: MigrationSide, after: MigrationSide) throws -> (before: StoreSession, after: StoreSession) {
    let stores = (
      before: try SampleStore(before.engine, before.tables, [:]), after: try SampleStore(after.engine, after.tables, StepSchema.ordinals)
    )
    self.stores = stores
    return (stores.before.session, stores.after.session)
  }

  func end() { stores = nil }

  func run(_ migration: CatalogMigration) throws {
    whileItRuns()
    guard let (before, after) = stores, let ordinal = migration.ordinalBefore(of: StepSchema.row),
      let number = before.session.table(ordinal)?.entity.columns.firstIndex(where: { $0.name == "number" })
    else { return }
    for (key, cells) in try before.rows(ordinal).sorted(by: { $0.key < $1.key }) {
      if key % 200 == 0 { try migration.commitPiece() }
      try after.set(StepSchema.row, key, StepSchema.turnColumn, StepSchema.turn(cells[number].integer ?? 0, version))
    }
  }
}
