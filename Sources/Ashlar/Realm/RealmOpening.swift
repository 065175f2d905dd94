import AshlarStore
import CAshlar

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Opens Realm instances, one for each file, place of confinement and set of types.
enum RealmOpening {
  private struct Key: Hashable {
    enum Place: Hashable {
      case mainQueue
      case thread(UInt)
      /// A frozen Realm, which is used anywhere.
      case version(UInt64)
    }

    let engine: ObjectIdentifier
    let place: Place
    let types: Set<Int>
  }

  // Instances are confined; only their identity is shared, here as addresses. A weak reference would do, but makes every
  // retain of the instance, one for each accessor, four times as expensive.
  //
  // Invariant: an instance removes itself in its deinitialiser, under the lock, so that its memory is there for whoever
  // finds its address under the lock.
  private static let instances = Guarded<[Key: UInt]>([:])

  private static func known(_ key: Key) -> RealmCore? {
    let address = instances.withLock { instances -> UInt in
      guard let address = instances[key], let object = UnsafeMutableRawPointer(bitPattern: address) else { return 0 }
      return ashlar_try_retain(object) != 0 ? address : 0
    }
    guard let object = UnsafeMutableRawPointer(bitPattern: address) else { return nil }
    return Unmanaged<RealmCore>.fromOpaque(object).takeRetainedValue()
  }

  private static func remember(_ core: RealmCore, _ key: Key) {
    let address = UInt(bitPattern: Unmanaged.passUnretained(core).toOpaque())
    instances.withLock { $0[key] = address }
    core.onClose = { [address] in
      instances.withLock { if $0[key] == address { $0[key] = nil } }
    }
  }

  static func open(_ configuration: Realm.Configuration, place: String) throws -> RealmCore {
    let types = try RealmTypes.of(configuration)
    let engine = try engine(for: configuration)
    try engine.check(configuration.commitDurability)
    let confinement: Key.Place =
      switch Confinement.current() {
      case .mainQueue: .mainQueue
      case .thread(let id): .thread(id)
      }
    let key = Key(engine: ObjectIdentifier(engine), place: confinement, types: types.ordinals)
    if let known = known(key) {
      guard known.configuration.durability == configuration.durability else {
        throw Realm.Error(
          .fail,
          "'\(engine.path)' is already opened with different durability: .\(known.configuration.durability). Close that Realm first, or ask for the same.",
          fileURL: configuration.fileURL)
      }
      return known
    }

    let version = configuration.schemaVersion != 0 ? configuration.schemaVersion : types.version
    let tables = try Catalog.open(engine, types.wanted, version: version)
    let core = try RealmCore(engine: engine, tables: tables, entities: types.entities, configuration: configuration, place: place)
    remember(core, key)
    return core
  }

  private static let freezing = ThreadLock()

  /// The frozen Realm of the version that an instance reads, one for each version.
  static func frozen(_ core: RealmCore) throws -> RealmCore {
    let key = Key(
      engine: ObjectIdentifier(core.session.engine), place: .version(core.session.version), types: Set(core.entities.keys))
    // One thread at a time, so that two that freeze the same version get the same.
    return try freezing.withLock {
      if let known = known(key) { return known }
      let frozen = try RealmCore(freezing: core)
      remember(frozen, key)
      return frozen
    }
  }

  private static func engine(for configuration: Realm.Configuration) throws -> any StorageEngine {
    if let identifier = configuration.inMemoryIdentifier {
      if identifier.isEmpty { misuse(.noFile) }
      return try EnvironmentRegistry.openInMemory(identifier: identifier)
    }
    guard let url = configuration.fileURL else { misuse(.noFile) }
    let path = url.path
    if path.isEmpty { misuse(.noFile) }
    // The name first: finding the folder takes as long as opening a file.
    if path.hasSuffix(Realm.Configuration.defaultFileName), url == Realm.Configuration.defaultFileURL {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    guard let decide = configuration.shouldCompactOnLaunch else { return try EnvironmentRegistry.open(path: path) }
    return try EnvironmentRegistry.open(path: path, compactIf: decide)
  }
}
