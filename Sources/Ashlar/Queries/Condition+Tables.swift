import AshlarSchema
import AshlarStore

extension Condition {
  /// Returns the tables that the paths and subqueries of the condition reach from the matched objects. Their own table is included only if
  /// a path leads back to it. Paths must be valid.
  func tables(_ entity: _Entity, _ core: _RealmCore) -> Set<Int> {
    var found: Set<Int> = []
    for path in paths where !path.isEmpty {
      found.formUnion(PropertyPath(path, entity, core) { misuse(.query($0)) }.tables(core))
    }
    // The recursion is bounded: the parser nests subqueries at most `PredicateParser.deepestSubquery` levels deep.
    for (path, condition) in subqueries {
      let end = PropertyPath(path, entity, core) { misuse(.query($0)) }
      guard let target = core.target(end.entity, end.column) else { continue }
      found.insert(target.ordinal)
      found.formUnion(condition.tables(target, core))
    }
    return found
  }
}

extension PropertyPath {
  /// Returns the tables that the steps of the path reach, and the table of the linking objects at its end.
  func tables(_ core: _RealmCore) -> [Int] {
    var found = steps.map { step in
      switch step {
      case .link(_, let target), .elements(_, _, let target), .entry(_, _, _, let target): target
      case .origins(let link): link.source
      }
    }
    if property.collection == .linkingObjects, let link = core.origin(entity, column) { found.append(link.source) }
    return found
  }
}
