import AshlarSchema
import CAshlar

/// Checks a stored cluster when it is looked up, so that nothing that reads its cells has to: the header fits the table,
/// and every slot and link refers to something that can be there. Values themselves are not checked.
enum ClusterCheck {
  enum Fault: Error, Equatable {
    case header
    case liveCount
    case cells(column: String)
    case checksum
  }

  /// What is wrong with the header. O(1).
  static func headerFault(_ cluster: Cluster, _ table: TableDefinition) -> Fault? {
    let layout = table.layout
    let capacity = cluster.capacity
    guard capacity == 8 || capacity == 64 || capacity == layout.capacity else { return .header }
    let fixedSize = table.offsets(capacity: capacity).fixedSize
    guard cluster.heapOffset == fixedSize, cluster.overlayMark == 0 else { return .header }
    var live = 0
    for word in 0..<max(1, capacity / 64) { live += cluster.livenessWord(word).nonzeroBitCount }
    guard live == cluster.liveCount, live > 0, capacity > 8 || cluster.livenessWord(0) < 256 else {
      return .liveCount
    }
    return nil
  }

  /// What is wrong with the cells, of a cluster whose header is right. O(rows), and O(elements) of collections.
  static func cellFault(_ cluster: Cluster, _ table: TableDefinition) -> Fault? {
    let capacity = cluster.capacity
    let (offsets, fixedSize) = table.offsets(capacity: capacity)
    let heap = cluster.base + fixedSize
    let heapSize = cluster.heapSize
    for ordinal in 0..<table.checkedColumns.count {
      let column = table.checkedColumns[ordinal]
      let cells = cluster.base + Int(offsets[column.ordinal].offset)
      let isRight =
        switch column.kind {
        case .links: ashlar_check_links(cells, capacity)
        case .slots: ashlar_check_slots(cells, capacity, heapSize)
        case .collections(let element): ashlar_check_collections(cells, capacity, heap, heapSize, element)
        }
      if isRight == 0 { return .cells(column: table.entity.properties[column.ordinal].storedName) }
    }
    return nil
  }

}

extension ClusterCheck.Fault: CustomStringConvertible {
  var description: String {
    switch self {
    case .header: "has no valid header"
    case .liveCount: "has a wrong number of rows"
    case .checksum: "does not match its checksum"
    case .cells(let column): "has cells of '\(column)' that refer to nothing"
    }
  }
}
