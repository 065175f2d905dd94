import AshlarSchema
import AshlarStore

/// The state of a results value: the query, the values derived from it (`binding`), and the cached rows. `ResultsRun` executes the query.
///
/// Invariants: the values in `cache` are valid while its version equals the session's `dataVersion`; each is computed when it is first
/// read. The values in `binding` are valid as long as the results exist.
public nonisolated final class _ResultsCore {
  typealias Source = ResultsQuery.Source
  typealias Step = ResultsQuery.Step

  let core: _RealmCore?
  let query: ResultsQuery
  private let invalidAfter: Int
  // A lock for frozen results, which are computed once, on the first thread that reads them; otherwise nil.
  let lock: ThreadLock?
  @exclusivity(unchecked) private(set) var binding: ResultsBinding
  @exclusivity(unchecked) var cache = ResultsCache()

  /// - Parameter predicate: The conditions of the query, bound to columns; may be nil only if the query has no conditions, or if an index
  ///   evaluates its only condition.
  @inline(__always)
  init(core: _RealmCore?, query: ResultsQuery, _ predicate: Predicate? = nil) {
    self.core = core
    self.query = query
    binding = ResultsBinding(predicate)
    lock = core?.isFrozen == true ? ThreadLock() : nil
    invalidAfter = core?.invalidations ?? 0
  }

  convenience init(core: _RealmCore?, source: Source, entity: _Entity) { self.init(core: core, query: ResultsQuery(source, entity)) }

  var source: Source { query.source }
  var entity: _Entity { query.entity }
  var arrangement: Arrangement { query.arrangement }
  var steps: [Step] { query.steps }

  // MARK: - Validity

  var isInvalidated: Bool {
    guard let core else { return false }
    core.checkPlace("collection")
    if core.invalidations != invalidAfter { return true }
    switch source {
    case .collection(let collection), .values(let collection, _): return !collection.isValid
    case .links(let links): return !links.isValid
    case .table, .unmanaged, .nothing: return false
    }
  }

  /// Verifies the caller's thread, and discards cached values that are no longer valid. Must be called before every use of `cache`.
  @inline(__always)
  func prepare(_ core: _RealmCore) {
    if core.isUnverified { verify(core) }
    if core.invalidations != invalidAfter { misuse(.value("Access to invalidated Results objects")) }
    if cache.version != core.session.dataVersion { outdate(core) }
  }

  /// Tracks a read of rows that are cached elsewhere. Other reads are tracked by `prepare`.
  func track() {
    if let core, core.tracker != nil { verify(core) }
  }

  @inline(never)
  private func verify(_ core: _RealmCore) {
    core.checkConfinement("collection")
    guard let tracker = core.tracker else { return }
    if query.isWholeTable { return tracker.read(entity.ordinal, .rows) }
    for table in readTables(core) { tracker.read(table, .contents) }
    if case .collection(let collection) = source { collection.track() }
  }

  @inline(never)
  private func outdate(_ core: _RealmCore) {
    if core.tracker == nil { UntrackedReads.examine(core, entity) }
    let known = cache.version
    if known == 0 { return }
    // A commit that changed no row of these tables leaves the cached values valid.
    if let source = query.source.tables, core.session.isUnchanged(source, since: known),
      core.session.isUnchanged(readTables(core), since: known)
    {
      cache.carry(to: core.session.dataVersion)
    } else {
      cache.clear()
    }
  }

  /// Returns the version of the data for which a value that was just computed is valid. Within a write, accessors write to cells directly,
  /// so write detection must be armed to report the next change.
  func currentVersion(_ core: _RealmCore) -> UInt64 {
    core.session.armWriteDetection()
    return core.session.dataVersion
  }

  /// Runs `body`; for frozen results, no other thread runs such a closure at the same time.
  @inline(__always)
  func exclusively<Result>(_ body: () -> Result) -> Result {
    guard let lock else { return body() }
    return lock.withLock(body)
  }

  // MARK: - Binding

  /// Returns the conditions, bound to columns; nil if there are none.
  func boundPredicate(_ core: _RealmCore) -> Predicate? {
    if let predicate = binding.predicate { return predicate }
    switch query.filter {
    case .lookup, .keys: break
    // Other conditions are bound when they are added.
    case .none, .conditions: return nil
    }
    guard let condition = query.condition else { return nil }
    let bound = Predicate(condition, entity, core)
    binding.store(bound)
    return bound
  }

  /// Returns the index searches that find rows matching the conditions or a part of them; nil if no index is usable.
  func rowSearch(_ core: _RealmCore) -> RowSearch? {
    switch binding.search {
    case .found(let search): return search
    case .absent: return nil
    case .unknown: break
    }
    let found = query.condition.flatMap { RowSearch($0, entity, core) }
    binding.store(search: found)
    return found
  }

  func store(order found: IndexOrder?) { binding.store(order: found) }

  private func readTables(_ core: _RealmCore) -> [Int] {
    if let tables = binding.tables { return tables }
    let found = query.tables(core)
    binding.store(tables: found)
    return found
  }

  @inline(__always)
  func run(_ core: _RealmCore) -> ResultsRun { ResultsRun(entity: entity, core: core, predicate: boundPredicate(core)) }

  /// Checks the invariants of the type. Complexity: O(n).
  func _checkInvariants() {
    query._checkInvariants()
    binding._checkInvariants(query)
    cache._checkContents()
    assert(core != nil || cache.version == 0, "values without a Realm must not be cached")
    assert(query.hasCondition || cache.first.isUnknown && cache.indexed.isUnknown, "only conditions must be searched for")
    assert(query.isOfTable || cache.first.isUnknown && cache.indexed.isUnknown, "only tables must be searched")
    assert(!query.isWholeTable || cache.matches == nil, "the rows of a table must be counted by the table")
    switch cache.rows {
    case .unknown: break
    case .start:
      var isLinks = false
      if case .links = source, arrangement.isEmpty, !query.hasCondition { isLinks = true }
      assert(isLinks || arrangement.endsSorted, "first rows must be those of an order, or linking objects")
    case .bits: assert(query.isOfTable && query.hasCondition && arrangement.isEmpty, "bits must be matching rows in the order of a table")
    case .keys(let keys):
      if query.isOfTable, arrangement.isEmpty { assert(keys.isStrictlyAscending, "keys must be in the order of their table") }
    case .observed: assert(lock == nil, "frozen results must have no observer")
    }
    if let count = cache.rows.count, let matches = cache.matches, arrangement.isCountable {
      assert(count == arrangement.count(of: matches), "rows must be as many as were counted")
    }
  }
}
