/// The code that migrates each object of a type from one release to the next.
public nonisolated struct _MigrationStep: Sendable {
  let from, to: UInt64
  // The stored name of the type in the old release.
  let type: String
  private let run: @Sendable (MigrationRun, Migration) -> Void

  /// Creates a step from its code.
  public init<Old: HistoricalObject, New: HistoricalObject>(
    from: UInt64, to: UInt64, _ body: @escaping @Sendable (_ old: Old, _ new: New, _ migration: Migration) throws -> Void
  ) {
    self.from = from
    self.to = to
    type = Old._storedName
    run = { run, migration in run.enumerate(Old.self, New.self) { old, new in try body(old, new, migration) } }
  }

  func callAsFunction(_ run: MigrationRun, _ migration: Migration) { self.run(run, migration) }
}
