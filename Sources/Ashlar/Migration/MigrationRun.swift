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
  private let types: RealmTypes
  private let place: String
  private var failure: (any Error)?
  private var cores: (old: _RealmCore, new: _RealmCore)?
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

  // MARK: - Objects

  func enumerate(_ name: String, _ block: MigrationObjectEnumerateBlock) {
    guard let sides else { return }
    let (old, new) = tables(name, sides)
    if let old { return enumerate(name, old, new, sides, block) }
    guard let new, let keys = storing({ try sides.new.session.liveKeys(new) }) else { return }
    for key in keys {
      guard failure == nil, let row = storing({ try sides.new.session.locate(new, key) }) else { return }
      if let row { block(nil, DynamicObject(row, sides.new)) }
    }
  }

  // The ordinals of a type on both sides.
  private func tables(_ name: String, _ sides: Sides) -> (old: Int?, new: Int?) {
    if let entity = listed(name) { return (sides.migration.ordinalBefore(of: entity.ordinal), entity.ordinal) }
    guard let old = sides.old.entity(named: name)?.ordinal else { return (nil, nil) }
    // A type that has another name now.
    return (old, sides.migration.ordinalAfter(of: old).flatMap { types.entities[$0]?.ordinal })
  }

  private func enumerate(_ name: String, _ old: Int, _ new: Int?, _ sides: Sides, _ block: MigrationObjectEnumerateBlock) {
    _ = storing {
      let total = sides.old.session.count(old)
      var done = 0
      try sides.old.session.forEachRow(old) { key, row in
        try stepped(.objects, name, done, of: total, sides)
        done += 1
        // A renaming has closed these sides.
        if failure != nil || sides.new.session.isReleased { throw Stopped() }
        guard let new else { return block(DynamicObject(row, sides.old), nil) }
        guard let found = try sides.new.session.locate(new, key) else { return }
        block(DynamicObject(row, sides.old), DynamicObject(found, sides.new))
      }
      try ended(.objects, name, total)
    }
  }

  func create(_ name: String, _ value: Any) -> MigrationObject {
    guard let sides else { return gone }
    guard let entity = listed(name) else {
      fail(UsageError.notInRealm(type: name))
      return gone
    }
    if sides.new.session.table(entity.ordinal)?.entity.kind == .embedded {
      fail(UsageError.embeddedCreated(type: name))
      return gone
    }
    let made = sides.new.create(entity, value: MigratedValue(self, sides).translated(value, of: entity), policy: .error)
    return DynamicObject(made._row, sides.new)
  }

  // An invalidated object, of no matter what type.
  private var gone: MigrationObject {
    guard let new = cores?.new, let entity = types.entities.values.first else { return DynamicObject() }
    return DynamicObject(new.goneRow(entity), new)
  }

  func delete(_ object: MigrationObject) {
    guard let sides else { return }
    guard object._kind == .live, object._realm === sides.new else { return fail(.deleteForeign(type: object._className)) }
    guard object._isValid() else { return fail(.invalidated(type: object._className)) }
    _ = storing { try sides.new.session.delete(object._entity.ordinal, object._row.key) }
    sides.new.context.pointee.generation += 1
  }

  func deleteAll(_ name: String) -> Bool {
    guard let sides else { return false }
    let session = sides.new.session
    defer { sides.new.context.pointee.generation += 1 }
    if let entity = listed(name) {
      _ = storing { try session.delete(entity.ordinal, try session.liveKeys(entity.ordinal)) }
      return true
    }
    guard let old = sides.old.entity(named: name)?.ordinal, let ordinal = sides.migration.ordinalAfter(of: old) else { return false }
    // A type that has another name now is not among those that are removed.
    guard types.entities[ordinal] == nil else {
      _ = storing { try session.delete(ordinal, try session.liveKeys(ordinal)) }
      return true
    }
    if case let source?? = storing({ try sides.migration.remove(ordinal) }) {
      fail(.removedTarget(type: name, source: source))
    }
    return true
  }

  // MARK: - Properties

  func value(of object: DynamicObject, _ key: String) -> Any? {
    guard object._isValid() else {
      fail(.invalidated(type: object._className))
      return nil
    }
    guard object._entity.property(named: key) != nil else {
      fail(.unknownProperty(name: key, type: object._className))
      return nil
    }
    return object._dynamicValue(key)
  }

  func set(_ value: Any?, _ key: String, of object: DynamicObject) {
    guard let sides else { return }
    let entity = object._entity
    guard !isOld(object._realm) else { return fail(.oldObject(type: entity.model.name, property: key)) }
    guard object._isValid() else { return fail(.invalidated(type: entity.model.name)) }
    guard let (column, property) = entity.property(named: key) else { return fail(.unknownProperty(name: key, type: entity.model.name)) }
    if property.collection == .linkingObjects { return fail(.linkingObjectsAssigned) }
    var reading = ValueReading(core: sides.new)
    let translated = MigratedValue(self, sides).translated(value, entity, column)
    do throws(UsageError) { try reading.set(translated, column, to: object) } catch { fail(error) }
  }
}
