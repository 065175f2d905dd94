import AshlarSchema

/// A view of a stored cluster of an older layout with the wanted columns. For each column, it contains the distance from the cluster's base
/// to the column's cells, which are in the cluster, in blocks of the layout shared by many clusters, or in blocks of this object.
///
/// Invariants: `columns` has an entry for each wanted column and never changes; cells and flags of dead rows are zero; the cluster's memory
/// and the layout outlive this object.
final class OlderCluster {
  let base: UnsafeMutableRawPointer
  let layout: OlderLayout
  let columns: UnsafeMutablePointer<ColumnOffset>
  private let blocks: UnsafeMutableRawPointer?

  /// - Parameters:
  ///   - wanted: The wanted columns by ordinal.
  ///   - ordinal: The ordinal of the entity.
  init(_ cluster: Cluster, _ layout: OlderLayout, wanted: [ColumnLayout], ordinal: Int) {
    base = cluster.base
    self.layout = layout
    let capacity = cluster.capacity
    let isFull = cluster.liveCount == capacity
    guard let offsets = layout.offsets(capacity: capacity)?.columns else { preconditionFailure("a checked cluster has a capacity") }
    // The size of the cells and flags that need separate memory.
    var size = 0
    for (source, column) in zip(layout.sources, wanted) {
      size += OlderCluster.needsCells(source, isFull) ? capacity * column.width : 0
      size = (size + 15) & ~15
      size += source.flags == .live && !isFull ? capacity : 0
      size = (size + 15) & ~15
    }
    // The padding allows vector loads beyond the end.
    blocks = size == 0 ? nil : UnsafeMutableRawPointer.allocate(byteCount: size + 64, alignment: TransactionMemory.alignment)
    blocks?.initializeMemory(as: UInt8.self, repeating: 0, count: size + 64)
    columns = ColumnTable.allocate(count: wanted.count, ordinal: ordinal)
    var next = blocks
    func room(_ bytes: Int) -> UnsafeMutableRawPointer {
      guard let place = next else { preconditionFailure("the blocks were measured") }
      next = place + ((bytes + 15) & ~15)
      return place
    }
    for (ordinal, column) in wanted.enumerated() {
      let source = layout.sources[ordinal]
      var result = ColumnOffset(offset: 0, null: 0)
      switch source.values {
      case .stored(let place): result.offset = offsets[place].offset
      case .resized(let place, let width):
        let cells = room(capacity * column.width)
        OlderCluster.resize(base + offsets[place].offset, width, to: cells, column.width, capacity)
        result.offset = cells - base
      case .withoutNil(let place):
        let stored = base + offsets[place].offset
        let cells = room(capacity * column.width)
        cells.copyMemory(from: stored, byteCount: capacity * column.width)
        let zero = OlderCluster.zero(column)
        for row in 0..<capacity where cluster.isLive(row) {
          let cell = cells + row * column.width
          let isNull = column.isSlot ? Slot(at: cell).isNull : (base + offsets[place].null + row).load(as: UInt8.self) == 0
          if isNull { zero.withUnsafeBytes { cell.copyMemory(from: $0.baseAddress!, byteCount: column.width) } }
        }
        result.offset = cells - base
      case .filled(let fill):
        if fill == nil || isFull {
          result.offset = layout.cells(ofFilled: ordinal) - base
        } else {
          let cells = room(capacity * column.width)
          let value = layout.cells(ofFilled: ordinal)
          for row in 0..<capacity where cluster.isLive(row) {
            (cells + row * column.width).copyMemory(from: value, byteCount: column.width)
          }
          result.offset = cells - base
        }
      }
      switch source.flags {
      case .none: break
      case .stored(let place): result.null = offsets[place].null
      case .zero: result.null = layout.flags(present: false) - base
      case .live:
        if isFull {
          result.null = layout.flags(present: true) - base
        } else {
          let flags = room(capacity)
          for row in 0..<capacity where cluster.isLive(row) { (flags + row).storeBytes(of: 1, as: UInt8.self) }
          result.null = flags - base
        }
      }
      columns[ordinal] = result
    }
  }

  deinit {
    ColumnTable.deallocate(columns)
    blocks?.deallocate()
  }

  private static func needsCells(_ source: CellSource, _ isFull: Bool) -> Bool {
    switch source.values {
    case .stored: false
    case .resized, .withoutNil: true
    case .filled(let fill): fill != nil && !isFull
    }
  }

  // Returns the bytes of a cell that contains the zero value.
  private static func zero(_ column: ColumnLayout) -> [UInt8] {
    column.type == .decimal128 ? ColumnFill.zeroDecimal : [UInt8](repeating: 0, count: column.width)
  }

  private static func resize(
    _ from: UnsafeMutableRawPointer, _ width: Int, to: UnsafeMutableRawPointer, _ wanted: Int, _ count: Int
  ) {
    for row in 0..<count {
      let value: Int64 =
        switch width {
        case 1: Int64((from + row).load(as: Int8.self))
        case 2: Int64((from + row * 2).load(as: Int16.self))
        case 4: Int64((from + row * 4).load(as: Int32.self))
        default: (from + row * 8).load(as: Int64.self)
        }
      switch wanted {
      case 1: (to + row).storeBytes(of: Int8(truncatingIfNeeded: value), as: Int8.self)
      case 2: (to + row * 2).storeBytes(of: Int16(truncatingIfNeeded: value), as: Int16.self)
      case 4: (to + row * 4).storeBytes(of: Int32(truncatingIfNeeded: value), as: Int32.self)
      default: (to + row * 8).storeBytes(of: value, as: Int64.self)
      }
    }
  }
}
