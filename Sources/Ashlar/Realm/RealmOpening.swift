import AshlarSchema
import AshlarStore
import CAshlar
import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Opens Realm instances: one for each combination of file, confinement, types, outbox limits and `tracksReads`.
enum RealmOpening {
  private struct Key: Hashable {
    enum Place: Hashable {
      case live(Confinement.Identity)
      /// A frozen Realm, which may be used on any thread.
      case version(UInt64)
    }

    let engine: ObjectIdentifier
    let place: Place
    let types: Set<Int>
    let outbox: Realm.Configuration.Outbox?
    let tracksReads: Bool

    // The types are not hashed: hashing a set visits all its elements, and few instances differ only in their types.
    func hash(into hasher: inout Hasher) {
      hasher.combine(engine)
      hasher.combine(place)
    }
  }

  // Instances are confined, and only their identity is shared, as an address. A weak reference would serve as well, but makes every retain
  // of the instance, one for each accessor, four times as expensive.
  //
  // Invariant: an instance removes itself in its deinitializer, under the lock, so that the memory at an address found under the lock is
  // valid.
  private static let instances = PerProcess<[Key: UInt]>([:])

  private static func known(_ key: Key) -> _RealmCore? {
    let address = instances.withLock { instances -> UInt in
      guard let address = instances[key], let object = UnsafeMutableRawPointer(bitPattern: address) else { return 0 }
      return ashlar_try_retain(object) != 0 ? address : 0
    }
    guard let object = UnsafeMutableRawPointer(bitPattern: address) else { return nil }
    let core = Unmanaged<_RealmCore>.fromOpaque(object).takeRetainedValue()
    core.signal?.wake()
    // The actor of the instance may have been deallocated, and another actor may have its address.
    return core.isFrozen || !core.confinement.isOver ? core : nil
  }

  private static func remember(_ core: _RealmCore, _ key: Key) {
    let address = UInt(bitPattern: Unmanaged.passUnretained(core).toOpaque())
    core.onClose = { [address] in
      instances.withLock { if $0[key] == address { $0[key] = nil } }
    }
    // The address is stored last, because another thread that finds a frozen Realm may invalidate it immediately.
    instances.withLock { $0[key] = address }
  }

  /// Returns the instance for `confinement`, in which the caller must run, and opens it if necessary.
  /// - Parameter isPrepared: Whether `prepare` has been called for this opening and has decided whether to compact the file.
  static func open(
    _ configuration: Realm.Configuration, place: String, confinement: Confinement = .current(), isPrepared: Bool = false
  ) throws -> _RealmCore {
    Logger.connectStore()
    try configuration.check()
    do {
      return try openAsIs(configuration, place, confinement, isPrepared)
    } catch  where configuration.deleteRealmIfMigrationNeeded && isUnfit(error) {
      guard let path = configuration.fileURL?.path else { throw error }
      if let mayDelete = configuration.willDeleteForMigration {
        let differences = (Realm.Error.wrapping(error) as? Realm.Error)?.differences ?? []
        guard mayDelete(differences) else {
          throw Realm.Error(.schemaMismatch, "\(error)", fileURL: configuration.fileURL, differences: differences)
        }
      }
      // Throws if another Realm, of this or another process, has the file open.
      guard try EnvironmentRegistry.delete(path: path) else { throw error }
      Logger.shared.log(.info, "'\(path)': deleted, and will be created again, because 'deleteRealmIfMigrationNeeded' is set. \(error)")
      return try openAsIs(configuration, place, confinement, isPrepared)
    }
  }

  private static func isUnfit(_ error: any Error) -> Bool {
    switch error {
    case CatalogError.schemaMismatch, CatalogError.needsMigration, CatalogError.versionTooLow, CatalogError.otherVersion: true
    case StoreError.olderFormat, StoreError.newerFormat, StoreError.unknownFeatures: true
    default: false
    }
  }

  private static func openAsIs(
    _ configuration: Realm.Configuration, _ place: String, _ confinement: Confinement, _ isPrepared: Bool
  ) throws -> _RealmCore {
    let types = try RealmTypes.of(configuration)
    var engine = try engine(for: configuration, isPrepared: isPrepared)
    try engine.check(configuration.commitDurability)
    var key = Key(
      engine: ObjectIdentifier(engine), place: .live(confinement.identity), types: types.ordinals, outbox: configuration.outbox,
      tracksReads: configuration.tracksReads)
    if let known = known(key) {
      guard known.configuration.durability == configuration.durability else {
        throw Realm.Error(
          .fail,
          "'\(engine.path)' is already opened with different durability: .\(known.configuration.durability). Close that Realm first, or "
            + "use the same durability.",
          fileURL: configuration.fileURL)
      }
      return known
    }

    // If neither types nor a version are configured, the version is the one that the file stores.
    let stored = types.ordinals.isEmpty ? try Catalog.version(of: engine) : nil
    let version = configuration.schemaVersion != 0 ? configuration.schemaVersion : stored ?? types.version
    if configuration.deleteRealmIfMigrationNeeded, let stored = try Catalog.version(of: engine), stored != version {
      throw CatalogError.otherVersion(path: engine.path, stored: stored, configured: version)
    }
    let tables: [TableDefinition?]
    if configuration.readOnly {
      tables = try Catalog.openReadOnly(engine, types.wanted, version: version)
    } else {
      let holder = WriteHolder(place: place, confinement: confinement.ofWrites)
      let reports = ProgressReports(configuration.migrationProgress)
      let file = try Catalog.schema(of: engine)
      let runsCode = (file?.version ?? version) < version && (configuration.migrationBlock != nil || configuration.migration != nil)
      if let type = file.flatMap({ types.outbox?.typesWithTables(in: $0).first }), !runsCode {
        throw CatalogError.becameAsymmetric(path: engine.path, type: type)
      }
      let way = try MigrationHops(configuration, types, version: version, place, reports).hops(from: file)
      defer { for hop in way { hop.code.end() } }
      let copied = CopiedMigration(
        way, for: holder, key: try configuration.key, memory: configuration.migrationMemory, progress: reports.copies)
      if try copied.isWorthwhile(engine, version: file?.version) {
        engine = try copied.reopen(consume engine)
        key = Key(engine: ObjectIdentifier(engine), place: key.place, types: key.types, outbox: key.outbox, tracksReads: key.tracksReads)
      }
      tables = try Catalog.open(engine, way[way.count - 1], for: holder)
    }
    if case .thread = confinement { watchThread() }
    let core = try _RealmCore(configuration, engine, tables, types.entities, place, confinement: confinement)
    core.keepOutbox(types.outbox)
    if !configuration.readOnly {
      try core.session.checkTables()
      core.endOwning()
    }
    core.listen()
    remember(core, key)
    Logger.shared.log(.debug, "'\(engine.path)': opened at \(place), version \(core.session.version).")
    return core
  }

