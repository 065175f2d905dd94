import AshlarSchema
import AshlarStore

/// A test of whether an object is a point in a region.
final class PointCondition: ComputedCondition {
  private let columns: GeoColumns
  private let region: _GeoRegion
  private let core: _RealmCore

  init(_ columns: GeoColumns, _ region: _GeoRegion, _ core: _RealmCore) {
    self.columns = columns
    self.region = region
    self.core = core
  }

  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    let (columns, region, session) = (columns, region, core.session)
    bits.filter(cluster.words) { slot in columns.point(ScannedRow(cluster: cluster, slot: slot), session).map(region.contains) ?? false }
  }
}
