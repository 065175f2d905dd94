import AshlarSchema

/// Migrates a file by running migration code on a copy, which then replaces the file. No process reads the copy before it is complete, so
/// it may be written in several commits, which bounds the memory used. A migration with several hops copies the result of each hop for the
/// next.
public struct CopiedMigration {
  private let hops: [MigrationHop]
  private let holder: WriteHolder
  private let key: EncryptionKey?
  private let memory: Int
  private let progress: CopyProgress

  // A changed cluster occupies 8 to 32 KB, and as much again in the engine, so a piece needs up to 32 MB of memory.
  private static let mostClustersPerPiece = 512

  private var clustersPerPiece: Int { max(1, min(CopiedMigration.mostClustersPerPiece, memory >> 15)) }
  private var version: UInt64 { hops.last?.version ?? 0 }

  /// - Parameters:
  ///   - hops: The hops, in the order in which they run; at least one.
  ///   - key: The key of an encrypted file, which is also that of its copies.
  ///   - memory: The number of bytes that changes may use in memory, and the size of the largest file that is migrated without a copy.
  ///   - progress: Called with the progress of each copy; throwing cancels the migration.
  public init(
    _ hops: [MigrationHop], for holder: WriteHolder, key: EncryptionKey? = nil, memory: Int, progress: @escaping CopyProgress
  ) {
    self.hops = hops
    self.key = key
    self.memory = memory
    self.holder = holder
    self.progress = progress
  }

  /// Returns whether the file has a lower version than the last hop, and either the file is larger than `memory` or there are several hops.
  /// Throws `CatalogError.needsCopy` for a database in memory that has a lower version if there are several hops.
  /// - Parameter stored: The file's version; nil for a new file.
  public func isWorthwhile(_ engine: any StorageEngine, version stored: UInt64?) throws -> Bool {
    guard let stored, stored < version else { return false }
    guard engine.hasFile else {
      if hops.count > 1 { throw CatalogError.needsCopy(path: engine.path, names: 0) }
      return false
    }
    return hops.count > 1 || FileStatus(engine.path).size > memory
  }

  /// Closes a file and opens it again. The migration runs in between if there are several hops or migration code must run, and if the file
  /// has only one name and is not open elsewhere in this or another process. Even if this throws, the file is either unchanged or fully
  /// migrated.
  ///
  /// Throws `CatalogError.needsCopy` if there are several hops but no copy can replace the file, and `.largeAndOpen` if migration code must
  /// run but another process has the file open.
  public func reopen(_ engine: consuming any StorageEngine) throws -> any StorageEngine {
    let path = engine.path
    _ = consume engine
    return try open(path: path)
  }

  /// Opens and migrates, as `reopen` does, a file that this process does not have open.
  package func open(path: String) throws -> any StorageEngine {
    let engine = try EnvironmentRegistry.open(path: path, key: key, replacing: run)
    if let catalog = try Catalog.read(engine), catalog.schema.version < version {
      let status = FileStatus(engine.path)
      if hops.count > 1 { throw CatalogError.needsCopy(path: engine.path, names: status.links) }
      // A migration in place would need memory for everything that the migration code writes.
      if try runsCode(engine, catalog), let identity = status.identity, let user = FileUser.find(identity) {
        throw CatalogError.largeAndOpen(path: engine.path, bytes: status.size, process: user.process)
      }
    }
    return engine
  }

  private func runsCode(_ engine: any StorageEngine, _ catalog: Catalog) throws -> Bool {
    guard let hop = hops.first else { return false }
    return try CatalogMigration(engine, from: catalog, to: hop.wanted, version: version, for: holder, with: hop.code).runsCode
  }

  private func run(_ path: String, under claim: FileClaim, willReplace: (_ copy: String) -> Void) throws {
    try CheckpointSettling.settle(path, key: key, under: claim)
    guard let first = hops.first else { return }
    let source = try Engines.read(path, key: key)
    guard let catalog = try Catalog.read(source), catalog.schema.version < version else { return }
    if hops.count == 1, try !runsCode(source, catalog) { return }
    // The file's other names would still refer to the old file. `open` throws if there are several hops.
    guard claim.names == 1 else {
      if hops.count == 1 {
        StoreLog.write(
          .warning,
          "'\(path)' has \(claim.names) names (hard links), and a copy would replace only one. The file is migrated in place, "
            + "which needs memory for everything that the migration writes.")
      }
      return
    }
    try NewFile.make(at: path, .replacing, like: path) { temporary in
      try migrate(source, to: temporary, first)
      for hop in hops.dropFirst() {
        let before = try NewFile.beginAgain(temporary, of: path)
        defer { NewFile.discard(before) }
        try migrate(try Engines.read(before, key: key), to: temporary, hop)
      }
      willReplace(temporary)
    }
    StoreLog.write(.info, "'\(path)': migrated to schema version \(version) on a copy, which replaced the file.")
    withExtendedLifetime(claim) {}
  }

  /// Writes a copy of a file to `target`, which must not exist, and migrates the copy with the first hop; there must be no other hops. The
  /// source is only read.
  package func write(_ source: any StorageEngine, to target: String) throws {
    guard let hop = hops.first else { return }
    try NewFile.make(at: target, .new, like: source.path) { temporary in try migrate(source, to: temporary, hop) }
  }

  private func migrate(_ source: any StorageEngine, to temporary: String, _ hop: MigrationHop) throws {
    defer { hop.code.end() }
    guard let catalog = try Catalog.read(source) else { return }
    try copy(source, to: temporary)
    let engine = try Engines.open(temporary, EngineOptions(key: key))
    guard let copied = try Catalog.read(engine) else { return }
    try engine.lockForWriting(for: holder)
    let migration: CatalogMigration
    do {
      migration = try CatalogMigration(
        engine, copyOf: CatalogMigration.CopySource(engine: source, catalog: catalog, clustersPerPiece: clustersPerPiece), from: copied,
        to: hop.wanted, version: hop.version, for: holder, with: hop.code)
    } catch {
      engine.unlockForWriting()
      throw error
    }
    _ = try migration.run()
  }

  // Copies the file to `temporary`. This is a separate function so that the copy is closed before it is opened again.
  private func copy(_ source: any StorageEngine, to temporary: String) throws {
    var copy = try StoreCopy(of: try source.completeSnapshot(), in: source, into: temporary, key: key, progress: progress)
    try copy.reserveRoom()
    try copy.run()
    copy.giveUpRoom()
  }
}
