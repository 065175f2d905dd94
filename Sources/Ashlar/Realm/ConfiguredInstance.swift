import AshlarStore

/// The configuration of one Realm instance, and the operations that freeze, reopen and close the instance.
nonisolated final class ConfiguredInstance: OpenedInstance {
  let configuration: Realm.Configuration
  /// Called when the instance is deallocated, and when a frozen instance is invalidated.
  @exclusivity(unchecked) var onClose: @Sendable () -> Void = {}

  /// The ordinals of the instance's types. The set is stored, because two copies of one set are compared in constant time.
  private(set) lazy var typeOrdinals = Set(core.allEntities.map(\.ordinal))

  init(_ configuration: Realm.Configuration, _ core: _RealmCore) {
    self.configuration = configuration
    super.init(core)
  }

  override func frozen() throws -> _RealmCore { try RealmOpening.frozen(core) }

  override func live() throws -> _RealmCore { try RealmOpening.open(configuration, place: core.place) }

  override func closing() { onClose() }

  /// Returns a function that creates one side, the old or the new, of a migration of the configuration's file.
  static func side(_ configuration: Realm.Configuration, _ place: String) -> MigrationRun.MakeSide {
    // The two sides are read-only, because only the migration's own write transaction may change them.
    var configuration = configuration
    configuration.readOnly = true
    return { [configuration] side, entities in
      try _RealmCore(configuration, side.engine, side.tables, entities, place)
    }
  }
}

extension Realm.Configuration {
  /// The access rules of an instance that is opened with this configuration.
  fileprivate var rules: AccessRules {
    AccessRules(
      fileURL: fileURL, isReadOnly: readOnly, isForSearch: inMemoryIdentifier?.hasPrefix(UnmanagedSearch.name) ?? false,
      checksEveryAccess: checksEveryAccess, tracksReads: tracksReads, durability: commitDurability,
      versionLimit: maximumNumberOfActiveVersions.flatMap { $0 == 0 ? nil : UInt64($0) })
  }
}

extension _RealmCore {
  /// Creates an instance according to a configuration.
  convenience init(
    _ configuration: Realm.Configuration, _ engine: any StorageEngine, _ tables: [TableDefinition?], _ entities: [Int: _Entity],
    _ place: String, confinement: Confinement = .current()
  ) throws {
    try self.init(
      engine: engine, tables: tables, entities: entities, rules: configuration.rules, place: place, confinement: confinement)
    parts.opening = ConfiguredInstance(configuration, self)
    if configuration.tracksReads, !configuration.readOnly { tracker = ReadTracker(self) }
  }

  private var configured: ConfiguredInstance {
    guard let opening = parts.opening else { preconditionFailure("an instance is made by what opens it") }
    return unsafeDowncast(opening, to: ConfiguredInstance.self)
  }

  /// The configuration that the instance was opened with.
  var configuration: Realm.Configuration { configured.configuration }

  /// The outbox limits of the configuration, without a copy of the configuration.
  var outboxLimits: Realm.Configuration.Outbox? { configured.configuration.outbox }

  /// The ordinals of the instance's types, including those whose objects are written to the outbox.
  var typeOrdinals: Set<Int> { configured.typeOrdinals }

  /// Called when the instance is deallocated, and when a frozen instance is invalidated.
  var onClose: @Sendable () -> Void {
    get { configured.onClose }
    set { configured.onClose = newValue }
  }

  /// The entities of this Realm's schema, including those whose objects are written to the outbox.
  var allEntities: [_Entity] { Array(entities.values) + (outbox?.entities ?? []) }
}
