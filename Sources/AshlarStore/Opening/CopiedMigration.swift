import AshlarSchema

/// Brings a file under another schema by code, on a copy that takes its place: a copy may be written in pieces, as nobody sees it before
/// it is whole, and so takes little memory; and it may go through several schemas, each on a copy of the one before.
public struct CopiedMigration {
  private let hops: [MigrationHop]
  private let holder: WriteHolder
  private let memory: Int
  private let progress: CopyProgress

  // Clusters of 8 to 32 KB: a piece takes some 32 MB, half of it the engine's.
  private static let mostClustersPerPiece = 512

  private var clustersPerPiece: Int { max(1, min(CopiedMigration.mostClustersPerPiece, memory >> 15)) }
  private var version: UInt64 { hops.last?.version ?? 0 }

  /// - Parameters:
  ///   - hops: one after the other; at least one.
  ///   - memory: bytes that changes may take, and of the largest file for which no copy is made.
  ///   - progress: how much of the file is copied.
  public init(_ hops: [MigrationHop], for holder: WriteHolder, memory: Int, progress: @escaping CopyProgress) {
    self.hops = hops
    self.memory = memory
    self.holder = holder
    self.progress = progress
  }

  /// Whether the file has a lower version, and is large or has several schemas to go through.
  /// - Parameter stored: the file's version; nil for a new one.
  public func isWorthwhile(_ engine: any StorageEngine, version stored: UInt64?) throws -> Bool {
    guard let stored, stored < version else { return false }
    guard engine.hasFile else {
      if hops.count > 1 { throw CatalogError.needsCopy(path: engine.path, names: 1) }
      return false
    }
    return hops.count > 1 || FileStatus(engine.path).size > memory
  }

  /// Closes a file and opens it again. When nobody else has it open, in this process or another, and code is to run, that is done
  /// between. The file is then as it was or under the new schema, also when this throws.
  ///
  /// A file with several schemas to go through is refused where no copy can take its place: `CatalogError.needsCopy`.
  public func reopen(_ engine: consuming any StorageEngine) throws -> any StorageEngine {
    let path = engine.path
    _ = consume engine
    return try open(path: path)
  }

  /// As `reopen`, for a file that this process does not have open.
  package func open(path: String) throws -> any StorageEngine {
    let engine = try EnvironmentRegistry.open(path: path, replacing: run)
    if let catalog = try Catalog.read(engine), catalog.schema.version < version {
      let status = FileStatus(engine.path)
      if hops.count > 1 { throw CatalogError.needsCopy(path: engine.path, names: status.links) }
      // In place it would take memory for all that code writes.
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
    try CheckpointSettling.settle(path, under: claim)
    // The other names of a file would go on leading to the old one.
    guard claim.names == 1, let first = hops.first else { return }
    let source = try Engines.read(path)
    guard let catalog = try Catalog.read(source), catalog.schema.version < version else { return }
    if hops.count == 1, try !runsCode(source, catalog) { return }
    try NewFile.make(at: path, .replacing, like: path) { temporary in
      try migrate(source, to: temporary, first)
      for hop in hops.dropFirst() {
        let before = try NewFile.beginAgain(temporary, of: path)
        defer { NewFile.discard(before) }
        try migrate(try Engines.read(before), to: temporary, hop)
      }
      willReplace(temporary)
    }
    StoreLog.write(.info, "'\(path)': brought to schema version \(version) on a copy, which took its place.")
    withExtendedLifetime(claim) {}
  }

  /// Writes a copy of a file, brought under the schema of the only hop, to a place that must be free. The file is only read.
  package func write(_ source: any StorageEngine, to target: String) throws {
    guard let hop = hops.first else { return }
    try NewFile.make(at: target, .new, like: source.path) { temporary in try migrate(source, to: temporary, hop) }
  }

  private func migrate(_ source: any StorageEngine, to temporary: String, _ hop: MigrationHop) throws {
    defer { hop.code.end() }
    guard let catalog = try Catalog.read(source) else { return }
    try copy(source, to: temporary)
    let engine = try Engines.open(temporary)
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

  // Apart: the copy must be closed before it is opened again.
  private func copy(_ source: any StorageEngine, to temporary: String) throws {
    var copy = try StoreCopy(of: try source.snapshot(), path: source.path, into: temporary, progress: progress)
    try copy.reserveRoom()
    try copy.run()
    copy.giveUpRoom()
  }
}
