import AshlarSchema
import AshlarStore

/// Collects the first rows in the order of a column of texts, data, IDs or `AnyRealmValue`s. Rows must be added in ascending order of
/// their keys, so that the earlier of equal rows are retained.
struct FirstTexts {
  private let layout: ColumnLayout
  private let column: Int
  private var kept: KeptTexts
  // The bytes by which an `AnyRealmValue` is ordered.
  private let memory: UnsafeMutableRawPointer
  // False once a row has been found whose value is null or a decimal.
  private var isWhole = true

  init(_ most: Int, column: Int, _ layout: ColumnLayout, isDescending: Bool) {
    self.layout = layout
    self.column = column
    kept = KeptTexts(most, isDescending: isDescending)
    memory = .allocate(byteCount: AnyOrderBytes.size, alignment: 8)
  }

  func free() {
    kept.free()
    memory.deallocate()
  }

  mutating func add(_ cluster: ScannedCluster, _ rows: ClusterBits) {
    if !isWhole { return }
    let cells = cluster.base + cluster.columns[column].offset
    let home = SlotHome(base: cluster.base, context: cluster.context)
    rows.forEach { slot in
      let key = cluster.firstKey + Int64(slot)
      switch CellValue(layout.type, cells + slot * layout.width, home) {
      case .text(let bytes), .bytes(let bytes): kept.add(bytes, key)
      case .any(let stored):
        switch AnyOrderBytes(stored, in: memory) {
        case .bytes(let bytes): kept.add(bytes, key)
        case .unreadable: addNull(key)
        case .decimal: isWhole = false
        }
      case .null where layout.type == .any: addNull(key)
      default: isWhole = false
      }
    }
  }

  // An empty string of bytes represents null. It sorts before all other values, whose bytes begin with a tag.
  private mutating func addNull(_ key: Int64) { kept.add(UnsafeRawBufferPointer(start: memory, count: 0), key) }

  /// Removes all rows, and keeps the bound.
  mutating func restart() { kept.restart() }

  /// Returns the rows in order; nil if the order cannot be determined from bytes.
  mutating func inOrder() -> [Int64]? { isWhole ? kept.inOrder() : nil }
}
