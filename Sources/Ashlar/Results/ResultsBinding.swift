import AshlarStore

/// Values that results derive from their query when they are first needed, and reuse for every version of the data.
///
/// Each value is stored once. No mutating method takes a closure or calls into the Realm, so accesses to the struct never overlap.
struct ResultsBinding {
  /// The conditions, bound to columns; nil if the query has no condition, or if an index evaluates the only condition and the condition has
  /// not been bound yet.
  private(set) var predicate: Predicate?
  /// The index searches that find rows matching the conditions or a part of them.
  private(set) var search = KnownValue<RowSearch>.unknown
  /// The read of an index that replaces the sort.
  private(set) var order = KnownValue<IndexOrder>.unknown
  /// The tables that the rows depend on; nil until they are first needed.
  private(set) var tables: [Int]?

  init(_ predicate: Predicate?) { self.predicate = predicate }

  mutating func store(_ bound: Predicate) {
    assert(predicate == nil, "a condition must be bound once")
    predicate = bound
  }

  mutating func store(search found: RowSearch?) {
    assert(search.isUnknown, "a search must be planned once")
    search = KnownValue(found)
  }

  mutating func store(order found: IndexOrder?) {
    assert(order.isUnknown, "an order must be planned once")
    order = KnownValue(found)
  }

  mutating func store(tables found: [Int]) {
    assert(tables == nil, "tables must be determined once")
    tables = found
  }

  /// Checks that the values are consistent with a query.
  func _checkInvariants(_ query: ResultsQuery) {
    switch query.filter {
    case .none: assert(predicate == nil, "a predicate must have a condition")
    case .lookup, .keys: break
    case .conditions: assert(predicate != nil, "conditions must be bound when they are added")
    }
    if case .found = search { assert(query.hasCondition, "a search must have a condition") }
    assert(tables.map { $0.contains(query.entity.ordinal) } ?? true, "rows must depend on their own table")
  }
}
