import AshlarSchema
import AshlarStore

/// Which rows of a table fulfil a condition. That is found out for the whole cluster of a row when one of its rows is asked for.
///
/// Invariant: `marks` are right for `markedAt` equal to the session's `dataVersion`.
final class LazyMarks {
  private let predicate: Predicate
  private let core: _RealmCore
  // Results of a frozen Realm may be computed on several threads.
  private let lock: ThreadLock?
  @exclusivity(unchecked) private var marks: [Int64: ClusterBits] = [:]
  @exclusivity(unchecked) private var markedAt: UInt64 = 0
  // The cluster that was asked for last, and its rows.
  @exclusivity(unchecked) private var lastKey: Int64 = -1
  @exclusivity(unchecked) private var last = ClusterBits.none

  init(_ predicate: Predicate, _ core: _RealmCore) {
    self.predicate = predicate
    self.core = core
    lock = core.isFrozen ? ThreadLock() : nil
  }

  /// Whether a row of the table does.
  func has(_ row: ScannedRow) -> Bool {
    guard let lock else { return rows(row.cluster)[row.slot >> 6] >> UInt64(row.slot & 63) & 1 != 0 }
    return lock.withLock { rows(row.cluster)[row.slot >> 6] >> UInt64(row.slot & 63) & 1 != 0 }
  }

  private func rows(_ cluster: ScannedCluster) -> ClusterBits {
    if markedAt != core.session.dataVersion {
      marks.removeAll(keepingCapacity: true)
      lastKey = -1
      // Within a write, accessors must tell of the next change.
      core.session.armWriteDetection()
      markedAt = core.session.dataVersion
    }
    if cluster.firstKey == lastKey { return last }
    if let known = marks[cluster.firstKey] {
      (lastKey, last) = (cluster.firstKey, known)
      return known
    }
    var rows = cluster.liveness
    predicate.evaluate(cluster, &rows)
    marks[cluster.firstKey] = rows
    (lastKey, last) = (cluster.firstKey, rows)
    return rows
  }
}
