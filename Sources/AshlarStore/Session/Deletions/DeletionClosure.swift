import AshlarSchema

/// The rows that a deletion deletes: the given rows, their embedded objects, the rows that `cascade` rules add, and, repeatedly, the rows
/// that these rows add in turn. The result depends neither on the order of the rows nor on that of the tables or rules.
///
/// Links are followed in waves: all links of one column, from all rows that a table gained since its last wave, are read together. Apart
/// from the set itself, the memory that is used does not depend on the length of a chain of links. Nothing is changed.
struct DeletionClosure {
  let session: ReadSession
  /// The rows by entity ordinal.
  private var rows: [Int: DeletedRows] = [:]
  // The tables that gained rows in this wave and the next one.
  private var wave: [DeletedRows] = []
  private var next: [DeletedRows] = []

  /// Computes the rows to delete. Rows that do not exist are skipped. Throws if a stored value cannot be read.
  ///
  /// Complexity: O(rows + their links + the links to them by columns that cascade).
  /// - Parameter keys: The rows to start from, by entity ordinal.
  init(_ session: ReadSession, _ keys: [Int: [Int64]]) throws {
    self.session = session
    for (ordinal, keys) in keys { try add(keys, ordinal) }
    while !next.isEmpty {
      swap(&wave, &next)
      for table in wave { try table.withAdded { try follow($0, of: table) } }
      wave.removeAll(keepingCapacity: true)
    }
  }

  /// The tables that lose rows, by their numbers in the file.
  var tables: [DeletedRows] { rows.values.sorted { $0.table.id < $1.table.id } }

  /// The number of rows.
  var count: Int { rows.values.reduce(0) { $0 + $1.count } }

  /// Returns the deleted rows of a table; nil if there are none.
  func rows(_ ordinal: Int) -> DeletedRows? { rows[ordinal] }

  // Adds the given rows that exist and are not in the set yet.
  private mutating func add(_ keys: [Int64], _ ordinal: Int) throws {
    guard !keys.isEmpty, let table = session.tables[ordinal] else { return }
    let known = rows[ordinal] ?? DeletedRows(table, clusters: session.clusterCount(ordinal))
    let wasWaiting = known.hasAdded
    for key in keys where !known.contains(key) {
      if try session.locate(ordinal, key) != nil { known.insert(key) }
    }
    guard known.hasAdded, !wasWaiting else { return }
    if rows[ordinal] == nil { rows[ordinal] = known }
    next.append(known)
  }

  // Adds the rows that are deleted with the given rows, whose keys must be in ascending order.
  private mutating func follow(_ keys: [Int64], of deleted: DeletedRows) throws {
    let rules = session.deleteRules[deleted.table.ordinal]
    for link in rules.targets {
      var found: [Int64] = []
      for key in keys { try session.forEachTarget(link, of: key) { found.append($0) } }
      try add(found, link.target)
    }
    for link in rules.sources {
      var found: [Int64] = []
      try session.forEachLink(link, to: deleted, keys) { source, _, _ in found.append(source) }
      try add(found, link.source)
    }
  }
}

extension ReadSession {
  /// Calls `body` with the target of each link of a row through a column. A target may be repeated. Does nothing if the row does not exist.
  func forEachTarget(_ link: LinkColumn, of key: Int64, _ body: (Int64) -> Void) throws(StoreError) {
    assert(!link.isAny, "an AnyRealmValue has no delete rule")
    guard let row = try locate(link.source, key) else { return }
    let cells = row.base + row.columns[link.column].offset
    if let element = link.element {
      elements(cells + row.slot * Slot.size, in: row.home, element).forEachRun { elements, _ in
        ElementRun(elements, element).forEachLink(body)
      }
    } else {
      let target = (cells + row.slot * 8).load(as: Int64.self)
      if target != 0 { body(target - 1) }
    }
  }

  // The number of rows that a scan reads in about the time of one search in the index of backlinks.
  private static let rowsPerSearch = 64

  /// Calls `body` with links through a column to rows of `deleted`: with all links to `keys`, which must be in ascending order, and
  /// possibly with links to other rows of `deleted`. Searches the index of backlinks for each key. If there are many keys, reads a column
  /// of single links instead; reading all elements of collections could take much longer than the searches.
  func forEachLink(
    _ link: LinkColumn, to deleted: DeletedRows, _ keys: [Int64], _ body: (_ source: Int64, _ target: Int64, _ count: Int) -> Void
  ) throws {
    guard let source = tables[link.source], count(link.source) > 0, !keys.isEmpty else { return }
    if link.element != nil || keys.count < (count(link.source) + ReadSession.rowsPerSearch - 1) / ReadSession.rowsPerSearch {
      var cursor = try backlinkCursor(link)
      for key in keys { try cursor.forEachSource(of: key) { body($0, key, $1) } }
      return
    }
    try forEachCluster(link.source) { first, base in
      let columns = columns(source, Int(first >> Int64(source.shift)), base)
      for slot in RowSet(liveIn: Cluster(base)) {
        let target = (base + columns[link.column].offset + slot * 8).load(as: Int64.self) - 1
        if target >= 0, deleted.contains(target) { body(first + Int64(slot), target, 1) }
      }
    }
  }
}
