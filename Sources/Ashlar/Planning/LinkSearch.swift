import AshlarSchema
import AshlarStore

/// A search for rows that link to one object, or to the objects that match a condition, if these are few.
final class LinkSearch {
  private enum Targets {
    case row(Int64)
    /// The rows of a table that a search finds or, without a search, a scan.
    case matching(_Entity, Predicate, RowSearch?)
  }

  private let link: LinkColumn
  private let targets: Targets

  /// Returns nil if the condition is not on rows that one link leads to, or if rows without a link match it as well.
  init?(_ condition: Condition, _ entity: _Entity, _ core: _RealmCore, depth: Int) {
    guard let (first, rest) = condition.path.flatMap(LinkSearch.split), let name = first.name,
      let (ordinal, property) = entity.property(named: name), property.type == .object,
      property.collection != .linkingObjects, property.collection != .map,
      let link = core.link(entity.ordinal, ordinal), !link.isAny
    else { return nil }
    // A position after the link selects one element only.
    if let next = rest.first, next.name == nil { return nil }
    self.link = link
    guard !rest.isEmpty else {
      switch condition {
      case .compare(_, .equal, .object(let key, _, _, _)) where key >= 0: targets = .row(key)
      case .member(.object(let key, _, _, _), of: _) where key >= 0: targets = .row(key)
      default: return nil
      }
      return
    }
    guard let target = core.target(entity, ordinal), let inner = condition.replacingPath(rest), !condition.mayMatchNull(target, core) else {
      return nil
    }
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
    if let search, search.isExact, !core.session.isWriting, let found = search.run(target, core, &budget) { return found.keys }
    // The scan tests these rows as well, and others.
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

extension Condition {
  /// The path of a condition on one value, or on several values of which some must match; otherwise nil.
  var path: Path? {
    switch self {
    case .compare(let path, _, _), .oneOf(let path, _, _), .text(let path, _, _, _), .like(let path, _, _), .kind(let path, _),
      .truth(let path, _), .member(_, of: let path):
      path
    case .constant, .comparePaths, .values, .sequence, .within, .count, .match, .expressions, .joined: nil
    }
  }

  func replacingPath(_ path: Path) -> Condition? {
    switch self {
    case .compare(_, let comparison, let constant): .compare(path, comparison, constant)
    case .oneOf(_, let constants, let ignoresCase): .oneOf(path, constants, ignoresCase: ignoresCase)
    case .text(_, let match, let text, let ignoresCase): .text(path, match, text, ignoresCase: ignoresCase)
    case .like(_, let pattern, let ignoresCase): .like(path, pattern, ignoresCase: ignoresCase)
    case .kind(_, let tags): .kind(path, tags)
    case .truth(_, let value): .truth(path, value)
    case .member(let constant, of: _): .member(constant, of: path)
    case .constant, .comparePaths, .values, .sequence, .within, .count, .match, .expressions, .joined: nil
    }
  }

  /// Returns whether the condition may hold for null in place of the value. Conservative: true if unknown.
  func mayMatchNull(_ entity: _Entity, _ core: _RealmCore) -> Bool {
    switch self {
    case .compare(_, .equal, let constant): constant.isNull
    case .compare(_, .less, let constant), .compare(_, .lessOrEqual, let constant):
      // Null sorts before all text and bytes.
      constant.isNull || constant.isTextOrBytes
    case .compare(_, .greater, let constant), .compare(_, .greaterOrEqual, let constant): constant.isNull
    case .oneOf(_, let constants, _): constants.contains(where: \.isNull)
    case .member(let constant, of: _): constant.isNull
    case .text, .truth: false
    default: true
    }
  }
}

extension QueryConstant {
  var isNull: Bool { if case .null = self { true } else { false } }
  fileprivate var isTextOrBytes: Bool {
    switch self {
    case .string, .data, .bytes: true
    default: false
    }
  }
}
