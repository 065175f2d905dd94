public import AshlarCompiler
internal import AshlarSchema

/// Checks a schema as the next version of another.
public struct EvolutionCheck: Sendable {
  /// Whether changes are allowed that lose data or leave it wrong.
  public var allowsDataLoss: Bool

  /// Makes a check.
  public init(allowsDataLoss: Bool = false) {
    self.allowsDataLoss = allowsDataLoss
  }

  /// What is wrong with `new` after `old`: the version first, then the changes by type. `new` must have been compiled from
  /// files. Complexity: O(n × c) for n types and properties and c changes.
  public func diagnostics(from old: SchemaSource, to new: SchemaSource) -> [Diagnostic] {
    let changes = SchemaChange.between(old, new)
    var diagnostics: [Diagnostic] = []
    func report(_ problem: EvolutionProblem, at location: SourceLocation?, before: SourceLocation?) {
      guard let location = location ?? new.versionLocation else { return }
      diagnostics.append(
        Diagnostic(
          severity: problem.severity, code: problem.code, message: problem.message, location: location,
          notes: before.map { [Diagnostic.Note(message: "before, it was here", location: $0)] } ?? []))
    }
    if new.model.version < old.model.version {
      report(.versionLowered(from: old.model.version, to: new.model.version), at: new.versionLocation, before: old.versionLocation)
    } else if new.model.version == old.model.version, changes.contains(where: { $0.difference.needsVersion }) {
      report(.versionNotRaised(new.model.version), at: new.versionLocation, before: nil)
    }
    for change in changes {
      if let problem = renameProblem(change.difference, changes) {
        report(problem, at: change.new, before: change.old)
      } else if change.difference.group == .migration, !allowsDataLoss {
        report(.dataLoss(change.difference), at: change.new, before: change.old)
      } else if case .propertyAdded(let type, let property) = change.difference,
        let enumeration = enumWithoutZero(type, property, in: new.model)
      {
        report(.addedEnumWithoutZero(property: "\(type).\(property)", enumeration: enumeration), at: change.new, before: nil)
      }
    }
    return diagnostics
  }

  /// A rename moves values as they are. That it changes their type as well is refused, whether data may be lost or not.
  private func renameProblem(_ difference: SchemaDifference, _ changes: [SchemaChange]) -> EvolutionProblem? {
    let (type, property): (String, String)
    switch difference {
    case .propertyChanged(let owner, let name, let from, let to) where !from.widens(to: to): (type, property) = (owner, name)
    case .madeRequired(let owner, let name): (type, property) = (owner, name)
    default: return nil
    }
    for change in changes {
      guard case .propertyRenamed(type, property, let from) = change.difference else { continue }
      return .renameChangesType(difference, from: from)
    }
    return nil
  }

  /// The enum of a required property, when no case of it has the raw value that existing rows get.
  private func enumWithoutZero(_ type: String, _ property: String, in schema: SchemaModel) -> String? {
    let column = schema.entities.first { $0.storedName == type }?.columns.first { $0.storedName == property }
    guard let column, column.collection == .none, !column.isOptional, !column.isBackfilled, let name = column.enumName,
      let enumeration = schema.enums.first(where: { $0.name == name })
    else { return nil }
    let hasZero = enumeration.cases.contains { element in
      switch element.rawValue {
      case .int(let value): value == 0
      case .double(let value): value == 0
      case .string(let value): value.isEmpty
      default: false
      }
    }
    return hasZero ? nil : name
  }
}
