import AshlarSchema

/// The changes that the open write makes to the rows which an index has for one value.
struct IndexCorrection {
  /// The maximum number of overlays for which a correction costs less than a scan of the table.
  static let largest = 64

  private var gained: [Int64] = []
  private var lost: [Int64] = []

  /// Computes the correction. O(rows whose column was stored to).
  init(
    _ pending: PendingChanges, _ table: TableDefinition, _ column: Int, _ value: [UInt8],
    _ context: UnsafeMutablePointer<AccessContext>
  ) {
    let layout = table.layouts[column]
    func has(_ base: UnsafeMutableRawPointer, _ columns: UnsafePointer<ColumnOffset>, _ slot: Int) -> Bool {
      let offset = columns[column]
      let null = layout.hasNullFlag ? base + offset.null + slot : nil
      let cell = base + offset.offset + slot * layout.width
      return IndexedValue.encode(layout, cell, null: null, home: SlotHome(base: base, context: context)) == value
    }
    for overlay in pending.overlays where overlay.table === table {
      let first = Int64(overlay.number) << Int64(table.shift)
      for slot in overlay.storedRows(1 << UInt64(column & 63)) {
        let had = overlay.wasLive(slot) && overlay.original.map { has($0, overlay.columns(ofOriginal: $0), slot) } == true
        let has = overlay.cluster.isLive(slot) && has(overlay.base, table.fullColumns, slot)
        if had == has { continue }
        if has { gained.append(first + Int64(slot)) } else { lost.append(first + Int64(slot)) }
      }
    }
    // Overlays are in the order of their creation.
    gained.sort()
    lost.sort()
  }

  /// The number of rows to add to the index's count.
  var change: Int { gained.count - lost.count }

  /// Returns the current rows, given those that the index has.
  func applied(to rows: [Int64]) -> [Int64] {
    if gained.isEmpty, lost.isEmpty { return rows }
    var result: [Int64] = []
    result.reserveCapacity(rows.count + change)
    var (gain, loss) = (0, 0)
    for row in rows {
      if loss < lost.count, lost[loss] == row {
        loss += 1
        continue
      }
      while gain < gained.count, gained[gain] < row {
        result.append(gained[gain])
        gain += 1
      }
      result.append(row)
    }
    return result + gained[gain...]
  }
}
