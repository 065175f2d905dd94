import AshlarSchema
import AshlarStore
import CAshlar

/// A test of whether a step of a path leads to a row that matches a condition. The condition is evaluated once over the target table, into
/// one bit per row. If a to-one link is tested for a few rows, such as those that changed since an observer was notified, the condition is
/// evaluated over the linked rows instead.
///
/// Invariant: `marks` are valid while `markedAt` equals the session's `dataVersion`.
final class LinkedRows {
  let step: PropertyPath.Step
  let predicate: Predicate
  private let core: _RealmCore
  private let nullPasses: Bool
  private let ofOthers: Bool
  private let isNone: Bool
  // Guards `marks` and `markedAt` in a frozen Realm, whose results several threads may evaluate; nil in a live Realm.
  private let lock: ThreadLock?
  @exclusivity(unchecked) private var marks = RowMarks()
  @exclusivity(unchecked) private var markedAt: UInt64 = 0
  // The number of rows that were tested without marks in this version of the data.
  @exclusivity(unchecked) private var tested = 0
  @exclusivity(unchecked) private var testedAt: UInt64 = 0
  // The length of the chain of steps that begins with this one. `test` recurses once for each step.
  private let depth: Int
  private static let deepestTest = 4
  private static let mostTested = 32

  /// - Parameters:
  ///   - step: The step that leads to the rows.
  ///   - predicate: The condition on the rows.
  ///   - nullPasses: Whether null is treated as a row that the test finds.
  ///   - ofOthers: Whether the test finds rows that do not match the condition instead.
  ///   - isNone: Whether the test is inverted: a row matches if the step reaches none of the rows that the test finds.
  init(_ step: PropertyPath.Step, _ predicate: Predicate, _ core: _RealmCore, nullPasses: Bool, ofOthers: Bool, isNone: Bool) {
    self.step = step
    self.predicate = predicate
    self.core = core
    self.nullPasses = nullPasses
    self.ofOthers = ofOthers
    self.isNone = isNone
    lock = core.isFrozen ? ThreadLock() : nil
    depth = (LinkedRows.first(of: predicate)?.depth ?? 0) + 1
  }

  /// The relative cost. Traversing a list costs more than most other tests of a row.
  var cost: Int {
    switch step {
    case .link, .origins: 6
    case .elements: 30
    case .entry: 60
    }
  }

