import AshlarSchema

extension StoredViolation {
  /// A clause that states why an object was not deleted; nil for rules of other kinds.
  var denial: String? {
    guard rule.deleteRule != nil, let holder else { return nil }
    let rest = more == 0 ? "" : more == 1 ? " and 1 more object" : " and \(more) more objects"
    let property = rule.properties.joined()
    if case .targetDeleted = rule {
      return "\(object) of '\(object.type)' cannot be deleted, because '\(holder.type).\(property)' denies it: "
        + "\(holder) of '\(holder.type)'\(rest) would link to a deleted object"
    }
    return "\(object) of '\(object.type)' cannot be deleted, because '\(object.type).\(property)' denies it: "
      + "the object links to \(holder) of '\(holder.type)'\(rest)"
  }
}

extension EntityRule {
  /// The action of a delete rule; nil for rules of other kinds.
  var deleteRule: DeleteRule? {
    switch self {
    case .holderDeleted(_, let rule), .targetDeleted(_, let rule): rule
    case .primaryKey, .unique, .index, .range, .length, .count, .pattern, .oneOf, .required, .order: nil
    }
  }
}
