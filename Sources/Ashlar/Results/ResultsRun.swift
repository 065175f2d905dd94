import AshlarSchema
import AshlarStore

/// The execution of a query on a table: it scans the rows of the table, or tests rows that were found by other means. It caches nothing.
struct ResultsRun {
  let entity: _Entity
  let core: _RealmCore
  /// Nil if all rows match.
  let predicate: Predicate?

  /// Calls `body` for each cluster that contains matching rows, with these rows.
  /// - Parameter keepsClusters: Whether `body` may keep pointers into clusters.
  func scan(keepsClusters: Bool = true, _ body: (ScannedCluster, ClusterBits) -> Void) {
    if let predicate { return predicate.scan(entity.ordinal, core, keepsClusters: keepsClusters, body) }
    func take(_ cluster: ScannedCluster) {
      let bits = cluster.liveness
      if !bits.isEmpty { body(cluster, bits) }
    }
    if keepsClusters { core.scan(entity.ordinal, take) } else { core.scanOnce(entity.ordinal, take) }
  }

  func count() -> Int {
    var total = 0
    scan(keepsClusters: false) { _, bits in total += bits.count }
    return total
  }

  func rows() -> MatchedRows {
    var found = MatchedRows()
    scan(keepsClusters: false) { cluster, bits in found.append(bits, from: cluster.firstKey) }
    return found
  }

  /// Returns the first matching row in the first clusters; `.unknown` if they contain none and there are other clusters.
  func first(clusters: Int) -> KnownValue<Int64> {
    let steps = predicate.map { ScanSteps($0) }
    var found: Int64?
    let hasAll = core.scanFirst(entity.ordinal, clusters: clusters) { cluster in
      var bits = cluster.liveness
      if let steps {
        _ = steps.begin(cluster, &bits)
        steps.finish(cluster, &bits)
      }
      if let word = (0..<4).first(where: { bits[$0] != 0 }) {
        found = cluster.firstKey + Int64(word * 64 + bits[word].trailingZeroBitCount)
      }
      return found == nil
    }
    return found == nil && !hasAll ? .unknown : KnownValue(found)
  }

  /// Calls `body` with the last clusters of the table, at most `most`, that contain matching rows, with these rows.
  func scanLast(clusters most: Int, _ body: (ScannedCluster, ClusterBits) -> Void) {
    let steps = predicate.map { ScanSteps($0) }
    core.scanLast(entity.ordinal, clusters: most) { cluster in
      var bits = cluster.liveness
      if let steps, !bits.isEmpty {
        _ = steps.begin(cluster, &bits)
        steps.finish(cluster, &bits)
      }
      if !bits.isEmpty { body(cluster, bits) }
    }
  }

  /// Returns a page in the order of the table: scans clusters from the row after `page.start` until the page is full.
  func rows(of page: PageOfRows) -> [Int64] {
    let steps = predicate.map { ScanSteps($0) }
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

  /// Returns the candidates that match, in the order given. Consecutive ascending keys of the same cluster are evaluated together.
  func matching(_ candidates: [Int64]) -> [Int64] {
    guard let predicate else { return candidates }
    let steps = ScanSteps(predicate, ofChosen: true)
    var found: [Int64] = []
    withUnsafeTemporaryAllocation(of: ScanSteps.Begun.self, capacity: ScanSteps.Ring.capacity) { room in
      var ring = ScanSteps.Ring(steps, room)
      func take(_ cluster: ScannedCluster, _ bits: ClusterBits) { bits.forEach { found.append(cluster.firstKey + Int64($0)) } }
      forEachRun(of: candidates) { cluster, bits in ring.begin(cluster, bits, take) }
      ring.finish(take)
    }
    return found
  }

  /// Calls `body` with the existing rows among `keys`, in the order given, whether or not they match. Consecutive ascending keys of a
  /// cluster share a call.
  func forEachRun(of keys: [Int64], _ body: (ScannedCluster, ClusterBits) -> Void) {
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
}
