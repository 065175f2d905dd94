package import AshlarSchema

/// A problem with the change from one version of a schema to the next.
package indirect enum HistoryProblem: Hashable, Sendable {
  case versionNotRaised(UInt64)
  case versionLowered(from: UInt64, to: UInt64)
  case renameChangesType(SchemaDifference, from: String)
  case ambiguousRemoval(type: String, from: String, to: String)
  case neverReleased(type: String, name: String, suggestion: String?)

  /// The stable code.
  package var code: String {
    switch self {
    case .versionNotRaised: "version-not-raised"
    case .versionLowered: "version-lowered"
    case .renameChangesType: "rename-changes-type"
    case .ambiguousRemoval: "ambiguous-removal"
    case .neverReleased: "dropped-never-released"
    }
  }

  /// A warning for an ambiguous removal, because the migration does not compile until its step is written; otherwise an error.
  package var severity: Severity {
    if case .ambiguousRemoval = self { .warning } else { .error }
  }

  /// The message: one sentence without the final period.
  package var message: String { sentence.text }

  var sentence: Sentence {
    switch self {
    case .versionNotRaised(let version): "the stored form has changed, but the version is still \(version); raise it"
    case .versionLowered(let from, let to): "the version was lowered from \(from) to \(to); a version can only be raised"
    case .renameChangesType(let difference, let from):
      "\(Sentence(stringLiteral: difference.clause)), and was stored as '\(from)': a rename moves values as they are, so change one thing in each version"
    case .ambiguousRemoval(let type, let from, let to):
      """
      '\(type).\(from)' went and '\(to)' of its type came: write 'was: [\(from)]' there if it is the same, or 'dropped: [\(from)]' in \
      '\(type)' if its values may go; otherwise the code of the next migration must say what becomes of them
      """
    case .neverReleased(let type, let name, let suggestion?):
      "'dropped' lists '\(name)', and no release of '\(type)' has it; did you mean '\(suggestion)'?"
    case .neverReleased(let type, let name, nil): "'dropped' lists '\(name)', and no release of '\(type)' has it; remove it"
    }
  }
}

extension SchemaDifference {
  /// The description as a clause: with a lowercase first letter and without the final period.
  package var clause: String {
    let text = description
    return text.prefix(1).lowercased() + text.dropFirst().dropLast()
  }
}

extension [SchemaDifference] {
  /// Returns a problem if the difference changes the type of a renamed property other than by widening it, or makes the property required;
  /// otherwise nil. A rename moves values unchanged, so such a change is rejected, even if no data would be lost.
  package func renameProblem(_ difference: SchemaDifference) -> HistoryProblem? {
    let (type, property): (String, String)
    switch difference {
    case .propertyChanged(let owner, let name, let from, let to) where !from.widens(to: to): (type, property) = (owner, name)
    case .madeRequired(let owner, let name): (type, property) = (owner, name)
    default: return nil
    }
    for case .propertyRenamed(type, property, let from) in self { return .renameChangesType(difference, from: from) }
    return nil
  }
}
