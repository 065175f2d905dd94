internal import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Realm {
  /// Brings the file of a configuration under the schema that the configuration asks for, and closes it. Nothing happens where the file
  /// has that schema already; a file that is missing is made.
  ///
  /// Opening a Realm does the same. To do it first, where one chooses to, keeps the first opening short:
  ///
  ///     try Realm.performMigration(for: configuration)
  ///
  /// Throws `Realm.Error` as opening does: `.alreadyOpen` when a Realm of the file is open in this process, or in another one where a
  /// copy has to take the file's place; `.schemaMismatch` when the types differ and the version was not raised. The file then holds what
  /// it held. Complexity: O(1) in the number of rows for changes of properties; an index or a primary key is built from all rows.
  public static func performMigration(for configuration: Configuration = .defaultConfiguration) throws {
    if configuration.inMemoryIdentifier == nil, let url = configuration.fileURL, EnvironmentRegistry.isOpen(path: url.path) {
      throw Realm.Error(
        .alreadyOpen, "'\(url.path)' is open in this process. Close every Realm of it before 'performMigration'.", fileURL: url)
    }
    _ = try Realm(configuration: configuration)
  }
}

extension Realm {
  /// What opening the file of a configuration would do to it, and whether it would throw. The file is only read, and code does not run:
  ///
  ///     let plan = try Realm.migrationPlan(for: configuration)
  ///     if plan.wouldFail { print(plan) }
  ///
  /// Makes the checks that opening makes: for narrower integers that do not fit, also in collections; for primary keys that several objects
  /// would have; and for objects that become embedded while a value of any type links to one. Counts those that would be deleted or copied
  /// as they become embedded.
  ///
  /// Throws `Realm.Error` as opening with `readOnly` does: `.fail` when this process has the file open. Nobody may write to it
  /// meanwhile. Complexity: O(objects) where values have to be looked at.
  public static func migrationPlan(for configuration: Configuration = .defaultConfiguration) throws -> MigrationPlan.Description {
    try configuration.check()
    guard let url = configuration.fileURL, configuration.inMemoryIdentifier == nil else { misuse(.noFile) }
    do {
      let types = try RealmTypes.of(configuration)
      let version = configuration.schemaVersion != 0 ? configuration.schemaVersion : types.version
      let engine = try ReadOnlyEngines.open(path: url.path)
      let file = try Catalog.schema(of: engine)
      if configuration.readOnly { return try MigrationPlan.Description(reading: engine, types.wanted, version: version) }
      let way = MigrationHops(configuration, types, version: version, "a plan", ProgressReports(nil))
      var failure: String?
      do { _ = try way.hops(from: file) } catch let error as Realm.Error { failure = error.localizedDescription }
      let runsCode = (file?.version ?? version) < version && (configuration.migrationBlock != nil || configuration.migration != nil)
      if let type = file.flatMap({ types.outbox?.typesWithTables(in: $0).first }), !runsCode {
        failure = failure ?? CatalogError.becameAsymmetric(path: url.path, type: type).description
      }
      let steps = configuration.migration?.steps.filter { $0.to > file?.version ?? version && $0.to <= version } ?? []
      let forecast = try MigrationForecast(
        engine, to: way.wanted(skippingFrom: file), version: version,
        reach: configuration.migrationBlock != nil || !steps.isEmpty ? .everything : .forms,
        steps: steps.map { ($0.from, $0.to, $0.type) })
      if configuration.deleteRealmIfMigrationNeeded, file?.version != version || forecast.failure != nil {
        return MigrationPlan.Description(deleting: forecast)
      }
      return MigrationPlan.Description(forecast, failure: failure)
    } catch {
      throw Realm.Error.wrapping(error)
    }
  }
}

/// The schema version of a file. The file is only read, with plain reads: it is not locked, and nothing is made beside it.
///
/// Throws `Realm.Error`: `.invalidDatabase` when there is no file, when it is none of this kind, or when it has no schema yet;
/// `.filePermissionDenied` and others for what the system refuses. Complexity: O(1) in the number of rows.
/// - Parameters:
///   - fileURL: the file.
///   - encryptionKey: must be nil: encryption is not supported yet.
public nonisolated func schemaVersionAtURL(_ fileURL: URL, encryptionKey: Data? = nil) throws -> UInt64 {
  var configuration = Realm.Configuration(fileURL: fileURL)
  configuration.encryptionKey = encryptionKey
  try configuration.check()
  do {
    return try FileInspection.schema(fileURL.path).version
  } catch StoreError.notFound(let path) {
    throw Realm.Error(
      .invalidDatabase, "'\(path)' has not been initialized: there is no file. Open a Realm with it first.", fileURL: fileURL)
  } catch {
    throw Realm.Error.wrapping(error)
  }
}
