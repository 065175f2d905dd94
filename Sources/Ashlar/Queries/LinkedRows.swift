import AshlarSchema
import AshlarStore
import CAshlar

/// A test of whether a step of a path leads to a row that matches a condition. The condition is evaluated once over the target table, into
/// one bit per row.
///
/// Invariant: `marks` are valid while `markedAt` equals the session's `dataVersion`.
final class LinkedRows {
  let step: PropertyPath.Step
  let predicate: Predicate
  private let core: _RealmCore
  private let nullPasses: Bool
  private let ofOthers: Bool
  private let isNone: Bool
  // Several threads may evaluate results of a frozen Realm.
  private let lock: ThreadLock?
  @exclusivity(unchecked) private var marks = RowMarks()
  @exclusivity(unchecked) private var markedAt: UInt64 = 0

  /// - Parameters:
  ///   - step: The step that leads to the rows.
  ///   - predicate: The condition on the rows.
  ///   - nullPasses: Whether null counts as a matching row.
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
  }

  /// The relative cost. Traversing a list costs more than most other tests of a row.
  var cost: Int {
    switch step {
    case .link, .origins: 6
    case .elements: 30
    case .entry: 60
    }
  }

  /// Whether rows match that have no links, or whose link is null. Such rows cannot be found through backlinks.
  var matchesWithoutLinks: Bool { isNone || nullPasses }

  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
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

  // A path of several links is a chain of these objects. The marks of the last object are computed first, so that computing those of an
  // earlier object recurses at most one level.
  private func currentMarks() -> RowMarks {
    guard markedAt != core.session.dataVersion || lock != nil else { return marks }
    var chain: [LinkedRows] = []
    var next = next
    while let link = next {
      chain.append(link)
      next = link.next
    }
    for link in chain.reversed() { _ = link.ownMarks() }
    return ownMarks()
  }

  // The next link of the path, if the condition consists of its test only.
  private var next: LinkedRows? {
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
  /// Calls `body` with the matching rows of a table, a cluster at a time.
  func scan(_ ordinal: Int, _ core: _RealmCore, _ body: (ScannedCluster, ClusterBits) -> Void) {
    let steps = ScanSteps(self)
    withUnsafeTemporaryAllocation(of: ScanSteps.Begun.self, capacity: ScanSteps.Ring.capacity) { room in
      var ring = ScanSteps.Ring(steps, room)
      core.scan(ordinal) { cluster in ring.begin(cluster, cluster.liveness, body) }
      ring.finish(body)
    }
  }
}
