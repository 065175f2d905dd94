import AshlarSchema
import CAshlar

/// Checks a stored cluster when it is first looked up, so that nothing that reads its cells has to: the header fits the
/// table, and every slot and link refers to something that can be there. O(rows); values themselves are not checked.
enum ClusterCheck {
  enum Fault: Error, Equatable {
    case header
    case liveCount
    case cells(column: String)
  }

  static func fault(_ base: UnsafeMutableRawPointer, _ table: TableDefinition) -> Fault? {
    let layout = table.layout
    let capacity = base.header(ClusterHeader.capacityOffset)
    guard capacity == 8 || capacity == 64 || capacity == layout.capacity else { return .header }
    let (offsets, fixedSize) = table.offsets(capacity: capacity)
    guard base.header(ClusterHeader.heapOffsetOffset) == fixedSize, base.header(Overlay.markOffset) == 0 else { return .header }
    var live = 0
    for word in 0..<max(1, capacity / 64) { live += base.livenessWord(word).nonzeroBitCount }
    guard live == base.header(ClusterHeader.liveCountOffset), live > 0, capacity > 8 || base.livenessWord(0) < 256 else { return .liveCount }
    let heap = base + fixedSize
    let heapSize = base.header(ClusterHeader.heapSizeOffset)
    for ordinal in 0..<table.checkedColumns.count {
      let column = table.checkedColumns[ordinal]
      let cells = base + Int(offsets[column.ordinal].offset)
      let isRight =
        column.isLink
        ? ashlar_check_links(cells, capacity)
        : ashlar_check_slots(cells, capacity, heap, heapSize, column.elementWidth, column.elements)
      if isRight == 0 { return .cells(column: table.entity.properties[column.ordinal].storedName) }
    }
    return nil
  }

  /// A column whose cells refer to something.
  struct Column {
    let ordinal: Int
    let isLink: Bool
    let elementWidth: Int
    /// 0: plain bytes; 1: slots; 2: links.
    let elements: Int32

    init?(_ layout: ColumnLayout, _ ordinal: Int) {
      self.ordinal = ordinal
      isLink = layout.kind == .link || layout.kind == .embedded
      guard isLink || layout.isSlot else { return nil }
      elementWidth = layout.elementWidth
      switch layout.type {
      case .string, .data: elements = 1
      case .object: elements = 2
      default: elements = 0
      }
    }
  }
}

extension ClusterCheck.Fault: CustomStringConvertible {
  var description: String {
    switch self {
    case .header: "has no valid header"
    case .liveCount: "has a wrong number of rows"
    case .cells(let column): "has cells of '\(column)' that refer to nothing"
    }
  }
}
