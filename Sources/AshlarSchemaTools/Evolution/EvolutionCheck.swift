public import AshlarCompiler
internal import AshlarSchema

/// Checks a schema as the next version of an older schema.
public struct EvolutionCheck: Sendable {
  /// Whether changes that lose or invalidate data are allowed.
  public var allowsDataLoss: Bool

  /// Creates a check.
  public init(allowsDataLoss: Bool = false) {
    self.allowsDataLoss = allowsDataLoss
  }

  /// Returns the problems of `new` as the successor of `old`: those of the version, followed by those of the changes, in the order of
  /// `SchemaChange.between`. `new` must have been compiled from files. Complexity: O((n + c) × c) for n types and properties and c changes.
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
      report(
        .history(.versionLowered(from: old.model.version, to: new.model.version)), at: new.versionLocation, before: old.versionLocation)
    } else if new.model.version == old.model.version, changes.contains(where: { $0.difference.needsVersion }) {
      report(.history(.versionNotRaised(new.model.version)), at: new.versionLocation, before: nil)
    }
    let added = AddedColumns(changes.map(\.difference), in: new.model)
    for change in changes {
      if case .ruleAdded(let type, let rule, _) = change.difference, added.areAll(rule.properties, of: type) {
        guard !allowsDataLoss, let isBackfilled = added.breach(of: rule, type: type) else { continue }
        report(.addedRuleBreaksZero(rule, type: type, isBackfilled: isBackfilled), at: change.new, before: nil)
      } else if let problem = changes.map(\.difference).renameProblem(change.difference) {
        report(.history(problem), at: change.new, before: change.old)
      } else if change.difference.group == .migration, !allowsDataLoss, !new.model.isDropped(change.difference) {
        report(.dataLoss(change.difference), at: change.new, before: change.old)
      } else if case .propertyAdded(let type, let property) = change.difference,
        let enumeration = enumWithoutZero(type, property, in: new.model)
      {
        report(.addedEnumWithoutZero(property: "\(type).\(property)", enumeration: enumeration), at: change.new, before: nil)
      }
    }
    return diagnostics
  }

  /// Returns the name of a required property's enum if existing rows are filled with the zero value and none of the enum's cases has this
  /// raw value; otherwise nil.
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

extension SchemaModel {
  /// Returns whether `dropped` lists the property of a difference; if so, its values may be deleted.
  fileprivate func isDropped(_ difference: SchemaDifference) -> Bool {
    guard case .property(let type, let property) = difference.subject else { return false }
    return entities.first { $0.storedName == type }?.dropped.contains(property) == true
  }
}
