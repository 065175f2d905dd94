import AshlarSchema
import AshlarStore

extension Condition {
  /// Returns the tables whose rows determine which objects match the condition, except the objects' own table. Paths must be valid.
  func tables(_ entity: _Entity, _ core: _RealmCore) -> Set<Int> {
    var found: Set<Int> = []
    func add(_ path: Path) {
      if path.isEmpty { return }
      found.formUnion(PropertyPath(path, entity, core) { misuse(.query($0)) }.tables(core))
    }
    func add(_ expression: ValueExpression) {
      switch expression {
      case .constant: break
      case .path(let path), .count(let path), .aggregate(_, let path), .length(let path): add(path)
      case .subquery(let path, let inner):
        add(path)
        let end = PropertyPath(path, entity, core) { misuse(.query($0)) }
        guard let target = core.target(end.entity, end.column) else { return }
        found.insert(target.ordinal)
        found.formUnion(inner.tables(target, core))
      case .arithmetic(_, let a, let b):
        add(a)
        add(b)
      }
    }
    forEachLeaf { leaf in
      switch leaf {
      case .constant, .joined: break
      case .compare(let path, _, _), .oneOf(let path, _, _), .text(let path, _, _, _), .like(let path, _, _), .values(let path, _, _),
        .sequence(let path, _, _),
        .kind(let path, _), .count(let path, _, _), .truth(let path, _), .member(_, of: let path):
        add(path)
      case .comparePaths(let first, _, let second):
        add(first)
        add(second)
      case .within(let path, _): add(path + [.name(GeoColumns.coordinates)])
      case .match(let path, let question):
        add(path)
        if case .path(let other) = question.operand { add(other) }
      case .expressions(let a, _, let b):
        add(a)
        add(b)
      }
    }
    return found
  }
}

extension PropertyPath {
  /// Returns the tables, except the first one, whose rows determine the values at the end of the path.
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
