public import AshlarCompiler
public import AshlarSchema

/// A difference between two schemas, with both locations.
public struct SchemaChange: Sendable {
  /// The difference.
  public let difference: SchemaDifference
  /// The location of the declaration in the old schema, or of the type that contains it; nil if neither is known.
  public let old: SourceLocation?
  /// The location of the declaration in the new schema, or of the type that contains it; nil if neither is known.
  public let new: SourceLocation?
  /// The likely rename of which this change is one half, if any.
  public let rename: PerhapsRenamed?

  /// Returns all changes, sorted by group. In each group, the changes of the stored form, sorted by type, precede all others. Complexity:
  /// O(n × c) for n types and properties and c changes.
  public static func between(_ old: SchemaSource, _ new: SchemaSource) -> [SchemaChange] {
    let guesses = PerhapsRenamed.between(old.model, new.model)
    let renames = SchemaRenames(from: old.model, to: new.model)
    let stored = SchemaDifference.between(old.model, new.model)
    // A database file contains only the stored form, the indexes and the rules.
    let unstored = SchemaDifference.unstored(old.model, new.model).filter { difference in
      switch difference {
      case .indexAdded, .indexRemoved, .ruleAdded, .ruleRemoved, .ruleChanged: true
      default: !old.isOfFile && !new.isOfFile
      }
    }
    let differences = stored + unstored + (access(old, new).map { [$0] } ?? [])
    return SchemaDifference.Group.allCases.flatMap { group in
      differences.filter { $0.group == group }.map { difference in
        SchemaChange(
          difference: difference, old: old.location(of: renames.before(difference.oldSubject)), new: new.location(of: difference.subject),
          rename: guesses.first { $0.concerns(difference) })
      }
    }
  }

  /// Returns the change of the access level, which is not part of the model; nil if the level is unchanged or unknown.
  private static func access(_ old: SchemaSource, _ new: SchemaSource) -> SchemaDifference? {
    guard let before = old.access, let now = new.access, before != now else { return nil }
    return .accessChanged(from: before.rawValue, to: now.rawValue, isNarrower: before.isWider(than: now))
  }
}

extension PerhapsRenamed {
  fileprivate func concerns(_ difference: SchemaDifference) -> Bool {
    switch difference {
    case .typeRemoved(let name): type == nil && from == name
    case .typeAdded(let name): type == nil && to == name
    case .propertyRemoved(let owner, let name): type == owner && from == name
    case .propertyAdded(let owner, let name): type == owner && to == name
    default: false
    }
  }
}
