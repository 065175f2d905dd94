import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A migration of a file: both of its sides, and the first error.
final class MigrationRun: MigrationCode {
  struct Sides {
    let old: _RealmCore
    let new: _RealmCore
    let migration: CatalogMigration
  }

  /// Thrown to end a loop without recording an error: either one has already been recorded, or a renaming has closed the sides.
  struct Stopped: Error {}

  private let file: (name: String, url: URL?)
  private let makeSide: MakeSide
  let types: RealmTypes
  private let version: UInt64
  private let steps: [_MigrationStep]
  // Nil if the configuration has no block, or if the file is only migrated to an intermediate release.
  private let block: (run: MigrationBlock, oldVersion: UInt64)?
  private(set) var failure: (any Error)?
  private(set) var cores: (old: _RealmCore, new: _RealmCore)?
  // Sides that were closed by a renaming; accessors may still refer to them.
  private var closed: [_RealmCore] = []
  private var migration: CatalogMigration?
  private let reports: ProgressReports

  // The resolutions, by the ordinals of their types.
  var duplicateResolutions: [Int: Migration.DuplicateResolution] = [:]
  // The resolutions for properties other than the primary key, in the order of the calls.
  var duplicateLists: [DuplicateRepair.List] = []

  // The results of `columns(of:_:)`, by the type of a release and the entity.
  var historicalColumns: [HistoricalType: [Int]] = [:]

  /// A function that creates the read-only instance for one side of the migration. `entities` contains the types by ordinal.
  typealias MakeSide = (_ side: MigrationSide, _ entities: [Int: _Entity]) throws -> _RealmCore

  /// - Parameters:
  ///   - file: The name of the file in messages, and its location, which is nil for an in-memory Realm.
  ///   - types: The types of the new side.
  ///   - version: The schema version of the file after the migration.
  ///   - steps: The steps between releases, which run first.
  ///   - block: The migration block, which runs last, and the original schema version of the file; nil if there is no block.
  init(
    _ file: (name: String, url: URL?), _ types: RealmTypes, version: UInt64, _ reports: ProgressReports, steps: [_MigrationStep],
    block: (run: MigrationBlock, oldVersion: UInt64)?, makeSide: @escaping MakeSide
  ) {
    self.file = file
    self.makeSide = makeSide
    self.types = types
    self.version = version
    self.steps = steps
    self.block = block
    self.reports = reports
  }

  var reach: CodeReach { block == nil && steps.isEmpty ? .forms : .everything }

  func sessions(before: MigrationSide, after: MigrationSide) throws -> (before: StoreSession, after: StoreSession) {
    if let (old, new) = cores { closed += [old, new] }
    cores = nil
    let old = try makeSide(before, [:])
    let new = try makeSide(after, types.entities)
    old.parts.migration = RunSide(self, old)
    new.parts.migration = RunSide(self, new)
    cores = (old, new)
    return (old.session, new.session)
  }

  func run(_ migration: CatalogMigration) throws {
    self.migration = migration
    defer { self.migration = nil }
    if let sides { CollectionRewrite(self, sides).copyAll() }
    if migration.versionBefore < version {
      let inHand = Migration(self)
      for step in steps { step(self, inHand) }
      block?.run(inHand, block?.oldVersion ?? 0)
    }
    if let sides { checkAsymmetric(sides) }
    if let sides { DuplicateRepair(self, sides).repair(duplicateResolutions, duplicateLists) }
    if let sides { EmbeddedRepair(self, sides).repair() }
    if let failure { throw failure }
  }

  // Records an error if the table of a type that became asymmetric has not been removed by now.
  private func checkAsymmetric(_ sides: Sides) {
    for case let table? in sides.old.session.tables where sides.migration.ordinalAfter(of: table.ordinal) != nil {
      let name = table.entity.storedName
      if types.outbox?.entities.contains(where: { $0.model.storedName == name }) == true {
        return fail(CatalogError.becameAsymmetric(path: file.name, type: name) as any Error)
      }
    }
  }

  /// Releases both sides. Their objects can no longer be used.
  func end() {
    for core in closed { core.endMigration() }
    cores?.old.endMigration()
    cores?.new.endMigration()
    closed = []
    cores = nil
  }

  /// Both sides while `run` executes; nil after an error, so that no further changes are made.
  var sides: Sides? {
    guard failure == nil, let cores, let migration else { return nil }
    return Sides(old: cores.old, new: cores.new, migration: migration)
  }

  /// Returns whether an instance is the old side.
  func isOld(_ core: _RealmCore) -> Bool { core === cores?.old }

  /// Returns whether an instance is a side, old or new, that `renameProperty` closed. Its objects are invalidated.
  func isClosed(_ core: _RealmCore) -> Bool { closed.contains { $0 === core } }

  // MARK: - Failing

  /// Records an error that opening throws, unless an error has already been recorded.
  func fail(_ error: any Error) {
    if failure != nil { return }
    failure = error
    Logger.shared.log(.error, "'\(file.name)': the migration failed. \(Logger.text(of: error, isEncrypted: isEncrypted))")
  }

  // Whether the file is encrypted; false before the migration has read any value.
  private var isEncrypted: Bool { (cores?.old ?? closed.last)?.session.engine.isEncrypted ?? false }

  func fail(_ error: __owned UsageError) {
    fail(
      Realm.Error(
        .fail, "The migration of '\(file.name)' to schema version \(version) failed: \(error) The file was left as it was.",
        fileURL: file.url) as any Error)
  }

  /// Runs an operation on the file. If it throws, returns nil and records the error, unless the error is `Stopped`.
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

  /// Called for each object that a phase processes. For every 64th object, reports progress and, if the file is a copy and many clusters
  /// have been changed, commits the changes made so far.
  func stepped(_ phase: MigrationProgress.Phase, _ type: String, _ done: Int, of total: Int, _ sides: Sides) throws {
    // Reading the clock takes longer than processing most objects.
    guard done % 64 == 0 else { return }
    try sides.migration.commitPiece()
    try reports.report(MigrationProgress(phase: phase, type: type, done: UInt64(done), total: UInt64(total)))
  }

  func report(_ work: MigrationWork, _ ordinal: Int, _ done: Int, of total: Int) throws {
    let phase: MigrationProgress.Phase =
      switch work {
      case .keys: .keys
      case .index: .indexes
      }
    let type = types.entities[ordinal]?.model.name
    try reports.report(MigrationProgress(phase: phase, type: type, done: UInt64(done), total: UInt64(total)))
  }

  /// Reports that all objects of a phase were processed.
  func ended(_ phase: MigrationProgress.Phase, _ type: String, _ total: Int) throws {
    try reports.report(MigrationProgress(phase: phase, type: type, done: UInt64(total), total: UInt64(total)))
  }

  // MARK: - Schemas

  var oldSchema: Schema {
    guard let old = cores?.old else { return Schema([]) }
    return Schema(old.session.tables.compactMap { $0.flatMap { old.entity($0.ordinal) } }.map { ObjectSchema($0) })
  }

  var newSchema: Schema { Schema(types.entities.values.map { ObjectSchema($0, hasPrimaryKey: false) }) }

  /// Returns the type with this name; nil if the configuration does not list it.
  func listed(_ name: String) -> _Entity? { types.entities.values.first { $0.model.name == name } }
}
