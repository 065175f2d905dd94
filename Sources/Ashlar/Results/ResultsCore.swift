import AshlarSchema
import AshlarStore

/// What a results value refers to: where rows come from, the condition, the order, and what was computed from them.
///
/// Invariants: `keys`, `kept`, `rows`, `indexed`, `matches` and `firstMatch` are right for `dataVersion` equal to the session's; nothing is computed
/// before it is asked for.
public nonisolated final class _ResultsCore {
  enum Source {
    case table
    case collection(_ManagedCollection)
    /// Elements that are no objects, by their positions; `entity` is the owner's.
    case values(_ManagedCollection, [ValueStep])
    case links(LinkingObjectsCore)
    /// What holds its elements itself; only aggregates and search work.
    case unmanaged(_CollectionBase)
    case nothing
  }

  let core: _RealmCore?
  let source: Source
  let entity: _Entity
  // Conditions; bound to columns when they are first evaluated, unless that could fail.
  @exclusivity(unchecked) private var predicate: Predicate?
  private let unbound: Condition?
  // Of a condition that one look-up in an index, or a few, answer as a whole.
  private let probe: IndexProbe?
  // How indexes find the rows, once it is known; the inner optional is nil if none does.
  @exclusivity(unchecked) private var search: RowSearch??
  let arrangement: Arrangement
  private let invalidAfter: Int
  // What was done to the source before the last step, and that.
  private let earlier: [Step]
  private let last: Step?
  // Of frozen results: everything is computed once, on whichever thread comes first.
  private let lock: ThreadLock?
  @exclusivity(unchecked) private var keys: [Int64]?
  // The rows as an observer keeps them, who brings them up to date before anybody is told of a new version.
  @exclusivity(unchecked) private var kept: RowOrder?
  // Of an order of which only the first rows were asked for.
  @exclusivity(unchecked) private var firstKeys: [Int64]?
  @exclusivity(unchecked) private var rows: MatchedRows?
  // What indexes found, once it is known; the inner optional is nil if looking at all rows takes less time.
  @exclusivity(unchecked) private var indexed: [Int64]??
  // The tables that the rows depend on, once that is known.
  @exclusivity(unchecked) private var tables: [Int]?
  @exclusivity(unchecked) private var matches: Int?
  // The first match, once it is known: the inner optional is nil if there is no match.
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

  /// What was done to the source, in order.
  var steps: [Step] { last.map { earlier + [$0] } ?? earlier }

  /// What of these fulfils a condition.
  @usableFromInline func filtered(_ query: Query<Bool>) -> _ResultsCore { filtered(query.condition()) }

  func filtered(_ condition: Condition) -> _ResultsCore {
    requireRealm()
    guard let core else { return self }
    core.checkConfinement("collection")
    if arrangement.isLimited {
      misuse(.query("Results that are limited cannot be filtered: call 'where' or 'filter' before 'limited' and 'page'."))
    }
    let probe = hasCondition ? nil : IndexProbe(leaf: condition, entity, core).flatMap { $0.isWhole ? $0 : nil }
    // What is only looked up in an index needs no columns, and can be bound.
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

  /// Conditions and orders are those of stored collections.
  func requireRealm() {
    if let collection = unmanaged { misuse(.unmanagedCollection(kind: Swift.type(of: collection)._kindName)) }
  }

  /// These, and then a step.
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
    // A commit that changed no row that this depends on leaves it as it is.
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

  // Those that rows come from, and those that conditions and orders look at.
  private func readTables(_ core: _RealmCore) -> [Int] {
    if let tables { return tables }
    var found = Set([entity.ordinal]).union(arrangement.tables)
    for case .filtered(let condition) in steps { found.formUnion(condition.tables(entity, core)) }
    let all = Array(found)
    tables = all
    return all
  }

  /// All conditions as one.
  var condition: Condition? {
    var joined: Condition?
    for case .filtered(let condition) in steps { joined = joined.map { .and($0, condition) } ?? condition }
    return joined
  }

  /// How indexes find rows that fulfil the condition, or a part of it.
  func rowSearch(_ core: _RealmCore) -> RowSearch? {
    if let search { return search }
    let found = condition.flatMap { RowSearch($0, entity, core) }
    search = .some(found)
    return found
  }

  // The rows that match, ascending, as indexes find them; nil where looking at all rows takes less time.
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

  // What was computed holds until something changes, which a write that stores by itself must be made to tell.
  private func stamp(_ core: _RealmCore) {
    core.session.armWriteDetection()
    computedAt = core.session.dataVersion
  }

  @inline(__always)
  private func exclusively<Result>(_ body: () -> Result) -> Result {
    guard let lock else { return body() }
    return lock.withLock(body)
  }

  /// How many objects there are.
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

  // How many rows there are in front of any arrangement; nil where they are best counted by finding them.
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

  /// Whether there are no objects. Where a condition has to be evaluated, no further than the first object.
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

  // Of rows in the order of the table, which a condition chooses. When none of the first ones matches, indexes are asked; then all are
  // tested: that is faster a row, and what is found is good for all other questions.
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

  // All rows of the table that match.
  private func scan(_ core: _RealmCore, _ body: (ScannedCluster, ClusterBits) -> Void) {
    if let predicate = boundPredicate(core) { return predicate.scan(entity.ordinal, core, body) }
    core.scan(entity.ordinal) { cluster in
      let bits = cluster.liveness
      if !bits.isEmpty { body(cluster, bits) }
    }
  }

  /// The keys in order; computed once for each version of the data.
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

  // Rows as bits, where their order is that of the table and no index knows better.
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

  /// The rows that the conditions leave, in the order of the source.
  func rowsInFront() -> [Int64] {
    guard let core else { return [] }
    return exclusively {
      prepare(core)
      return unordered(core)
    }
  }

  /// Which of some rows of the table fulfil the conditions, in the order given.
  func matching(_ candidates: [Int64]) -> [Int64] {
    guard let core, let predicate = boundPredicate(core) else { return candidates }
    return matching(predicate, candidates, core)
  }

  /// The rows now, which were found out by bringing those of before up to date. They change only after a write, which makes them count no more.
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

  // The rows of an observer, where these are those.
  private func keptRows(_ core: _RealmCore) -> RowOrder? {
    if kept == nil || keys != nil { return nil }
    prepare(core)
    return keys == nil ? kept : nil
  }

  /// Which of some rows match, in the order given. Neighbours that ascend are evaluated together.
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

  // Rows a cluster at a time, in the order given: neighbours that ascend come together.
  private func forEachRun(of keys: [Int64], _ core: _RealmCore, _ body: (ScannedCluster, ClusterBits) -> Void) {
    guard var finder = RowFinder(entity.ordinal, core) else { return }
    // Headers of clusters are asked for as many rows before they are read.
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

  // Of an order, the first rows are had without sorting the others.
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

  // The first rows of an order, as far as no list of all of them is there or can be had from an index.
  private func scannedFirst(_ core: _RealmCore, _ most: Int?) -> [Int64]? {
    guard case .table = source, rows == nil, let wanted = arrangement.onlyFirst(most), indexedRows(core) == nil else { return nil }
    return wanted.order.firstScanned(wanted.offset + wanted.count) { scan(core, $0) }.map { Array($0.dropFirst(wanted.offset)) }
  }

  // A page in the order of the table: clusters are looked at from the row on that it follows, until it is full.
  private func scannedDistinct(_ core: _RealmCore) -> [Int64]? {
    guard case .table = source, rows == nil, let distinct = arrangement.onlyDistinct, indexedRows(core) == nil else { return nil }
    return distinct.firstScanned { scan(core, $0) }
  }

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

  /// The key at a position.
  func key(_ position: Int) -> Int64 {
    if position < 0 { misuse(.negativeIndex(name: "index")) }
    // A table needs no list of keys.
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

  /// The rows that match, a cluster at a time where order does not matter, else one by one.
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
