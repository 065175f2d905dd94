import AshlarSchema

/// An older layout of a table's clusters: the offsets of its stored columns, and the source of each wanted column's cells.
///
/// Invariants: the object is immutable; its blocks live as long as it does. The blocks shared by all clusters have a cell or flag for every
/// row, as if all rows were live.
final class OlderLayout: @unchecked Sendable {
  /// The number that identifies the layout in cluster headers.
  let number: UInt32
  /// The stored columns in the order of the stored layout.
  let layout: TableLayout
  /// The source of each wanted column's cells, by column ordinal.
  let sources: [CellSource]
  /// The stored columns that are validated when a cluster is first read.
  let checkedColumns: [CheckedColumn]
  /// The stored slot columns that the table no longer has.
  let droppedSlots: [SlotColumn]
  /// The wanted columns that are not stored and whose fills are too long for a cluster's heap.
  let longFills: [Int]
  private let offsets: [(columns: [ColumnOffset], fixedSize: Int)]
  // By wanted column ordinal, the cells of a full cluster in which every row has the column's fill; nil if the column is stored or has no
  // fill.
  private let filled: [UnsafeMutableRawPointer?]
  // The null flags of rows that all have a value.
  private let ones: UnsafeMutableRawPointer
  // The null flags of rows whose values are all nil, and the cells of columns without a fill.
  private let zeros: UnsafeMutableRawPointer
  private var texts: [UnsafeMutableRawPointer] = []

  /// Returns nil if a wanted column cannot be read from clusters of this layout.
  /// - Parameters:
  ///   - wanted: The wanted columns by ordinal; `numbers` contains their numbers.
  ///   - fills: The fills by column number.
  init?(_ stored: StoredLayout, wanted: [ColumnLayout], numbers: [UInt16], fills: [UInt16: ColumnFill], shift: Int) {
    number = stored.number
    let layout = stored.layout(shift: shift)
    var sources: [CellSource] = []
    for (ordinal, column) in wanted.enumerated() {
      let place = stored.columns.firstIndex { $0.number == numbers[ordinal] }
      guard
        let source = CellSource(
          column, place.map { ($0, stored.columns[$0]) }, fill: fills[numbers[ordinal]])
      else { return nil }
      sources.append(source)
    }
    self.layout = layout
    self.sources = sources
    offsets = layout.capacityClasses.map { capacity in
      let (columns, fixedSize) = layout.offsets(capacity: capacity)
      return (columns.map { ColumnOffset(offset: $0.value, null: $0.null) }, fixedSize)
    }
    checkedColumns = layout.columns.enumerated().compactMap { CheckedColumn($1, $0) }
    droppedSlots = layout.columns.enumerated().compactMap { place, column in
      numbers.contains(stored.columns[place].number) ? nil : SlotColumn(column, place)
    }
    let capacity = 1 << shift
    zeros = OlderLayout.block(capacity * 16)
    ones = OlderLayout.block(capacity)
    ones.initializeMemory(as: UInt8.self, repeating: 1, count: capacity)
    var texts: [UnsafeMutableRawPointer] = []
    var longFills: [Int] = []
    var filled = [UnsafeMutableRawPointer?](repeating: nil, count: wanted.count)
    for (ordinal, source) in sources.enumerated() {
      guard case .filled(let fill?) = source.values else { continue }
      let width = wanted[ordinal].width
      let cell = OlderLayout.cell(fill, wanted[ordinal], &texts)
      let block = OlderLayout.block(capacity * width)
      for row in 0..<capacity { cell.withUnsafeBytes { (block + row * width).copyMemory(from: $0.baseAddress!, byteCount: width) } }
      filled[ordinal] = block
      if case .bytes(let bytes) = fill, wanted[ordinal].isSlot, bytes.count > Slot.nearbyLimit { longFills.append(ordinal) }
    }
    self.filled = filled
    self.longFills = longFills
    self.texts = texts
  }

  deinit {
    for block in filled { block?.deallocate() }
    for text in texts { text.deallocate() }
    zeros.deallocate()
    ones.deallocate()
  }

  // Returns a zeroed block, padded for vector loads beyond its end.
  private static func block(_ size: Int) -> UnsafeMutableRawPointer {
    let block = UnsafeMutableRawPointer.allocate(byteCount: size + 64, alignment: 64)
    block.initializeMemory(as: UInt8.self, repeating: 0, count: size + 64)
    return block
  }

  private static func cell(_ fill: ColumnFill, _ column: ColumnLayout, _ texts: inout [UnsafeMutableRawPointer]) -> [UInt8] {
    var cell = [UInt8](repeating: 0, count: column.width)
    switch fill {
    case .bytes(let bytes) where !column.isSlot: cell.replaceSubrange(0..<bytes.count, with: bytes)
    case .null: cell.withUnsafeMutableBytes { Slot.null.store(at: $0.baseAddress!) }
    case .bytes(let bytes):
      bytes.withUnsafeBytes { bytes in
        if bytes.count <= Slot.inlineLimit {
          cell.withUnsafeMutableBytes { Slot(inline: bytes).store(at: $0.baseAddress!) }
        } else {
          let text = block(bytes.count)
          text.copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
          texts.append(text)
          cell.withUnsafeMutableBytes { Slot(pointer: text, count: bytes.count).store(at: $0.baseAddress!) }
        }
      }
    }
    return cell
  }

  /// Returns the offsets of the stored columns and the number of bytes before the heap, or nil if no cluster has this capacity.
  func offsets(capacity: Int) -> (columns: [ColumnOffset], fixedSize: Int)? {
    layout.capacityClasses.firstIndex(of: capacity).map { offsets[$0] }
  }

  /// Returns the cells of a column that is not stored, for a cluster whose rows are all live.
  func cells(ofFilled ordinal: Int) -> UnsafeMutableRawPointer { filled[ordinal] ?? zeros }

  /// Returns the null flags of rows that all have a value, or whose values are all nil.
  func flags(present: Bool) -> UnsafeMutableRawPointer { present ? ones : zeros }
}
