import AshlarSchema
import AshlarStore

/// Follows a path from the rows of a cluster. Each step is performed for all rows before the next step.
///
/// A path may lead to several rows, to none, or to null: nil represents the row after a null to-one link. If a collection follows such a
/// link, the path leads to no rows.
struct RowWalk {
  let path: PropertyPath
  let core: _RealmCore

  init(_ path: PropertyPath, _ core: _RealmCore) {
    self.path = path
    self.core = core
  }

  /// Partial paths from the rows of a cluster, in the order of the rows.
  private struct Ways {
    var slots: ContiguousArray<Int> = []
    /// The content of each path's last link: an object key plus one, or 0 for null.
    var links: ContiguousArray<Int64> = []

    mutating func append(_ slot: Int, _ link: Int64) {
      slots.append(slot)
      links.append(link)
    }
  }

  /// For each path, calls `body` with the slot of the row at which the path begins and with the row that contains the path's last column.
  /// The slots are in ascending order.
  @inline(__always)
  func forEachEnd(_ cluster: ScannedCluster, _ rows: ClusterBits, _ body: (_ slot: Int, _ end: ScannedRow?) -> Void) {
    guard let last = path.steps.last else {
      rows.forEach { body($0, ScannedRow(cluster: cluster, slot: $0)) }
      return
    }
    forEachRow(ways(cluster, rows), of: last.target, body)
  }

  private func ways(_ cluster: ScannedCluster, _ rows: ClusterBits) -> Ways {
    var ways = follow(path.steps[0]) { body in rows.forEach { body($0, ScannedRow(cluster: cluster, slot: $0)) } }
    for index in path.steps.indices.dropFirst() {
      ways = follow(path.steps[index]) { body in forEachRow(ways, of: path.steps[index - 1].target, body) }
    }
    return ways
  }

  // Cluster headers are prefetched this many links ahead.
  private static let lead = 6

  @inline(__always)
  private func forEachRow(_ ways: Ways, of table: Int, _ body: (_ slot: Int, _ row: ScannedRow?) -> Void) {
    guard var finder = RowFinder(table, core) else {
      for slot in ways.slots { body(slot, nil) }
      return
    }
    for index in ways.slots.indices {
      if index + RowWalk.lead < ways.links.count { finder.ask(ways.links[index + RowWalk.lead] - 1) }
      body(ways.slots[index], ways.links[index] == 0 ? nil : finder.row(of: ways.links[index] - 1))
    }
  }

  private func follow(_ step: PropertyPath.Step, from rows: (_ body: (_ slot: Int, _ row: ScannedRow?) -> Void) -> Void) -> Ways {
    var ways = Ways()
    let session = core.session
    switch step {
    case .link(let column, _):
      rows { slot, row in ways.append(slot, row?.link(column) ?? 0) }
    case .elements(let column, let element, _):
      rows { slot, row in
        guard let elements = row?.elements(column, element, .object, session) else { return }
        for index in 0..<elements.count { ways.append(slot, elements.link(index)) }
      }
    case .entry(let column, let element, let place, _):
      rows { slot, row in
        let elements = row?.elements(column, element, .object, session)
        ways.append(slot, elements.flatMap { elements in elements.index(of: place).map(elements.link) } ?? 0)
      }
    case .origins(let link):
      var cursor = core.reading { try session.backlinkCursor(link) }
      rows { slot, row in
        guard let row else { return }
        core.reading {
          try cursor.forEachSource(of: row.key) { key, count in
            // An object that links to the row several times is appended once for each link.
            for _ in 0..<count { ways.append(slot, key + 1) }
          }
        }
      }
    }
    return ways
  }
}

extension PropertyPath.Step {
  /// The ordinal of the target table.
  var target: Int {
    switch self {
    case .link(_, let target), .elements(_, _, let target), .entry(_, _, _, let target): target
    case .origins(let link): link.source
    }
  }
}