  // MARK: - Threads that end

  private static func watchThread() { _ = ashlar_when_thread_ends { RealmOpening.threadEnds() } }

  /// Called when a thread ends: its Realms can never be used again, and another thread may receive its identifier.
  private static func threadEnds() {
    let place = Key.Place.live(.thread(UInt(ashlar_thread())))
    let ending = instances.withLock { instances in
      let ending = instances.filter { $0.key.place == place }
      for key in ending.keys { instances[key] = nil }
      return ending.values.filter { UnsafeMutableRawPointer(bitPattern: $0).map { ashlar_try_retain($0) != 0 } ?? false }
    }
    for address in ending {
      guard let object = UnsafeRawPointer(bitPattern: address) else { continue }
      Unmanaged<_RealmCore>.fromOpaque(object).takeRetainedValue().threadEnds()
    }
  }

  private static let freezing = PerProcess(())

  /// Returns the frozen Realm of the version that an instance reads; there is one for each combination of file, version, types, outbox
  /// limits and `tracksReads`.
  static func frozen(_ core: _RealmCore) throws -> _RealmCore {
    let key = Key(
      engine: ObjectIdentifier(core.session.engine), place: .version(core.session.version), types: core.typeOrdinals,
      outbox: core.outboxLimits, tracksReads: core.rules.tracksReads)
    if let known = known(key) { return known }
    // One lock covers the look-up and the insertion, so that two threads that freeze the same version receive the same instance.
    return try freezing.withLock { _ in
      if let known = known(key) { return known }
      let frozen = try _RealmCore(freezing: core)
      frozen.parts.opening = ConfiguredInstance(core.configuration, frozen)
      frozen.keepOutbox(core.outbox)
      remember(frozen, key)
      return frozen
    }
  }

  private static func engine(for configuration: Realm.Configuration, isPrepared: Bool) throws -> any StorageEngine {
    if let identifier = configuration.inMemoryIdentifier {
      if identifier.isEmpty { misuse(.noFile) }
      return try EnvironmentRegistry.openInMemory(identifier: identifier)
    }
    let path = configuration.path
    // The name is compared first, because locating the default folder takes as long as opening a file.
    if path.hasSuffix(Realm.Configuration.defaultFileName), let url = configuration.fileURL, url == Realm.Configuration.defaultFileURL {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    let key = try configuration.key
    if let seed = configuration.seedFilePath { try SeedFile.copy(seed.path, to: path, key: key) }
    if configuration.readOnly { return try ReadOnlyEngines.open(path: path, key: key) }
    guard !isPrepared, let decide = configuration.shouldCompactOnLaunch else { return try EnvironmentRegistry.open(path: path, key: key) }
    return try EnvironmentRegistry.open(path: path, key: key, compactIf: decide)
  }
}

extension Realm.Configuration {
  /// The path of the file. Stops the program if the configuration has no file URL.
  fileprivate var path: String {
    guard let path = fileURL?.path, !path.isEmpty else { misuse(.noFile) }
    return path
  }
}

extension RealmOpening {
  /// Opens and migrates the file for a later `open` in a different confinement. The file remains open for two seconds rather than until the
  /// later `open`, because the queue or actor that calls `open` may never run.
  static func prepare(_ configuration: Realm.Configuration, place: String) throws {
    EnvironmentRegistry.keepForAMoment(try open(configuration, place: place).session.engine, isOpenedSoon: true)
  }

  /// Like `open`, for a caller that is in `confinement` and may suspend. Another thread opens and migrates the file, which may take a long
  /// time. The call does not suspend for an in-memory database, or if this process already has the file open.
  static func open(
    _ configuration: Realm.Configuration, place: String, confinement: Confinement, isolation: isolated (any Actor)?
  ) async throws -> _RealmCore {
    try Task.checkCancellation()
    let isPrepared = configuration.inMemoryIdentifier == nil && !EnvironmentRegistry.hasEngine(at: configuration.path)
    if isPrepared {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        // Each opening has its own queue, so that openings of several files do not wait for each other.
        DispatchQueue(label: "Ashlar: opening a Realm").async {
          continuation.resume(with: Result { try prepare(configuration, place: place) })
        }
      }
      try Task.checkCancellation()
    }
    return try open(configuration, place: place, confinement: confinement, isPrepared: isPrepared)
  }
}
