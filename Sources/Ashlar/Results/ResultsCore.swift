import AshlarSchema
import AshlarStore

/// The state behind a results value: the source of the rows, the condition, the arrangement, and the cached rows.
///
/// Invariants: `keys`, `kept`, `rows`, `indexed`, `matches` and `firstMatch` are valid while `computedAt` equals the session's
/// `dataVersion`; each is computed when it is first read.
public nonisolated final class _ResultsCore {
  enum Source {
    case table
    case collection(_ManagedCollection)
    /// Elements that are not objects, by position; `entity` is the owner's.
    case values(_ManagedCollection, [ValueStep])
    case links(LinkingObjectsCore)
    /// An unmanaged collection; only aggregates and search are supported.
    case unmanaged(_CollectionBase)
    case nothing
  }

  let core: _RealmCore?
  let source: Source
  let entity: _Entity
  // The condition, bound to columns when it is first evaluated, unless binding could fail.
  @exclusivity(unchecked) private var predicate: Predicate?
  private let unbound: Condition?
  // Set if one or a few index look-ups evaluate the whole condition.
  private let probe: IndexProbe?
  // How indexes find the rows. The outer optional is nil until that is known; the inner one is nil if no index can.
  @exclusivity(unchecked) private var search: RowSearch??
  let arrangement: Arrangement
  private let invalidAfter: Int
  // The steps before the last one, and the last one.
  private let earlier: [Step]
  private let last: Step?
  // Set for frozen results, which are computed once, on the first thread that reads them.
  private let lock: ThreadLock?
  @exclusivity(unchecked) private var keys: [Int64]?
  // The rows maintained by an observer, which updates them before any callback for a new version runs.
  @exclusivity(unchecked) private var kept: RowOrder?
  // The first rows of an order, cached if only they were read.
  @exclusivity(unchecked) private var firstKeys: [Int64]?
  @exclusivity(unchecked) private var rows: MatchedRows?
  // The rows that indexes found. The outer optional is nil until that is known; the inner one is nil if a scan is cheaper.
  @exclusivity(unchecked) private var indexed: [Int64]??
  // The tables that the rows depend on, cached when first needed.
  @exclusivity(unchecked) private var tables: [Int]?
  @exclusivity(unchecked) private var matches: Int?
  // The first match. The outer optional is nil until it is known; the inner one is nil if there is no match.
  @exclusivity(unchecked) private var firstMatch: Int64??
  @exclusivity(unchecked) private var computedAt: UInt64 = 0

  init(
    core: _RealmCore?, source: Source, entity: _Entity, predicate: Predicate? = nil, unbound: Condition? = nil, probe: IndexProbe? = nil,
    arrangement: Arrangement = Arrangement(), after earlier: [Step] = [], _ last: Step? = nil
  ) {
    self.core = core
    self.source = source
    self.entity = entity
    self.predicate = predicate
    self.unbound = unbound
    self.probe = probe
    self.arrangement = arrangement
    self.earlier = earlier
    self.last = last
    lock = core?.isFrozen == true ? ThreadLock() : nil
    invalidAfter = core?.invalidations ?? 0
  }

  /// The steps that were applied to the source, in order.
  var steps: [Step] { last.map { earlier + [$0] } ?? earlier }

  /// Returns these results with a further condition.
  @usableFromInline func filtered(_ query: Query<Bool>) -> _ResultsCore { filtered(query.condition()) }

  func filtered(_ condition: Condition) -> _ResultsCore {
    requireRealm()
    guard let core else { return self }
    core.checkConfinement("collection")
    if arrangement.isLimited {
      misuse(.query("Results that are limited cannot be filtered: call 'where' or 'filter' before 'limited' and 'page'."))
    }
    let probe = hasCondition ? nil : IndexProbe(leaf: condition, entity, core).flatMap { $0.isWhole ? $0 : nil }
    // An index look-up needs no columns, so the condition can be bound later.
    if let probe, !core.isFrozen {
      return _ResultsCore(
        core: core, source: source, entity: entity, unbound: condition, probe: probe, arrangement: arrangement, after: steps,
        .filtered(condition))
    }
    let added = Predicate(condition, entity, core)
    return _ResultsCore(
      core: core, source: source, entity: entity, predicate: boundPredicate(core)?.and(added) ?? added,
      probe: probe, arrangement: arrangement, after: steps, .filtered(condition))
  }

  private var hasCondition: Bool { predicate != nil || unbound != nil }

  func boundPredicate(_ core: _RealmCore) -> Predicate? {
    guard predicate == nil, let unbound else { return predicate }
    let bound = Predicate(unbound, entity, core)
    predicate = bound
    return bound
  }

  /// Stops the program for unmanaged collections, which support neither conditions nor orders.
  func requireRealm() {
    if let collection = unmanaged { misuse(.unmanagedCollection(kind: Swift.type(of: collection)._kindName)) }
  }

  /// Returns these results with a further step.
  func arranged(_ step: Arrangement.Step, _ again: Step) -> _ResultsCore {
    _ResultsCore(
      core: core, source: source, entity: entity, predicate: predicate, unbound: unbound, probe: probe,
      arrangement: arrangement.then(step), after: steps, again)
  }

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

  @inline(__always)
  private func prepare(_ core: _RealmCore) {
    if core.isUnverified { verify(core) }
    if core.invalidations != invalidAfter { misuse(.value("Access to invalidated Results objects")) }
    if computedAt != core.session.dataVersion { outdate(core) }
  }

  @inline(never)
  private func verify(_ core: _RealmCore) {
    core.checkConfinement("collection")
    guard let tracker = core.tracker else { return }
    if case .table = source, !hasCondition, arrangement.isEmpty { return tracker.read(entity.ordinal, .rows) }
    for table in readTables(core) { tracker.read(table, .contents) }
  }

  @inline(never)
  private func outdate(_ core: _RealmCore) {
    // A commit that changed no row of these tables leaves the cached rows valid.
    if computedAt != 0, let tables = dependencies(core), core.session.isUnchanged(tables, since: computedAt) {
      computedAt = core.session.dataVersion
      return
    }
    keys = nil
    kept = nil
    firstKeys = nil
    rows = nil
    indexed = nil
    matches = nil
    firstMatch = nil
  }

  private func dependencies(_ core: _RealmCore) -> [Int]? {
    if case .table = source { readTables(core) } else { nil }
  }

  // The tables that rows come from, and those that conditions and orders read.
  private func readTables(_ core: _RealmCore) -> [Int] {
    if let tables { return tables }
    var found = Set([entity.ordinal]).union(arrangement.tables)
    for case .filtered(let condition) in steps { found.formUnion(condition.tables(entity, core)) }
    let all = Array(found)
    tables = all
    return all
  }

  /// All conditions joined by AND; nil without conditions.
  var condition: Condition? {
    var joined: Condition?
    for case .filtered(let condition) in steps { joined = joined.map { .and($0, condition) } ?? condition }
    return joined
  }

  /// Returns how indexes find rows that match the condition or a part of it.
  func rowSearch(_ core: _RealmCore) -> RowSearch? {
    if let search { return search }
    let found = condition.flatMap { RowSearch($0, entity, core) }
    search = .some(found)
    return found
  }

  // Returns the keys of the matching rows in ascending order, found by indexes; nil if a scan is cheaper.
  private func indexedRows(_ core: _RealmCore) -> [Int64]? {
    guard case .table = source, hasCondition else { return nil }
    if let indexed { return indexed }
    let found: [Int64]?
    if let probe, probe.isUseful(entity, core) {
      found = probe.rows(entity, core)
    } else if let predicate = boundPredicate(core),
      let candidates = RowPlan(predicate, entity, core).candidates({ rowSearch(core) })
    {
      found = candidates.isExact ? candidates.keys : matching(predicate, candidates.keys, core)
    } else {
      found = nil
    }
    indexed = .some(found)
    stamp(core)
    return found
  }

  // Marks the cache as valid for this version of the data. Within a write, accessors store directly, so write detection must be armed to
  // report the next change.
  private func stamp(_ core: _RealmCore) {
    core.session.armWriteDetection()
    computedAt = core.session.dataVersion
  }

  @inline(__always)
  private func exclusively<Result>(_ body: () -> Result) -> Result {
    guard let lock else { return body() }
    return lock.withLock(body)
  }

  /// The number of objects.
  var count: Int { exclusively { computedCount() } }

  private func computedCount() -> Int {
    guard let core else { return 0 }
    prepare(core)
    if case .table = source, !hasCondition, arrangement.isEmpty { return core.session.count(entity.ordinal) }
    if let kept { return kept.count }
    if let keys { return keys.count }
    guard arrangement.isCountable, let rows = unarrangedCount(core) else { return computedKeys(core).count }
    return arrangement.count(of: rows)
  }

  // Returns the number of rows before any arrangement; nil if finding the rows is the cheapest way to count them.
  private func unarrangedCount(_ core: _RealmCore) -> Int? {
    if let rows { return rows.count }
    if let matches { return matches }
    if case .table = source, !hasCondition { return core.session.count(entity.ordinal) }
    if case .links(let links) = source, !hasCondition {
      let count = links.count()
      matches = count
      stamp(core)
      return count
    }
    guard case .table = source else { return nil }
    let found: Int
    if let probe, probe.isUseful(entity, core) {
      found = probe.count(entity, core)
    } else if let indexed = indexedRows(core) {
      found = indexed.count
    } else {
      var total = 0
      scan(core) { _, bits in total += bits.count }
      found = total
    }
    matches = found
    stamp(core)
    return found
  }

  /// Whether there are no objects. A condition is evaluated only up to the first match.
  var isEmpty: Bool {
    exclusively {
      guard let core, case .table = source, hasCondition, arrangement.keepsCount else { return computedCount() == 0 }
      prepare(core)
      if keys != nil || kept != nil || rows != nil || matches != nil || probe?.isUseful(entity, core) == true {
        return computedCount() == 0
      }
      return computedFirst(core) == nil
    }
  }

  // Finds the first matching row in the order of the table. If the first clusters contain none, indexes are searched, and then all rows are
  // tested: that is cheaper per row, and the result can be reused for all other reads.
  private func computedFirst(_ core: _RealmCore) -> Int64? {
    if let known = firstMatch { return known }
    var found = rows?.words.first.map { $0.firstKey + Int64($0.bits.trailingZeroBitCount) }
    if rows == nil, let predicate = boundPredicate(core) {
      let steps = ScanSteps(predicate)
      let hasAll = core.scanFirst(entity.ordinal, clusters: rowSearch(core) == nil ? 64 : 4) { cluster in
        var bits = cluster.liveness
        _ = steps.begin(cluster, &bits)
        steps.finish(cluster, &bits)
        if let word = (0..<4).first(where: { bits[$0] != 0 }) {
          found = cluster.firstKey + Int64(word * 64 + bits[word].trailingZeroBitCount)
        }
        return found == nil
      }
      if !hasAll, found == nil {
        found =
          indexedRows(core).map(\.first)
          ?? computedRows(core)?.words.first.map { $0.firstKey + Int64($0.bits.trailingZeroBitCount) }
      }
    }
    firstMatch = .some(found)
    stamp(core)
    return found
  }

  // Scans all matching rows of the table.
  private func scan(_ core: _RealmCore, _ body: (ScannedCluster, ClusterBits) -> Void) {
    if let predicate = boundPredicate(core) { return predicate.scan(entity.ordinal, core, body) }
    core.scan(entity.ordinal) { cluster in
      let bits = cluster.liveness
      if !bits.isEmpty { body(cluster, bits) }
    }
  }

  /// Returns the keys in order; computed once for each version of the data.
  func computedKeys() -> [Int64] {
    guard let core else { return [] }
    return exclusively {
      prepare(core)
      return computedKeys(core)
    }
  }

  private func computedKeys(_ core: _RealmCore) -> [Int64] {
    if let keys { return keys }
    if let kept {
      let found = kept.keys
      keys = found
      return found
    }
    let found = pageOfTable(core) ?? scannedFirst(core, nil) ?? scannedDistinct(core) ?? arrangement.applied(to: unordered(core))
    keys = found
    stamp(core)
    return found
  }

  // Returns the rows as bits if they are in the order of the table and no index finds them faster; otherwise nil.
  private func computedRows(_ core: _RealmCore) -> MatchedRows? {
    guard case .table = source, hasCondition, arrangement.isEmpty, keys == nil, kept == nil else { return nil }
    if let rows { return rows }
    if indexedRows(core) != nil { return nil }
    let found = scannedRows(core)
    rows = found
    stamp(core)
    return found
  }

  private func scannedRows(_ core: _RealmCore) -> MatchedRows {
    var found = MatchedRows()
    scan(core) { cluster, bits in found.append(bits, from: cluster.firstKey) }
    return found
  }

  private func unordered(_ core: _RealmCore) -> [Int64] {
    let candidates: [Int64]
    switch source {
    case .nothing, .unmanaged: return []
    case .table:
      guard hasCondition else { return core.reading { try core.session.liveKeys(entity.ordinal) } }
      return rows?.keys ?? indexedRows(core) ?? scannedRows(core).keys
    case .collection(let collection): candidates = collection.keys()
    case .values(let collection, let steps): return collection.positions(steps)
    case .links(let links): candidates = links.keys()
    }
    guard let predicate = boundPredicate(core) else { return candidates }
    return matching(predicate, candidates, core)
  }

  /// Returns the rows that match the conditions, before any arrangement, in the order of the source.
  func rowsInFront() -> [Int64] {
    guard let core else { return [] }
    return exclusively {
      prepare(core)
      return unordered(core)
    }
  }

  /// Returns the rows that match the conditions, in the order given.
  func matching(_ candidates: [Int64]) -> [Int64] {
    guard let core, let predicate = boundPredicate(core) else { return candidates }
    return matching(predicate, candidates, core)
  }

  /// Caches the current rows, which an observer computed by updating those of the previous version. A write that changes the data
  /// invalidates them.
  func keep(_ found: ObservedRows) {
    guard let core else { return }
    prepare(core)
    if let window = found.window {
      (keys, kept) = (window, nil)
    } else {
      (keys, kept) = (nil, found.unlimited)
    }
    stamp(core)
  }

  // The rows of an observer, if they are the current rows.
  private func keptRows(_ core: _RealmCore) -> RowOrder? {
    if kept == nil || keys != nil { return nil }
    prepare(core)
    return keys == nil ? kept : nil
  }

  /// Returns the rows that match, in the order given. Consecutive ascending keys of the same cluster are evaluated together.
  func matching(_ predicate: Predicate, _ candidates: [Int64], _ core: _RealmCore) -> [Int64] {
    let steps = ScanSteps(predicate, ofChosen: true)
    var found: [Int64] = []
    withUnsafeTemporaryAllocation(of: ScanSteps.Begun.self, capacity: ScanSteps.Ring.capacity) { room in
      var ring = ScanSteps.Ring(steps, room)
      func take(_ cluster: ScannedCluster, _ bits: ClusterBits) { bits.forEach { found.append(cluster.firstKey + Int64($0)) } }
      forEachRun(of: candidates, core) { cluster, bits in ring.begin(cluster, bits, take) }
      ring.finish(take)
    }
    return found
  }

  // Calls `body` with rows a cluster at a time, in the order given: consecutive ascending keys of a cluster share a call.
  private func forEachRun(of keys: [Int64], _ core: _RealmCore, _ body: (ScannedCluster, ClusterBits) -> Void) {
    guard var finder = RowFinder(entity.ordinal, core) else { return }
    // Cluster headers are prefetched this many rows ahead.
    let lead = 32
    var cluster = finder.cluster
    var bits = ClusterBits.none
    var last: Int64 = -1
    for (index, key) in keys.enumerated() {
      if index + lead < keys.count { finder.ask(keys[index + lead]) }
      if key <= last || key >= cluster.firstKey + Int64(cluster.capacity) {
        if !bits.isEmpty { body(cluster, bits) }
        bits = .none
      }
      last = key
      guard let slot = finder.slot(of: key) else { continue }
      cluster = finder.cluster
      bits[slot >> 6] |= 1 << UInt64(slot & 63)
    }
    if !bits.isEmpty { body(cluster, bits) }
  }

  // Returns a key among the first rows of an order without sorting the others.
  private func firstKey(_ position: Int) -> Int64? {
    let most = 64
    guard let core, position < most, arrangement.endsSorted else { return nil }
    return exclusively {
      prepare(core)
      if keys != nil { return nil }
      if firstKeys == nil {
        firstKeys = scannedFirst(core, most) ?? arrangement.first(most, of: unordered(core))
        stamp(core)
      }
      return firstKeys.flatMap { position < $0.count ? $0[position] : nil }
    }
  }

  // Returns the first rows of an order by scanning; nil if all rows are cached or an index finds them.
  private func scannedFirst(_ core: _RealmCore, _ most: Int?) -> [Int64]? {
    guard case .table = source, rows == nil, let wanted = arrangement.onlyFirst(most), indexedRows(core) == nil else { return nil }
    return wanted.order.firstScanned(wanted.offset + wanted.count) { scan(core, $0) }.map { Array($0.dropFirst(wanted.offset)) }
  }

  private func scannedDistinct(_ core: _RealmCore) -> [Int64]? {
    guard case .table = source, rows == nil, let distinct = arrangement.onlyDistinct, indexedRows(core) == nil else { return nil }
    return distinct.firstScanned { scan(core, $0) }
  }

  // Returns a page in the order of the table: scans clusters from the row after `page.start` until the page is full.
  private func pageOfTable(_ core: _RealmCore) -> [Int64]? {
    guard case .table = source, let page = arrangement.onlyPage, indexedRows(core) == nil else { return nil }
    let steps = boundPredicate(core).map { ScanSteps($0) }
    let first = page.start.map { $0.key + 1 } ?? 0
    var found: [Int64] = []
    if page.size == 0 { return [] }
    core.scan(entity.ordinal, from: first) { cluster in
      var bits = cluster.liveness
      if cluster.firstKey < first { bits.removeRows(below: Int(first - cluster.firstKey)) }
      if let steps, !bits.isEmpty {
        _ = steps.begin(cluster, &bits)
        steps.finish(cluster, &bits)
      }
      bits.forEach { if found.count < page.size { found.append(cluster.firstKey + Int64($0)) } }
      return found.count < page.size
    }
    return found
  }

  /// Returns the key at a position.
  func key(_ position: Int) -> Int64 {
    if position < 0 { misuse(.negativeIndex(name: "index")) }
    // All rows of a table need no list of keys.
    if let core, case .table = source, !hasCondition, arrangement.isEmpty {
      exclusively { prepare(core) }
      let count = core.session.count(entity.ordinal)
      if position >= count { misuse(.indexOutOfBounds(index: position, count: count)) }
      if let key = core.reading({ () throws(StoreError) in try core.session.key(entity.ordinal, at: position) }) { return key }
    }
    if let core, let kept = keptRows(core) {
      if position >= kept.count { misuse(.indexOutOfBounds(index: position, count: kept.count)) }
      return kept.key(at: position)
    }
    if position == 0, let core, case .table = source, hasCondition, arrangement.isEmpty {
      let first: Int64? = exclusively {
        prepare(core)
        return self.keys == nil && probe?.isUseful(entity, core) != true ? computedFirst(core) : nil
      }
      if let first { return first }
    }
    if let first = firstKey(position) { return first }
    let keys = computedKeys()
    if position >= keys.count { misuse(.indexOutOfBounds(index: position, count: keys.count)) }
    return keys[position]
  }

  func index(of object: ObjectBase) -> Int? {
    guard let core, object._kind == .live, object._row.context == core.context, object._entity === entity, object._isValid()
    else {
      return nil
    }
    if case .table = source, !hasCondition, arrangement.isEmpty {
      return exclusively {
        prepare(core)
        return core.reading { () throws(StoreError) in try core.session.position(entity.ordinal, of: object._row.key) }
      }
    }
    if let kept = keptRows(core) { return kept.index(of: object._row.key) }
    return computedKeys().firstIndex(of: object._row.key)
  }

  func makeSource() -> IterationSource {
    guard let core else { return KeySource([], entity) }
    let matched = exclusively {
      prepare(core)
      return computedRows(core)
    }
    if case .table = source, arrangement.isEmpty, let table = core.session.table(entity.ordinal) {
      if let matched { return MatchSource(matched, table, entity) }
      if !hasCondition { return TableSource(core: core, table: table, entity: entity) }
    }
    return KeySource(computedKeys(), entity)
  }

  /// Calls `body` with the matching rows: a cluster at a time if the order is irrelevant, otherwise in order, with runs of ascending keys
  /// together.
  func forEachMatch(_ body: (ScannedCluster, ClusterBits) -> Void) {
    guard let core else { return }
    if case .table = source, arrangement.keepsCount {
      let indexed: [Int64]? = exclusively {
        prepare(core)
        return indexedRows(core)
      }
      if let indexed { return forEachRun(of: indexed, core, body) }
      scan(core, body)
      return
    }
    forEachRun(of: computedKeys(), core, body)
  }
}
