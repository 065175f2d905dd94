import AshlarSchema
import AshlarStore
import CAshlar

/// A test of whether the value of a column of the scanned table equals one of several values.
final class ColumnMembers {
  private let column: Int
  private let layout: ColumnLayout
  private let set: ConstantSet
  // For text, a filter of slot hashes that rejects most values that are not in the set.
  private let filter: [UInt64]
  private let isInteger: Bool

  init(_ column: Int, _ layout: ColumnLayout, _ set: ConstantSet) {
    self.column = column
    self.layout = layout
    self.set = set
    isInteger = layout.type.form == .integer && !layout.hasNullFlag
    filter = layout.type == .string ? set.slotFilter : []
  }

  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    let (layout, set) = (layout, set)
    let offset = cluster.columns[column]
    let home = SlotHome(base: cluster.base, context: cluster.context)
    let cells = cluster.base + offset.offset
    if isInteger, let integers = set.onlyIntegers {
      var found = ClusterBits.none
      let isScanned = found.withMutableWords { out in
        bits.withWords { integers.scan(cells, width: layout.width, cluster, $0, out) }
      }
      if isScanned {
        bits.formIntersection(found)
        return
      }
    }
    if !filter.isEmpty {
      var likely = ClusterBits.none
      let wanted = bits
      likely.withMutableWords { out in
        wanted.withWords { rows in
          filter.withUnsafeBufferPointer { filter in
            ashlar_scan_likely_slots(
              cells, cluster.capacity, filter.baseAddress, UInt64(filter.count * 64 - 1), rows, cluster.ahead, out)
          }
        }
      }
      bits.formIntersection(likely)
    }
    let flags = layout.hasNullFlag ? cluster.base + offset.null : nil
    bits.filter(cluster.words) { slot in
      set.contains(CellValue(layout, cells + slot * layout.width, null: flags.map { $0 + slot }, home: home))
    }
  }
}
