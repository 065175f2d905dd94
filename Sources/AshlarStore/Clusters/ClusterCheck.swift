import AshlarSchema
import CAshlar

/// Validates a stored cluster when it is looked up, so that code that reads its cells need not: the header fits the table, and every slot
/// and link refers to something that can exist. Values themselves are not validated.
enum ClusterCheck {
  enum Fault: Error, Equatable {
    case header
    case layout
    case liveCount
    case cells(column: String)
    case checksum
  }

  /// Returns the fault of the header; nil if it is valid. O(1).
  static func headerFault(_ cluster: Cluster, _ table: TableDefinition) -> Fault? {
    let capacity = cluster.claimedCapacity
    guard capacity == 8 || capacity == 64 || capacity == table.capacity else { return .header }
    let fixedSize: Int
    if cluster.layout == table.layoutNumber {
      fixedSize = table.offsets(capacity: capacity).fixedSize
    } else {
      guard let older = table.olderLayout(cluster.layout)?.offsets(capacity: capacity) else { return .layout }
      fixedSize = older.fixedSize
    }
    guard cluster.heapOffset == fixedSize, cluster.overlayMark == 0 else { return .header }
    var live = 0
    for word in 0..<max(1, capacity / 64) { live += cluster.livenessWord(word).nonzeroBitCount }
    guard live == cluster.liveCount, live > 0, capacity > 8 || cluster.livenessWord(0) < 256 else {
      return .liveCount
    }
    return nil
  }

  /// Returns the fault of a column with invalid cells; nil if all cells are valid. The header must be valid. O(rows), plus O(elements) for
  /// collections.
  static func cellFault(_ cluster: Cluster, _ table: TableDefinition) -> Fault? {
    if cluster.layout != table.layoutNumber { return olderCellFault(cluster, table) }
    let offsets = table.offsets(capacity: cluster.capacity).columns
    return cellFault(cluster, table.checkedColumns) { offsets[$0].offset }.map {
      .cells(column: table.entity.properties[$0].storedName)
    }
  }

  // Like `cellFault(_:_:)`, for a cluster with an older layout. Also checks columns that the table no longer has, because their values
  // remain in the cluster until it is next written.
  private static func olderCellFault(_ cluster: Cluster, _ table: TableDefinition) -> Fault? {
    guard let layout = table.olderLayout(cluster.layout), let offsets = layout.offsets(capacity: cluster.capacity)?.columns else {
      return .layout
    }
    guard let place = cellFault(cluster, layout.checkedColumns, at: { offsets[$0].offset }) else { return nil }
    let ordinal = layout.sources.firstIndex { $0.values == .stored(place) || $0.values == .withoutNil(place) }
    return .cells(column: ordinal.map { table.entity.properties[$0].storedName } ?? "a removed column")
  }

  // Returns the ordinal of the first column with invalid cells; nil if there is none.
  @inline(__always)
  private static func cellFault(_ cluster: Cluster, _ columns: [CheckedColumn], at offset: (Int) -> Int) -> Int? {
    let capacity = cluster.capacity
    let heap = cluster.base + cluster.heapOffset
    let heapSize = cluster.heapSize
    for index in 0..<columns.count {
      let column = columns[index]
      let cells = cluster.base + offset(column.ordinal)
      let isRight =
        switch column.kind {
        case .links: ashlar_check_links(cells, capacity)
        case .slots: ashlar_check_slots(cells, capacity, heapSize)
        case .collections(let element): ashlar_check_collections(cells, capacity, heap, heapSize, element)
        }
      if isRight == 0 { return column.ordinal }
    }
    return nil
  }

}

extension ClusterCheck.Fault: CustomStringConvertible {
  var description: String {
    switch self {
    case .header: "has no valid header"
    case .layout: "has a layout that its table does not list"
    case .liveCount: "has a wrong number of rows"
    case .checksum: "does not match its checksum"
    case .cells(let column): "has cells of '\(column)' that refer to nothing"
    }
  }
}
