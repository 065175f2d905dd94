import AshlarSchema
import AshlarStore

/// A test of whether any object links to an object or, if `isSome` is false, whether no object links to it.
///
/// Looking up the backlinks of one object costs as much as scanning hundreds of linking rows. Therefore only a few objects are looked up;
/// for more objects, the linking rows are scanned once, and all objects that they link to are marked.
final class OriginCondition: ComputedCondition {
  private let link: LinkColumn
  private let isSome: Bool
  private let core: _RealmCore
  private let scanned: LinkedRows
  // Guards `lookups` and `lookedUpAt` in a frozen Realm, whose results several threads may evaluate; nil in a live Realm.
  private let lock: ThreadLock?
  // The number of objects that were looked up in this version of the data.
  @exclusivity(unchecked) private var lookups = 0
  @exclusivity(unchecked) private var lookedUpAt: UInt64 = 0

  init(_ link: LinkColumn, isSome: Bool, _ core: _RealmCore) {
    self.link = link
    self.isSome = isSome
    self.core = core
    scanned = LinkedRows(
      .origins(link), Predicate([.test(.constant(true))]), core, nullPasses: false, ofOthers: false, isNone: !isSome)
    lock = core.isFrozen ? ThreadLock() : nil
  }

  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    guard takesLookups(bits.count) else { return scanned.evaluate(cluster, &bits) }
    let (link, isSome, core) = (link, isSome, core)
    var cursor = core.reading { try core.session.backlinkCursor(link) }
    bits.filter(cluster.words) { slot in
      core.reading { try cursor.count(of: cluster.firstKey + Int64(slot)) > 0 } == isSome
    }
  }

  // Returns whether to look up `count` more objects instead of scanning; if so, adds them to `lookups`.
  private func takesLookups(_ count: Int) -> Bool { lock.map { $0.withLock { adds(count) } } ?? adds(count) }

  private func adds(_ count: Int) -> Bool {
    if lookedUpAt != core.session.dataVersion { (lookups, lookedUpAt) = (0, core.session.dataVersion) }
    guard (lookups + count) * SearchCost.backlinks <= core.session.count(link.source) * SearchCost.row else { return false }
    lookups += count
    return true
  }
}
