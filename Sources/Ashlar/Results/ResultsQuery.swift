import AshlarSchema
import AshlarStore

/// The definition of results: the source of the rows, the conditions, and the arrangement. A query reads no rows and never changes.
///
/// Invariants: `filter` is `.none` if and only if no step is a condition; `arrangement` contains the other steps in their order.
struct ResultsQuery {
  enum Source {
    case table
    case collection(_ManagedCollection)
    /// Elements that are not objects, identified by position; `entity` is that of the owner.
    case values(_ManagedCollection, [ValueStep])
    case links(LinkingObjectsCore)
    /// An unmanaged collection; only aggregates and search are supported.
    case unmanaged(_CollectionBase)
    case nothing
  }

  /// A step that was applied to the source, recorded so that it can be repeated in another Realm.
  enum Step {
    case filtered(Condition)
    case sorted([SortDescriptor])
    case distinct([String])
    case limited(RowLimit)
    case page(PageOfRows)
  }

  /// How the conditions are evaluated.
  enum Filter {
    /// No condition: all rows of the source match.
    case none
    /// One condition, which one or a few look-ups in an index evaluate completely.
    case lookup(IndexProbe)
    /// One condition, which a search of the index of primary keys evaluates completely.
    case keys(KeyRange)
    case conditions

    /// Determines how the first condition of a query is evaluated.
    init(_ condition: Condition, _ entity: _Entity, _ core: _RealmCore) {
      if let probe = IndexProbe(leaf: condition, entity, core) {
        self = probe.isWhole ? .lookup(probe) : .conditions
      } else {
        self = KeyRange(whole: condition, entity).map { .keys($0) } ?? .conditions
      }
    }
  }

  let source: Source
  let entity: _Entity
  let filter: Filter
  let arrangement: Arrangement
  // The steps before the last one, and the last one.
  private let earlier: [Step]
  private let last: Step?
  /// Whether the results are all rows of a table, in its order.
  let isWholeTable: Bool

  @inline(__always)
  private init(_ source: Source, _ entity: _Entity, _ filter: Filter, _ arrangement: Arrangement, after earlier: [Step], _ last: Step?) {
    self.source = source
    self.entity = entity
    self.filter = filter
    self.arrangement = arrangement
    self.earlier = earlier
    self.last = last
    if case .table = source, case .none = filter { isWholeTable = arrangement.isEmpty } else { isWholeTable = false }
  }

  /// Creates a query for all rows of a source.
  @inline(__always)
  init(_ source: Source, _ entity: _Entity) { self.init(source, entity, .none, Arrangement(), after: [], nil) }

  /// Returns the query with a further condition. `filter` states how all conditions are evaluated.
  @inline(__always)
  func filtered(_ condition: Condition, _ filter: Filter) -> ResultsQuery {
    ResultsQuery(source, entity, filter, arrangement, after: steps, .filtered(condition))
  }

  /// Returns the query with a further step of its arrangement; `again` is the same step in the form that can be repeated in another Realm.
  func arranged(_ step: Arrangement.Step, _ again: Step) -> ResultsQuery {
    ResultsQuery(source, entity, filter, arrangement.then(step), after: steps, again)
  }

  /// The query without its conditions and arrangement.
  var unrestricted: ResultsQuery { ResultsQuery(source, entity) }

  /// The steps, in the order in which they were applied to the source.
  var steps: [Step] { last.map { earlier + [$0] } ?? earlier }

  /// Whether the source of the rows is a table, not a collection.
  @inline(__always)
  var isOfTable: Bool { if case .table = source { true } else { false } }

  @inline(__always)
  var hasCondition: Bool { if case .none = filter { false } else { true } }

  /// The look-ups that evaluate all conditions; nil if there is no condition, or if look-ups do not suffice.
  @inline(__always)
  var lookup: IndexProbe? { if case .lookup(let probe) = filter { probe } else { nil } }

  /// The range of primary keys that is equivalent to all conditions; nil if there is none.
  var keyRange: KeyRange? { if case .keys(let range) = filter { range } else { nil } }

  /// All conditions joined by AND; nil if there are none.
  var condition: Condition? {
    var joined: Condition?
    for case .filtered(let condition) in steps { joined = joined.map { .and($0, condition) } ?? condition }
    return joined
  }

  /// Returns the table of the rows, and the tables that conditions, sorting and DISTINCT read.
  func tables(_ core: _RealmCore) -> [Int] {
    var found = Set([entity.ordinal]).union(arrangement.tables)
    for case .filtered(let condition) in steps { found.formUnion(condition.tables(entity, core)) }
    return Array(found)
  }

  /// Checks the invariants of the type.
  func _checkInvariants() {
    var (conditions, others) = (0, 0)
    for step in steps { if case .filtered = step { conditions += 1 } else { others += 1 } }
    switch filter {
    case .none: assert(conditions == 0, "a query with a condition must have a filter")
    case .lookup, .keys: assert(conditions == 1, "a look-up must evaluate the only condition")
    case .conditions: assert(conditions > 0, "a query without a condition must have no filter")
    }
    // Consecutive sort steps are one step of the arrangement.
    assert(arrangement.steps.count <= others && arrangement.isEmpty == (others == 0), "an arrangement must have the steps of its query")
    assert(isWholeTable == (isOfTable && steps.isEmpty), "all rows of a table must have no steps")
  }
}

extension ResultsQuery.Source {
  /// The tables, apart from that of the rows, whose changes may add rows to the source or remove them; nil if changes of any table may.
  var tables: [Int]? {
    switch self {
    case .table: []
    case .collection(let list), .values(let list, _): [list.entity.ordinal]
    case .links(let links): links.link.isAny ? nil : [links.link.source, links.link.target]
    case .unmanaged, .nothing: nil
    }
  }

  /// Returns the same source in another Realm of the file; nil if the object that owns it does not exist there.
  func moved(to target: _RealmCore) -> ResultsQuery.Source? {
    switch self {
    case .table: .table
    case .nothing: .nothing
    case .unmanaged: nil
    case .collection(let collection): collection.moved(to: target).map { .collection($0) }
    case .values(let collection, let steps): collection.moved(to: target).map { .values($0, steps) }
    case .links(let links): links.moved(to: target).map { .links($0) }
    }
  }
}
