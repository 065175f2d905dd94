import AshlarSchema
import AshlarStore

/// The paths of the properties that determine which rows results contain and in which order: those of conditions, orders and DISTINCT. The
/// paths of subqueries continue those of their collections.
struct QueryPaths {
  /// The paths from a row of the results to the properties.
  private(set) var all: [[ObservedPaths.Hop]] = []

  init(_ query: ResultsQuery, _ core: _RealmCore) {
    for case .filtered(let condition) in query.steps { add(condition, query.entity, core) }
    for step in query.arrangement.steps {
      switch step {
      case .sorted(let order): for term in order.terms { all.append(QueryPaths.hops(term.path, query.entity, core)) }
      case .distinct(let rows): for path in rows.paths { all.append(QueryPaths.hops(path, query.entity, core)) }
      case .limited, .page: break
      }
    }
  }

  // Subqueries are nested at most `PredicateParser.deepestSubquery` deep.
  private mutating func add(_ condition: Condition, _ entity: _Entity, _ core: _RealmCore, behind start: [ObservedPaths.Hop] = []) {
    // An empty path denotes the object itself.
    for path in condition.paths where !path.isEmpty {
      all.append(start + QueryPaths.hops(PropertyPath(path, entity, core) { misuse(.query($0)) }, entity, core))
    }
    for (path, inner) in condition.subqueries {
      let collection = PropertyPath(path, entity, core) { misuse(.query($0)) }
      guard let target = core.target(collection.entity, collection.column) else { continue }
      add(inner, target, core, behind: start + QueryPaths.hops(collection, entity, core))
    }
  }

  private static func hops(_ path: PropertyPath, _ root: _Entity, _ core: _RealmCore) -> [ObservedPaths.Hop] {
    var hops: [ObservedPaths.Hop] = []
    var entity = root
    for step in path.steps {
      let next: Int
      switch step {
      case .link(let column, let target), .elements(let column, _, let target), .entry(let column, _, _, let target):
        hops.append(ObservedPaths.Hop(entity: entity, ordinal: column, link: core.link(entity.ordinal, column), isOrigin: false))
        next = target
      case .origins(let link):
        hops.append(ObservedPaths.Hop(entity: entity, ordinal: -1, link: link, isOrigin: true))
        next = link.source
      }
      entity = core.entity(next) ?? entity
    }
    let isOrigin = path.property.collection == .linkingObjects
    let link = isOrigin ? core.origin(path.entity, path.column) : core.link(path.entity.ordinal, path.column)
    hops.append(ObservedPaths.Hop(entity: path.entity, ordinal: path.column, link: link, isOrigin: isOrigin))
    return hops
  }

  /// Whether changes at the ends of the paths can be followed backward, which is impossible through linking objects and through properties
  /// without a link column.
  var canBeFollowedBackward: Bool {
    all.allSatisfy { path in !path.contains(where: \.isOrigin) && path.dropLast().allSatisfy { $0.link != nil } }
  }

  /// Returns the rows from which a change is reachable along a path that follows links. Requires `canBeFollowedBackward`. See
  /// `ObservedPaths.rows`.
  func linkedRows(_ changes: ChangeSet, _ core: _RealmCore, observed: () -> [Int64]) -> ReachedRows {
    var found = ReachedRows()
    for path in all where path.count > 1 {
      let walk = PathWalk(path, changes, core)
      if !walk.isConcerned { continue }
      let reached = walk.backwards(observed)
      if reached.isAll { return reached }
      found.keys.formUnion(reached.keys)
    }
    return found
  }
}
