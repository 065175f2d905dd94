import AshlarSchema
import AshlarStore

/// Whether a column of the object itself has one of several values.
final class ColumnMembers {
  private let column: Int
  private let layout: ColumnLayout
  private let set: ConstantSet

  init(_ column: Int, _ layout: ColumnLayout, _ set: ConstantSet) {
    self.column = column
    self.layout = layout
    self.set = set
  }

  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    let offset = cluster.columns[column]
    let home = SlotHome(base: cluster.base, context: cluster.context)
    let cells = cluster.base + offset.offset
    let flags = layout.hasNullFlag ? cluster.base + offset.null : nil
    bits.filter(cluster.words) { slot in
      set.contains(CellValue(layout, cells + slot * layout.width, null: flags.map { $0 + slot }, home: home))
    }
  }
}
