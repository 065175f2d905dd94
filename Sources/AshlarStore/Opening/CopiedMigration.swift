import AshlarSchema

/// Brings a large file under another schema by code, on a copy that takes its place: a copy may be written in pieces, as nobody sees it
/// before it is whole, and so takes little memory.
public struct CopiedMigration {
  private let wanted: WantedSchema
  private let version: UInt64
  private let holder: WriteHolder
  private let code: any MigrationCode
  private let memory: Int
  private let progress: CopyProgress

  // Clusters of 8 to 32 KB: a piece takes some 32 MB, half of it LMDB's.
  private static let mostClustersPerPiece = 512

  private var clustersPerPiece: Int { max(1, min(CopiedMigration.mostClustersPerPiece, memory >> 15)) }

  /// - Parameters:
  ///   - memory: bytes that changes may take, and of the largest file for which no copy is made.
  ///   - progress: how much of the file is copied.
  public init(
    to wanted: WantedSchema, version: UInt64, for holder: WriteHolder, with code: any MigrationCode, memory: Int,
    progress: @escaping CopyProgress
  ) {
    self.memory = memory
    self.wanted = wanted
    self.version = version
    self.holder = holder
    self.code = code
    self.progress = progress
  }

  /// Whether the file is that large, and has a lower version.
  public func isWorthwhile(_ engine: any StorageEngine) throws -> Bool {
    guard engine.hasFile, FileStatus(engine.path).size > memory, let before = try Catalog.version(of: engine) else { return false }
    return before < version
  }

  /// Closes a file and opens it again. When nobody else has it open, in this process or another, and code is to run, that is done
  /// between. The file is then as it was or under the new schema, also when this throws.
  public func reopen(_ engine: consuming any StorageEngine) throws -> any StorageEngine {
    let path = engine.path
    _ = consume engine
    return try open(path: path)
  }

  /// As `reopen`, for a file that this process does not have open.
  package func open(path: String) throws -> any StorageEngine { try EnvironmentRegistry.open(path: path, replacing: run) }

  private func run(_ path: String, under claim: FileClaim, willReplace: (_ copy: String) -> Void) throws {
    try CheckpointSettling.settle(path, under: claim)
    // The other names of a file would go on leading to the old one.
    guard claim.names == 1 else { return }
    let source = try LMDBEngine(readingAlone: path)
    guard let catalog = try Catalog.read(source),
      try CatalogMigration(source, from: catalog, to: wanted, version: version, for: holder, with: code).runsCode
    else { return }
    try NewFile.make(at: path, .replacing, like: path) { temporary in
      defer { code.end() }
      try copy(source, to: temporary)
      let engine = try LMDBEngine(path: temporary, inMemory: false)
      guard let copied = try Catalog.read(engine) else { return }
      try engine.lockForWriting(for: holder)
      let migration: CatalogMigration
      do {
        migration = try CatalogMigration(
          engine, copyOf: CatalogMigration.CopySource(engine: source, catalog: catalog, clustersPerPiece: clustersPerPiece), from: copied,
          to: wanted, version: version, for: holder, with: code)
      } catch {
        engine.unlockForWriting()
        throw error
      }
      _ = try migration.run()
      willReplace(temporary)
    }
    StoreLog.write(.info, "'\(path)': brought to schema version \(version) on a copy, which took its place.")
    withExtendedLifetime(claim) {}
  }

  // Apart: the copy must be closed before it is opened again.
  private func copy(_ source: LMDBEngine, to temporary: String) throws {
    var copy = try StoreCopy(of: try source.snapshot(), path: source.path, into: temporary, progress: progress)
    try copy.run()
  }
}
