/// The conversion of one type's values from one release to the next, if it requires migration code.
public struct MigrationStep: Hashable, Sendable {
  /// The schema versions before and after the step.
  public let from, to: UInt64
  /// The stored names of the type before and after the step.
  public let oldType, newType: String
  /// The differences that require migration code: properties that were removed, that became required, or whose type changed other than to
  /// an integer of a different width, unless the schema lists them as dropped.
  public let differences: [SchemaDifference]

  /// Returns the steps between two releases. Embedded types precede the types that embed them, so that a step can move whole embedded
  /// objects; otherwise the steps are in the order of stored names. Complexity: O(n log n + n × d) for d differences.
  public static func between(_ old: SchemaModel, _ new: SchemaModel) -> [MigrationStep] {
    let renames = SchemaRenames(from: old, to: new)
    var differences: [String: [SchemaDifference]] = [:]
    for difference in SchemaDifference.between(old, new) {
      guard let (type, property) = lost(difference), let entity = new.entities.first(where: { $0.storedName == type }),
        !entity.dropped.contains(property)
      else { continue }
      differences[type, default: []].append(difference)
    }
    let steps = differences.ordered(byBytes: \.key).map { type, differences in
      MigrationStep(
        from: old.version, to: new.version, oldType: renames.types[type] ?? type, newType: type, differences: differences)
    }
    var ordered: [MigrationStep] = []
    for entity in innermostFirst(old) { ordered += steps.filter { $0.oldType == entity.storedName } }
    return ordered
  }

  /// Returns the embedded types, each after the types that it embeds, followed by the other types in the order of stored names.
  private static func innermostFirst(_ schema: SchemaModel) -> [EntityModel] {
    var ordered: [EntityModel] = []
    var seen: Set<String> = []
    func add(_ entity: EntityModel) {
      guard seen.insert(entity.name).inserted else { return }
      for target in entity.columns.compactMap({ $0.target.flatMap { schema.entity(named: $0) } }) where target.kind == .embedded {
        add(target)
      }
      ordered.append(entity)
    }
    let sorted = schema.entities.ordered(byBytes: \.storedName)
    for entity in sorted where entity.kind == .embedded { add(entity) }
    for entity in sorted { add(entity) }
    return ordered
  }

  /// Returns the property whose values would be lost; nil if none would.
  private static func lost(_ difference: SchemaDifference) -> (type: String, property: String)? {
    switch difference {
    case .propertyRemoved(let type, let property), .madeRequired(let type, let property): (type, property)
    case .propertyChanged(let type, let property, let from, let to):
      from.isIntegerOfOtherWidth(than: to) ? nil : (type, property)
    default: nil
    }
  }
}
