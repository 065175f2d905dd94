package import AshlarSchema
package import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Support for the command, which opens files whose types it does not declare.
extension Realm {
  /// Opens a file with the types that it stores. Types and properties have their stored names; enums have their raw types. The file is not
  /// migrated.
  ///
  /// Throws `StoreError` and `CatalogError`; a file without a schema is rejected unless `model` provides one.
  /// - Parameters:
  ///   - key: The key of an encrypted file; nil for a file that is not encrypted.
  ///   - readOnly: Whether the database remains unchanged; see `EnvironmentRegistry.openToRead`.
  ///   - model: The types of a new file.
  package init(storedTypesAt path: String, key: EncryptionKey? = nil, readOnly: Bool, creating model: SchemaModel? = nil) throws {
    self.init(try RealmOpening.openStored(path, key, readOnly: readOnly, creating: model))
  }

  /// Opens an existing file with the types that it stores, to show its contents while other processes write to it. The Realm advances to
  /// new versions and can be observed, but no write can begin in it.
  ///
  /// Throws `StoreError` and `CatalogError`, also if this release could not write to the file because the file has features that the
  /// release does not support. An empty file, and a file without a schema, are rejected.
  /// - Parameter key: The key of an encrypted file; nil for a file that is not encrypted.
  package init(followingStoredTypesAt path: String, key: EncryptionKey? = nil) throws {
    self.init(try RealmOpening.openFollowing(path, key))
  }

  /// Whether the Realm stays at its version, because another process has changed the types of the file.
  package var _isOutdated: Bool {
    do {
      try _core.session.checkTables()
      return false
    } catch {
      return true
    }
  }

  /// The number of objects in the outbox of the file at the version that the Realm reads, quarantined ones included. Exports and copies of
  /// the types do not contain them.
  package var _outboxCount: Int {
    get throws { try _core.session.outboxCount() }
  }

  /// The types of the Realm, ordered by name.
  package var _types: [EntityModel] { _core.entities.values.map(\.model).ordered { $0.name < $1.name } }
}

extension RealmOpening {
  fileprivate static func openStored(
    _ path: String, _ key: EncryptionKey?, readOnly: Bool, creating new: SchemaModel?
  ) throws -> _RealmCore {
    let engine =
      try readOnly ? EnvironmentRegistry.openToRead(path: path, key: key) : EnvironmentRegistry.open(path: path, key: key)
    guard let schema = try Catalog.schema(of: engine) ?? new?.storedForm else {
      throw StoreError.notADatabase(path: path, reason: .noSchema)
    }
    let types = RealmTypes(release: schema)
    let place = "the command"
    let configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: path), readOnly: readOnly, schemaVersion: schema.version)
    let tables =
      try readOnly
      ? Catalog.openReadOnly(engine, types.wanted, version: schema.version)
      : Catalog.open(engine, types.wanted, version: schema.version, for: WriteHolder(place: place, confinement: .thread))
    let core = try _RealmCore(configuration, engine, tables, types.entities, place)
    if !readOnly { try core.session.checkTables() }
    return core
  }

  fileprivate static func openFollowing(_ path: String, _ key: EncryptionKey?) throws -> _RealmCore {
    // `open` would create a missing file, and initialize an empty file as a database.
    _ = try FileInspection.schema(path, key: key)
    let engine = try EnvironmentRegistry.open(path: path, key: key)
    guard let schema = try Catalog.schema(of: engine) else { throw StoreError.notADatabase(path: path, reason: .noSchema) }
    let types = RealmTypes(release: schema)
    let configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: path), schemaVersion: schema.version)
    let tables = try Catalog.openReadOnly(engine, types.wanted, version: schema.version)
    let core = try _RealmCore(configuration, engine, tables, types.entities, "a viewer of the file")
    core.rules.isForReading = true
    try core.session.checkTables()
    core.listen()
    return core
  }
}
