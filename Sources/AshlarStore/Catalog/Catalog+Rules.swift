import AshlarSchema

// Rules belong to the file, as indexes do: every writer obeys the rules of the catalog.
extension Catalog {
  /// Returns the rules that a file's type has after it has adopted the rules `wanted`. An index of several properties remains as long as
  /// all of its columns do. For enums that both check, the result contains the cases of both if the version is not raised; otherwise, only
  /// those of `wanted`.
  /// - Parameters:
  ///   - old: The rules of the file.
  ///   - newNames: The stored names, by former stored name, of the columns whose cells remain.
  ///   - isRaised: Whether the version of the file is raised.
  static func mergedRules(_ wanted: [EntityRule], _ old: [EntityRule], _ newNames: [String: String], isRaised: Bool) -> [EntityRule] {
    if old.isEmpty { return wanted }
    var rules = wanted
    for rule in old {
      switch rule {
      case .index(let names):
        let kept = names.compactMap { newNames[$0] }
        if kept.count == names.count, !rules.contains(.index(kept)) { rules.append(.index(kept)) }
      case .oneOf(let name, let values):
        guard !isRaised, let kept = newNames[name],
          let place = rules.firstIndex(where: { $0.kind == .oneOf && $0.properties == [kept] }), case .oneOf(_, let more) = rules[place]
        else { continue }
        let known = Set(values.map(\.comparedAsRaw))
        rules[place] = .oneOf(kept, values + more.filter { !known.contains($0.comparedAsRaw) })
      // A file has exactly the rules of these kinds that the schema of its version states.
      case .primaryKey, .unique, .range, .length, .count, .pattern, .required, .order, .holderDeleted, .targetDeleted: continue
      }
    }
    return rules
  }

  /// Returns whether the rules `stored` of a file include the indexes of several properties and the cases of checked enums in `wanted`.
  /// Other rules are compared by fingerprints.
  static func includes(_ stored: [EntityRule], _ wanted: [EntityRule]) -> Bool {
    wanted.allSatisfy { rule in
      switch rule {
      case .index: stored.contains(rule)
      case .oneOf: stored.contains { $0.properties == rule.properties && rule.implies($0) }
      case .primaryKey, .unique, .range, .length, .count, .pattern, .required, .order, .holderDeleted, .targetDeleted: true
      }
    }
  }
}
