import AshlarSchema
import AshlarStore
import CAshlar
import Synchronization

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
  private static let instances = Mutex<[Key: UInt]>([:])

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
    let entities = try entities(of: configuration)
    let engine = try engine(for: configuration)
    try engine.check(configuration.commitDurability)
    let confinement: Key.Place =
      switch Confinement.current() {
      case .mainQueue: .mainQueue
      case .thread(let id): .thread(id)
      }
    let key = Key(engine: ObjectIdentifier(engine), place: confinement, types: Set(entities.map(\.ordinal)))
    if let known = known(key) {
      guard known.configuration.durability == configuration.durability else {
        throw Realm.Error(
          .fail,
          "'\(engine.path)' is already opened with different durability: .\(known.configuration.durability). Close that Realm first, or ask for the same.",
          fileURL: configuration.fileURL)
      }
      return known
    }

    let model = try union(entities)
    let version = configuration.schemaVersion != 0 ? configuration.schemaVersion : model.version
    var ordinals: [String: Int] = [:]
    for entity in entities { ordinals[entity.model.name] = entity.ordinal }
    let tables = try Catalog.open(engine, model: model, version: version, ordinals: ordinals, unlisted: UnlistedTables.ordinal)
    let core = try RealmCore(
      engine: engine, tables: tables, entities: Dictionary(uniqueKeysWithValues: entities.map { ($0.ordinal, $0) }),
      configuration: configuration, place: place)
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
    guard let url = configuration.fileURL, !url.path.isEmpty else { misuse(.noFile) }
    // The name first: finding the folder takes as long as opening a file.
    if url.lastPathComponent == Realm.Configuration.defaultFileName, url == Realm.Configuration.defaultFileURL {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    guard let decide = configuration.shouldCompactOnLaunch else { return try EnvironmentRegistry.open(path: url.path) }
    return try EnvironmentRegistry.open(path: url.path, compactIf: decide)
  }

  private static func entities(of configuration: Realm.Configuration) throws -> [Entity] {
    let isDefault = configuration.objectTypes == nil
    let types = try configuration.objectTypes ?? SchemaRegistry.allTypes()
    guard !types.isEmpty else {
      throw Realm.Error(
        .fail, "No schema is linked into this program. Generate models with the AshlarGenerate plugin, or name 'objectTypes'.")
    }
    var seen: Set<Int> = []
    var entities = types.map { $0._entity }.filter { seen.insert($0.ordinal).inserted }
    if isDefault { entities.removeAll { $0.model.kind == .asymmetric } }
    try validate(entities)
    return entities.sorted { $0.ordinal < $1.ordinal }
  }

  private static func validate(_ entities: [Entity]) throws {
    var lines: [String] = []
    var byStoredName: [String: Entity] = [:]
    var byName: [String: Entity] = [:]
    for entity in entities {
      // Both: stored names are names of tables, and links name Swift types.
      if let other = byStoredName[entity.model.storedName] ?? byName[entity.model.name] {
        let name = other.model.storedName == entity.model.storedName ? entity.model.storedName : entity.model.name
        lines.append("Type '\(name)' appears more than once in the schema: '\(other.linked.name)' and '\(entity.linked.name)'.")
      }
      byStoredName[entity.model.storedName] = entity
      byName[entity.model.name] = entity
      if entity.model.kind == .asymmetric { lines.append("Asymmetric type '\(entity.model.name)' is not allowed in a local Realm.") }
    }
    for entity in entities {
      for property in entity.model.properties {
        if let target = property.target, !entities.contains(where: { $0.linked === entity.linked && $0.model.name == target }) {
          lines.append(
            "Invalid class subset list: '\(entity.model.name).\(property.name)' links to type '\(target)', which must be listed too.")
        }
      }
    }
    if !lines.isEmpty { throw Realm.Error(.fail, "Schema validation failed:\n" + lines.map { "- \($0)" }.joined(separator: "\n")) }
  }

  /// All types as one schema. Names are unique: validated before.
  private static func union(_ entities: [Entity]) throws -> SchemaModel {
    var enums: [EnumModel] = []
    var version: UInt64 = 0
    for entity in entities {
      version = max(version, entity.schema.version)
      for item in entity.schema.enums where !enums.contains(where: { $0.name == item.name }) { enums.append(item) }
    }
    return SchemaModel(name: "Realm", version: version, entities: entities.map(\.model), enums: enums)
  }
}
