internal import AshlarCompiler
internal import AshlarSchema

/// What can be wrong with a schema as the next version of another.
enum EvolutionProblem: Hashable, Sendable {
  case versionNotRaised(UInt64)
  case versionLowered(from: UInt64, to: UInt64)
  case dataLoss(SchemaDifference)
  case renameChangesType(SchemaDifference, from: String)
  case addedEnumWithoutZero(property: String, enumeration: String)

  /// The stable code.
  var code: String {
    switch self {
    case .versionNotRaised: "version-not-raised"
    case .versionLowered: "version-lowered"
    case .dataLoss: "data-loss"
    case .renameChangesType: "rename-changes-type"
    case .addedEnumWithoutZero: "added-enum-without-zero"
    }
  }

  var severity: Severity {
    if case .addedEnumWithoutZero = self { return .warning }
    return .error
  }

  /// The sentence people read, without a full stop.
  var message: String {
    switch self {
    case .versionNotRaised(let version): "the stored form has changed, but the version is still \(version); raise it"
    case .versionLowered(let from, let to): "the version was lowered from \(from) to \(to); a version can only be raised"
    case .dataLoss(let difference): "\(difference.clause); \(difference.consequence)"
    case .renameChangesType(let difference, let from):
      "\(difference.clause), and was stored as '\(from)': a rename moves values as they are, so change one thing in each version"
    case .addedEnumWithoutZero(let property, let enumeration):
      "existing rows will hold the zero value in '\(property)', for which '\(enumeration)' has no case"
    }
  }
}

extension SchemaDifference {
  /// The sentence as a part of another.
  fileprivate var clause: String {
    let text = description
    return text.prefix(1).lowercased() + text.dropFirst().dropLast()
  }

  /// What becomes of existing rows.
  fileprivate var consequence: String {
    switch self {
    case .madeRequired: "nil becomes the zero value"
    case .kindChanged(_, _, .embedded): "a file in which an object does not have exactly one owner is refused"
    case .kindChanged: "its objects are no longer deleted with their owners"
    case .primaryKeyRemoved: "its values are no longer unique"
    case .primaryKeyAdded, .primaryKeyChanged: "a file with duplicates is refused"
    case .propertyChanged(_, _, let from, let to) where to.widens(to: from):
      "a file with a value that does not fit is refused"
    default: "its data is lost"
    }
  }
}
