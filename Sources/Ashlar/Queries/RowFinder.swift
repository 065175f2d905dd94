import AshlarSchema
import AshlarStore
import CAshlar

/// Finds many rows of a table by key. A cluster is looked up once for successive keys in it, and can be prefetched.
///
/// The data must not be written while a finder is in use.
struct RowFinder {
  private let core: _RealmCore
  private let table: TableDefinition
  private var number = -1
  private var asked = -1
  private(set) var cluster: ScannedCluster

  /// Returns nil if the Realm has no such table, or if the table has never had rows.
  init?(_ ordinal: Int, _ core: _RealmCore) {
    guard let table = core.session.table(ordinal), core.session.clusterCount(ordinal) > 0 else { return nil }
    self.core = core
    self.table = table
    cluster = core.scanned(table, 0)
    number = 0
  }

  /// Prefetches the header of the key's cluster, which `slot` will read.
  mutating func ask(_ key: Int64) {
    let wanted = Int(key >> Int64(table.layout.shift))
    if wanted == asked { return }
    asked = wanted
    if let later = core.context.pointee.tables?[table.ordinal].cachedCluster(wanted) { ashlar_prefetch(later) }
  }

  /// Returns the slot of the row with a key, and sets `cluster` to its cluster; nil if the row does not exist.
  mutating func slot(of key: Int64) -> Int? {
    let wanted = Int(key >> Int64(table.layout.shift))
    if wanted != number {
      guard key >= 0, wanted < core.session.clusterCount(table.ordinal) else { return nil }
      cluster = core.scanned(table, wanted)
      number = wanted
    }
    let slot = Int(key - cluster.firstKey)
    return slot < cluster.capacity && Cluster(cluster.base).isLive(slot) ? slot : nil
  }

  /// Returns the row with a key; nil if it does not exist.
  mutating func row(of key: Int64) -> ScannedRow? {
    guard let slot = slot(of: key) else { return nil }
    return ScannedRow(cluster: cluster, slot: slot)
  }
}
