import AshlarSchema
import AshlarStore

/// A search for rows that link to one object, or to the objects that match a condition, if these are few.
final class LinkSearch {
  private enum Targets {
    case row(Int64)
    /// The rows of a table that match the predicate. They are found by the search or, if the search is nil, inexact or too expensive, by a
    /// scan.
    case matching(_Entity, Predicate, RowSearch?)
  }

  private let link: LinkColumn
  private let targets: Targets

  /// Returns nil in three cases: the path of the condition does not begin with a link, a list or a set of objects, or continues with a
  /// position in the list; rows without a link may also match the condition; or the condition tests a link itself, other than by `==` with
  /// a managed object.
  init?(_ condition: Condition, _ entity: _Entity, _ core: _RealmCore, depth: Int) {
    guard case .test(let path, let test) = condition, let (first, rest) = LinkSearch.split(path), let name = first.name,
      let (ordinal, property) = entity.property(named: name), property.type == .object,
      property.collection != .linkingObjects, property.collection != .map,
      let link = core.link(entity.ordinal, ordinal), !link.isAny
    else { return nil }
    // A position after a list selects one element; backlinks do not state positions.
    if let next = rest.first, next.name == nil { return nil }
    self.link = link
    guard !rest.isEmpty else {
      guard let (comparison, constant) = test.compared, comparison == .equal, case .object(let key, _, _, _) = constant, key >= 0 else {
        return nil
      }
      targets = .row(key)
      return
    }
    guard let target = core.target(entity, ordinal), !test.mayMatchNull else { return nil }
    let inner = Condition.test(rest, test)
    targets = .matching(target, Predicate(inner, target, core), RowSearch(inner, target, core, depth: depth + 1))
  }

  private static func split(_ path: Condition.Path) -> (PathPart, Condition.Path)? {
    path.first.map { ($0, Array(path.dropFirst())) }
  }

  func estimate(_ core: _RealmCore) -> Int {
    switch targets {
    case .row(let key): return (try? core.session.sourceCount(link, of: key)) ?? 0
    case .matching(let target, _, let search):
      let all = max(1, core.session.count(target.ordinal))
      let matching = search?.estimate(target, core) ?? all / 10
      return core.session.count(link.source) * min(matching, all) / all
    }
  }

  /// Returns the rows, in no particular order; nil if the search exceeds the budget.
  func rows(_ core: _RealmCore, _ budget: inout SearchBudget) -> [Int64]? {
    let keys: [Int64]
    switch targets {
    case .row(let key): keys = [key]
    case .matching(let target, let predicate, let search):
      guard let found = matching(target, predicate, search, core, &budget) else { return nil }
      keys = found
    }
    var rows: [Int64] = []
    for key in keys {
      let sources = core.reading { try core.session.sources(link, of: key) }
      guard budget.take(SearchCost.backlinks + sources.count * SearchCost.row) else { return nil }
      for source in sources { rows.append(source.key) }
    }
    return rows
  }

  private func matching(
    _ target: _Entity, _ predicate: Predicate, _ search: RowSearch?, _ core: _RealmCore, _ budget: inout SearchBudget
  ) -> [Int64]? {
    if let search, search.isExact, !core.session.isWriting, let found = search.run(target, core, &budget), found.isExact {
      return found.keys
    }
    // The scan tests every row of the target type.
    guard budget.take(core.session.count(target.ordinal)) else { return nil }
    var matching = MatchedRows()
    var isFew = true
    let most = budget.most(SearchCost.backlinks)
    predicate.scan(target.ordinal, core) { cluster, bits in
      if matching.count + bits.count > most { isFew = false }
      if isFew { matching.append(bits, from: cluster.firstKey) }
    }
    return isFew ? matching.keys : nil
  }
}

extension Condition.Test {
  /// Whether null may pass the test; true if that is unknown.
  fileprivate var mayMatchNull: Bool {
    switch kind {
    case .relates(.order(let comparison), let constant, _):
      switch comparison {
      case .equal, .greater, .greaterOrEqual: constant.isNull
      // Null is less than all text and bytes.
      case .less, .lessOrEqual: constant.isNull || constant.isTextOrBytes
      case .notEqual: true
      }
    case .relates(.text(let match), _, _):
      switch match {
      case .begins, .ends, .contains: false
      case .like: true
      }
    case .isIn(let constants, _): constants.contains(where: \.isNull)
    case .hasType: true
    }
  }
}

extension QueryConstant {
  fileprivate var isNull: Bool { if case .null = self { true } else { false } }
  fileprivate var isTextOrBytes: Bool {
    switch self {
    case .string, .data, .bytes: true
    default: false
    }
  }
}
