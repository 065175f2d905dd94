import AshlarSchema
import AshlarStore

/// The rows of a table that match a condition. The condition is evaluated for a whole cluster when one of its rows is first read.
///
/// Invariant: `marks` are valid while `markedAt` equals the session's `dataVersion`.
final class LazyMarks {
  private let predicate: Predicate
  private let core: _RealmCore
  // Guards the marks in a frozen Realm, whose results several threads may evaluate; nil in a live Realm.
  private let lock: ThreadLock?
  @exclusivity(unchecked) private var marks: [Int64: ClusterBits] = [:]
  @exclusivity(unchecked) private var markedAt: UInt64 = 0
  // The cluster that was read last, and its matching rows.
  @exclusivity(unchecked) private var lastKey: Int64 = -1
  @exclusivity(unchecked) private var last = ClusterBits.none

  init(_ predicate: Predicate, _ core: _RealmCore) {
    self.predicate = predicate
    self.core = core
    lock = core.isFrozen ? ThreadLock() : nil
  }

  /// Returns whether a row matches.
  func has(_ row: ScannedRow) -> Bool {
    guard let lock else { return rows(row.cluster)[row.slot >> 6] >> UInt64(row.slot & 63) & 1 != 0 }
    return lock.withLock { rows(row.cluster)[row.slot >> 6] >> UInt64(row.slot & 63) & 1 != 0 }
  }

  private func rows(_ cluster: ScannedCluster) -> ClusterBits {
    if markedAt != core.session.dataVersion {
      marks.removeAll(keepingCapacity: true)
      lastKey = -1
      // Within a write, accessors must report the next change.
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