  /// Whether rows that have no links or a null link may match. Such rows cannot be found through backlinks.
  var matchesWithoutLinks: Bool { isNone || nullPasses }

  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    if case .link(let column, let target) = step, takesTests(bits.count, target) { return test(cluster, column, target, &bits) }
    let marks = currentMarks()
    var found = ClusterBits.none
    switch step {
    case .link(let column, _):
      let cells = cluster.base + cluster.columns[column].offset
      let wanted = bits
      found.withMutableWords { out in wanted.withWords { marks.scan(cells, cluster, $0, out) } }
      found.formIntersection(bits)
    case .elements(let column, let element, _):
      let home = SlotHome(base: cluster.base, context: cluster.context)
      let cells = cluster.base + cluster.columns[column].offset
      found = bits
      found.filter(cluster.words) { slot in
        marks.hasAny(StoredElements(core.session.elements(cells + slot * Slot.size, in: home, element), .object))
      }
    case .entry(let column, let element, let place, _):
      found = bits
      found.filter(cluster.words) { slot in
        let elements = StoredElements(cluster.row(slot), column, element, .object, core)
        return marks[elements.index(of: place).map(elements.link) ?? 0]
      }
    case .origins:
      for word in 0..<cluster.words { found[word] = marks.word(ofRowsFrom: cluster.firstKey + Int64(word * 64)) }
      found.formIntersection(bits)
    }
    if isNone { bits.subtract(found) } else { bits = found }
  }

  // Returns whether `count` more rows may be tested without marking the rows of the target table; if so, adds them to `tested`.
  private func takesTests(_ count: Int, _ target: Int) -> Bool {
    // In a frozen Realm, the other properties may only be read by the thread that holds the lock.
    if lock != nil || depth > LinkedRows.deepestTest { return false }
    let version = core.session.dataVersion
    if markedAt == version { return false }
    if testedAt != version { (tested, testedAt) = (0, version) }
    // The marks of a small table cost no more than the tests.
    guard tested + count <= LinkedRows.mostTested, core.session.count(target) > 16 * LinkedRows.mostTested else { return false }
    tested += count
    return true
  }

  private func test(_ cluster: ScannedCluster, _ column: Int, _ target: Int, _ bits: inout ClusterBits) {
    var finder = RowFinder(target, core)
    bits.filter(cluster.words) { slot in
      let link = ScannedRow(cluster: cluster, slot: slot).link(column)
      guard link > 0, let row = finder?.row(of: link - 1) else { return nullPasses != isNone }
      var matching = ClusterBits.none
      matching.insert(row.slot)
      predicate.evaluate(row.cluster, &matching)
      return (matching.isEmpty == ofOthers) != isNone
    }
  }

  // Returns the marks in the current version of the data. A path of several links is a chain of these objects. The marks of the last object
  // are computed first, so that computing those of an earlier object recurses at most one level.
  private func currentMarks() -> RowMarks {
    if lock == nil, markedAt == core.session.dataVersion { return marks }
    var chain: [LinkedRows] = []
    var next = next
    while let link = next {
      chain.append(link)
      next = link.next
    }
    for link in chain.reversed() { _ = link.ownMarks() }
    return ownMarks()
  }

  // The next step of the path if its test is the whole condition; otherwise nil.
  private var next: LinkedRows? { LinkedRows.first(of: predicate) }

  private static func first(of predicate: Predicate) -> LinkedRows? {
    if predicate.parts.count == 1, case .test(.linked(let rows)) = predicate.parts[0] { rows } else { nil }
  }

  private func ownMarks() -> RowMarks {
    guard let lock else { return upToDate() }
    return lock.withLock { upToDate() }
  }

  private func upToDate() -> RowMarks {
    if markedAt == core.session.dataVersion { return marks }
    marks = made()
    // Within a write, accessors must report the next change.
    core.session.armWriteDetection()
    markedAt = core.session.dataVersion
    return marks
  }

  private func made() -> RowMarks {
    switch step {
    case .link(_, let target), .elements(_, _, let target), .entry(_, _, _, let target):
      let made = RowMarks(of: target, core, null: nullPasses)
      if ofOthers != nullPasses { core.scan(target) { made.set(ofOthers, $0.liveness, from: $0.firstKey) } }
      predicate.scan(target, core) { made.set(!ofOthers, $1, from: $0.firstKey) }
      return made
    case .origins(let link):
      let made = RowMarks(of: link.target, core, null: false)
      func mark(_ cluster: ScannedCluster, _ rows: ClusterBits) {
        rows.forEach { slot in
          let row = cluster.row(slot)
          if let element = link.element {
            let elements = StoredElements(row, link.column, element, .object, core)
            for index in 0..<elements.count { made.set(elements.link(index)) }
          } else {
            made.set((row.base + row.columns[link.column].offset + row.slot * 8).load(as: Int64.self))
          }
        }
      }
      if ofOthers {
        core.scan(link.source) { cluster in
          var matching = cluster.liveness
          var others = matching
          predicate.evaluate(cluster, &matching)
          others.subtract(matching)
          mark(cluster, others)
        }
      } else {
        predicate.scan(link.source, core, mark)
      }
      return made
    }
  }
}

extension Predicate {
  /// Calls `body` for each cluster of a table that contains matching rows, with these rows.
  /// - Parameter keepsClusters: Whether `body` may keep pointers into clusters.
  func scan(_ ordinal: Int, _ core: _RealmCore, keepsClusters: Bool = true, _ body: (ScannedCluster, ClusterBits) -> Void) {
    let steps = ScanSteps(self)
    withUnsafeTemporaryAllocation(of: ScanSteps.Begun.self, capacity: ScanSteps.Ring.capacity) { room in
      var ring = ScanSteps.Ring(steps, room)
      if keepsClusters {
        core.scan(ordinal) { cluster in ring.begin(cluster, cluster.liveness, body) }
      } else {
        core.scanOnce(ordinal) { cluster in ring.begin(cluster, cluster.liveness, body) }
      }
      ring.finish(body)
    }
  }
}
