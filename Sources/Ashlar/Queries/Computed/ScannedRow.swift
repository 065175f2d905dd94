import AshlarSchema
import AshlarStore

/// A row in a cluster. Valid until the next write.
struct ScannedRow {
  let cluster: ScannedCluster
  let slot: Int

  private var home: SlotHome { SlotHome(base: cluster.base, context: cluster.context) }

  var key: Int64 { cluster.firstKey + Int64(slot) }

  /// Returns the link in a column: an object key plus one, or 0 for null.
  @inline(__always)
  func link(_ column: Int) -> Int64 {
    (cluster.base + cluster.columns[column].offset + slot * 8).load(as: Int64.self)
  }

  /// Returns the value of a column that stores one value.
  @inline(__always)
  func value(_ column: Int, _ layout: ColumnLayout) -> CellValue {
    let offset = cluster.columns[column]
    return CellValue(
      layout, cluster.base + offset.offset + slot * layout.width, null: layout.hasNullFlag ? cluster.base + offset.null + slot : nil,
      home: home)
  }

  @inline(__always)
  func elements(_ column: Int, _ element: ElementLayout, _ type: ValueType, _ session: ReadSession) -> StoredElements {
    StoredElements(session.elements(cluster.base + cluster.columns[column].offset + slot * Slot.size, in: home, element), type)
  }
}
