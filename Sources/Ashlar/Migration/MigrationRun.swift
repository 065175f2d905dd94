import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One migration of a file: both of its sides, and what failed first.
final class MigrationRun: MigrationCode {
  struct Sides {
    let old: _RealmCore
    let new: _RealmCore
    let migration: CatalogMigration
  }

  /// Ends a loop whose failure was noted.
  struct Stopped: Error {}

  private let configuration: Realm.Configuration
  let types: RealmTypes
  private let place: String
  private(set) var failure: (any Error)?
  private(set) var cores: (old: _RealmCore, new: _RealmCore)?
  // Of sides that a renaming has closed: accessors may still point into them.
  private var closed: [_RealmCore] = []
  private var migration: CatalogMigration?
  private let reports: ProgressReports

  init(_ configuration: Realm.Configuration, _ types: RealmTypes, _ place: String) {
    self.configuration = configuration
    self.types = types
    self.place = place
    reports = ProgressReports(configuration.migrationProgress)
  }

  var reach: CodeReach { configuration.migrationBlock == nil ? .forms : .everything }

  func sessions(before: MigrationSide, after: MigrationSide) throws -> (before: StoreSession, after: StoreSession) {
    if let (old, new) = cores { closed += [old, new] }
    cores = nil
    // Nobody begins another write on them.
    var configuration = configuration
    configuration.readOnly = true
    let old = try _RealmCore(engine: before.engine, tables: before.tables, entities: [:], configuration: configuration, place: place)
    let new = try _RealmCore(
      engine: after.engine, tables: after.tables, entities: types.entities, configuration: configuration, place: place)
    old.migration = self
    new.migration = self
    cores = (old, new)
    return (old.session, new.session)
  }

  func run(_ migration: CatalogMigration) throws {
    self.migration = migration
    defer { self.migration = nil }
    if let sides { CollectionRewrite(self, sides).copyAll() }
    if let block = configuration.migrationBlock, migration.versionBefore < version { block(Migration(self), migration.versionBefore) }
    if let sides { EmbeddedRepair(self, sides).repair() }
    if let failure { throw failure }
  }

  private var version: UInt64 { configuration.schemaVersion != 0 ? configuration.schemaVersion : types.version }

  /// Nothing of it can be used from now on.
  func end() {
    for core in closed { core.endMigration() }
    cores?.old.endMigration()
    cores?.new.endMigration()
    closed = []
    cores = nil
  }

  /// Both sides; nil once something has failed, and nothing is to be done any more.
  var sides: Sides? {
    guard failure == nil, let cores, let migration else { return nil }
    return Sides(old: cores.old, new: cores.new, migration: migration)
  }

  /// Whether an object is of the old side, or of one that a renaming has closed.
  func isOld(_ core: _RealmCore) -> Bool { core !== cores?.new }

  // MARK: - Failing

  private var file: String { configuration.fileURL?.path ?? configuration.inMemoryIdentifier ?? "" }

  /// Opening throws this, unless something failed before.
  func fail(_ error: any Error) {
    if failure != nil { return }
    failure = error
    Logger.shared.log(.error, "'\(file)': the migration failed. \(error)")
  }

  func fail(_ error: UsageError) {
    fail(
      Realm.Error(
        .fail, "The migration of '\(file)' to schema version \(version) failed: \(error) The file was left as it was.",
        fileURL: configuration.fileURL) as any Error)
  }

  /// Runs what reads or writes the file.
  func storing<Result>(_ body: () throws -> Result) -> Result? {
    do {
      return try body()
    } catch is Stopped {
      return nil
    } catch {
      fail(error)
      return nil
    }
  }

  // MARK: - Long work

  /// Called for each of many objects: stores a piece of a copy, and reports.
  func stepped(_ phase: MigrationProgress.Phase, _ type: String, _ done: Int, of total: Int, _ sides: Sides) throws {
    // Looking at the clock takes longer than most of what is done with an object.
    guard done % 64 == 0 else { return }
    try sides.migration.commitPiece()
    try reports.report(MigrationProgress(phase: phase, type: type, done: UInt64(done), total: UInt64(total)))
  }

  /// All of them are through.
  func ended(_ phase: MigrationProgress.Phase, _ type: String, _ total: Int) throws {
    try reports.report(MigrationProgress(phase: phase, type: type, done: UInt64(total), total: UInt64(total)))
  }

  /// The progress of copying the file, in bytes.
  func copies(_ done: UInt64, of total: UInt64) throws {
    try reports.report(MigrationProgress(phase: .copying, type: nil, done: done, total: total))
  }

  // MARK: - Schemas

  var oldSchema: Schema {
    guard let old = cores?.old else { return Schema([]) }
    return Schema(old.session.tables.compactMap { $0.flatMap { old.entity($0.ordinal) } }.map { ObjectSchema($0) })
  }

  var newSchema: Schema { Schema(types.entities.values.map { ObjectSchema($0, hasPrimaryKey: false) }) }

  /// A type that the configuration lists.
  func listed(_ name: String) -> _Entity? { types.entities.values.first { $0.model.name == name } }
}
