internal import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Realm {
  /// Migrates the file of a configuration to the configured schema, and closes the file. Does nothing if the file has that schema; a
  /// missing file is created.
  ///
  /// ```swift
  /// try Realm.performMigration(for: configuration)
  /// ```
  ///
  /// Opening a Realm does the same. Calling this function earlier, at a suitable time, shortens the first opening.
  ///
  /// Throws `Realm.Error` as opening does: `.alreadyOpen` if this process has the file open for writing, or if another process does and a
  /// copy has to replace the file; `.fail` if this process has the file open with `readOnly`; `.schemaMismatch` if the types differ and the
  /// schema version was not increased. The file is then unchanged. Complexity: O(1) in the number of rows for added and renamed
  /// properties; building an index or a primary key reads all rows. Removing an indexed property takes O(entries of the index), removing a
  /// link property O(links), and removing a property of embedded objects O(rows). See the guide, *Changing a schema*.
  public static func performMigration(for configuration: Configuration = .defaultConfiguration) throws {
    if configuration.inMemoryIdentifier == nil, let url = configuration.fileURL, EnvironmentRegistry.isOpen(path: url.path) {
      throw Realm.Error(
        .alreadyOpen, "'\(url.path)' is open in this process. Close every Realm of it before 'performMigration'.", fileURL: url)
    }
    _ = try Realm(configuration: configuration)
  }
}

extension Realm {
  /// Returns a report of the changes that opening the file of a configuration would make, and of the error that it would throw. The file is
  /// opened for reading only, and no migration code runs. A configuration without a file stops the program.
  ///
  /// ```swift
  /// let plan = try Realm.migrationPlan(for: configuration)
  /// if plan.wouldFail { print(plan) }
  /// ```
  ///
  /// The plan includes the checks of an opening: integers that do not fit a narrower type, including those in collections; primary keys
  /// that several objects would have; and objects that become embedded although an `AnyRealmValue` links to one. The plan also counts the
  /// objects that would be deleted or copied when they become embedded.
  ///
  /// The plan describes the newest version of the file. This and other processes may have the file open and write to it, if all of them use
  /// its lock files. A configuration with `readOnly` opens the file without locks; then no code may write to it during the call.
  ///
  /// Throws `Realm.Error` as opening does. Complexity: O(objects) if values have to be read. See the guide, *Changing a schema*.
  public static func migrationPlan(for configuration: Configuration = .defaultConfiguration) throws -> MigrationPlan.Description {
    try configuration.check()
    guard let url = configuration.fileURL, configuration.inMemoryIdentifier == nil else { misuse(.noFile) }
    do {
      let types = try RealmTypes.of(configuration)
      let version = configuration.schemaVersion != 0 ? configuration.schemaVersion : types.version
      let key = try configuration.key
      let engine =
        try configuration.readOnly
        ? ReadOnlyEngines.open(path: url.path, key: key) : EnvironmentRegistry.openToRead(path: url.path, key: key)
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
        engine, path: url.path, to: way.wanted(skippingFrom: file), version: version,
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

/// Returns the schema version of a file. The file is opened for reading only: it is not locked, and no other file is created.
///
/// ```swift
/// let version = try schemaVersionAtURL(url)
/// ```
///
/// Throws `Realm.Error`: `.invalidDatabase` if the file does not exist, is not a database or has no schema yet, or if `encryptionKey` is
/// not its key; `.invalidInput` if the key does not have 64 bytes; `.unsupportedFileFormatVersion` if the format is not supported;
/// `.filePermissionDenied` and other codes for errors of the file system. Complexity: O(1) in the number of rows.
/// - Parameters:
///   - fileURL: The file.
///   - encryptionKey: The key of an encrypted file: 64 bytes; nil for a file that is not encrypted.
public nonisolated func schemaVersionAtURL(_ fileURL: URL, encryptionKey: Data? = nil) throws -> UInt64 {
  var configuration = Realm.Configuration(fileURL: fileURL)
  configuration.encryptionKey = encryptionKey
  try configuration.check()
  do {
    return try FileInspection.schema(fileURL.path, key: configuration.key).version
  } catch StoreError.notFound(let path) {
    throw Realm.Error(
      .invalidDatabase, "'\(path)' has not been initialized: there is no file. Open a Realm with it first.", fileURL: fileURL)
  } catch {
    throw Realm.Error.wrapping(error)
  }
}
