import AshlarSchema
import AshlarStore

/// The validated types of a configuration, and the values that opening a file derives from them. Openings with the same types share a
/// cached instance.
final class RealmTypes: Sendable {
  /// The entities by their ordinals, without asymmetric types, which have no tables.
  let entities: [Int: _Entity]
  let ordinals: Set<Int>
  /// The types whose objects are written to the outbox; nil without an outbox.
  let outbox: OutboxTypes?
  /// The highest version of the schemas; 0 if no type is listed.
  let version: UInt64
  /// The schema with which files are compared.
  let wanted: WantedSchema
  /// The schema with which files are compared under `automaticChanges = .always`.
  let lenient: WantedSchema
  // The types that the configuration lists, in its order; `defaultTypes` if it has no list.
  private let listed: [ObjectIdentifier]
  private let isDefault: Bool
  private let hasOutbox: Bool

  // The cached instances, newest first.
  private static let known = Guarded<[RealmTypes]>([])
  private static let most = 8

  /// Returns the types of a configuration. Throws `Realm.Error(.fail)` if they are inconsistent, or if `objectTypes` is nil and no type is
  /// linked.
  /// - Parameter objectTypes: The listed types; nil for `defaultTypes`.
  static func of(_ objectTypes: [ObjectBase.Type]?, hasOutbox: Bool) throws -> RealmTypes {
    let isDefault = objectTypes == nil
    let types = try objectTypes ?? defaultTypes()
    let found = known.withLock { known in
      known.first {
        $0.isDefault == isDefault && $0.hasOutbox == hasOutbox && $0.listed.elementsEqual(types) { $0 == ObjectIdentifier($1) }
      }
    }
    if let found { return found }
    let made = try RealmTypes(types, isDefault: isDefault, hasOutbox: hasOutbox)
    known.withLock { known in
      known.insert(made, at: 0)
      if known.count > most { known.removeLast() }
    }
    return made
  }

  /// Returns all linked types except those whose classes exclude themselves.
  static func defaultTypes() throws -> [ObjectBase.Type] {
    try SchemaRegistry.allTypes().filter { $0.shouldIncludeInDefaultSchema() && !$0._realmIgnoreClass() }
  }

  private init(_ types: [ObjectBase.Type], isDefault: Bool, hasOutbox: Bool) throws {
    guard !types.isEmpty || !isDefault else {
      throw Realm.Error(
        .fail, "No schema is linked into this program. Generate models with the AshlarGenerate plugin, or name 'objectTypes'.")
    }
    var seen: Set<Int> = []
    var entities = types.map { $0._entity }.filter { seen.insert($0.ordinal).inserted }
    if isDefault, !hasOutbox { entities.removeAll { $0.model.kind == .asymmetric } }
    try RealmTypes.validate(entities, hasOutbox: hasOutbox)
    // Entities are ordered by their ordinals, regardless of the order of the list.
    entities = entities.ordered { $0.ordinal < $1.ordinal }
    listed = types.map { ObjectIdentifier($0) }
    self.isDefault = isDefault
    self.hasOutbox = hasOutbox
    ordinals = Set(entities.map(\.ordinal))
    version = entities.map(\.schema.version).max() ?? 0
    let outbox = hasOutbox ? OutboxTypes(entities.filter { $0.model.kind == .asymmetric }, in: RealmTypes.union(entities)) : nil
    self.outbox = outbox
    entities.removeAll { $0.model.kind == .asymmetric }
    self.entities = Dictionary(uniqueKeysWithValues: entities.map { ($0.ordinal, $0) })
    var model = RealmTypes.union(entities)
    model.version = version
    var tables = Dictionary(uniqueKeysWithValues: entities.map { ($0.model.name, $0.ordinal) })
    if let outbox {
      model.entities.append(OutboxTable.model)
      tables[OutboxTable.name] = outbox.ordinal
    }
    wanted = WantedSchema(model, ordinals: tables, unlisted: UnlistedTables.ordinal)
    lenient = wanted.lenient
  }

  /// Creates the types of a release that a migration passes through. They have no classes, only the names of that release.
  init(release: SchemaModel) {
    listed = []
    isDefault = false
    hasOutbox = false
    outbox = nil
    var entities: [Int: _Entity] = [:]
    for model in release.entities where model.kind != .asymmetric {
      let ordinal = UnlistedTables.ordinal(model.storedName)
      entities[ordinal] = UnlistedTables.entity(model, in: release, ordinal: ordinal)
    }
    self.entities = entities
    ordinals = Set(entities.keys)
    version = release.version
    let model = RealmTypes.union(entities.values.ordered { $0.model.name < $1.model.name })
    wanted = WantedSchema(
      model, ordinals: Dictionary(uniqueKeysWithValues: entities.values.map { ($0.model.name, $0.ordinal) }),
      unlisted: UnlistedTables.ordinal)
    lenient = wanted.lenient
  }

  private static func validate(_ entities: [_Entity], hasOutbox: Bool) throws {
    var lines: [String] = []
    var byStoredName: [String: _Entity] = [:]
    var byName: [String: _Entity] = [:]
    for entity in entities {
      // Both maps are checked: stored names are names of tables, and links refer to Swift type names.
      if let other = byStoredName[entity.model.storedName] ?? byName[entity.model.name] {
        let name = other.model.storedName == entity.model.storedName ? entity.model.storedName : entity.model.name
        lines.append("Type '\(name)' appears more than once in the schema: '\(other.linked.name)' and '\(entity.linked.name)'.")
      }
      if entity.model.storedName == OutboxTable.name {
        lines.append("Type '\(entity.model.name)' is stored as '\(OutboxTable.name)', which is the outbox's name.")
      }
      byStoredName[entity.model.storedName] = entity
      byName[entity.model.name] = entity
      guard entity.model.kind == .asymmetric else { continue }
      if hasOutbox {
        lines += OutboxTypes.faults(entity, among: entities)
      } else {
        lines.append(
          "Asymmetric type '\(entity.model.name)' is not allowed in a local Realm. Set 'outbox' in the configuration to keep its objects "
            + "until they are sent.")
      }
    }
    for entity in entities {
      lines += entity.contradictions
      for property in entity.model.properties {
        if let target = property.target, !entities.contains(where: { $0.linked === entity.linked && $0.model.name == target }) {
          lines.append(
            "Invalid class subset list: '\(entity.model.name).\(property.name)' links to type '\(target)', which must be listed too.")
        }
      }
    }
    if !lines.isEmpty { throw Realm.Error(.fail, "Schema validation failed:\n" + lines.map { "- \($0)" }.joined(separator: "\n")) }
  }

  /// Returns one schema that contains all entities. Their names have been validated to be unique.
  private static func union(_ entities: [_Entity]) -> SchemaModel {
    var enums: [EnumModel] = []
    var version: UInt64 = 0
    for entity in entities {
      version = max(version, entity.schema.version)
      for item in entity.schema.enums where !enums.contains(where: { $0.name == item.name }) { enums.append(item) }
    }
    return SchemaModel(name: "Realm", version: version, entities: entities.map(\.model), enums: enums)
  }
}
