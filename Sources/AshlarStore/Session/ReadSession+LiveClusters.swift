import AshlarSchema

// Finds rows by their position among all rows, and clusters that still have rows after deletions.
extension ReadSession {
  /// Returns the clusters with rows, ascending, if deletions have left so few rows that most clusters may be empty; nil if visiting all
  /// clusters is about as fast. O(1) once cached; O(clusters with rows) after the first deletions, and after other sessions have changed
  /// many clusters.
  public func sparseClusters(_ ordinal: Int) throws(StoreError) -> [Int]? {
    guard views[ordinal].liveCount < views[ordinal].nextKey / 2, clusterCount(ordinal) > ReadSession.fewClusters else { return nil }
    return try trackedClusters(ordinal).numbers
  }

  /// Returns the key of the first row; nil if there are no rows. O(log clusters); O(clusters with rows) the first time after deletions.
  public func firstKey(_ ordinal: Int) throws(StoreError) -> Int64? {
    guard let table = tables[ordinal], views[ordinal].liveCount > 0 else { return nil }
    if !isDense(ordinal), !views[ordinal].isTracked {
      for number in 0..<min(ReadSession.fewClusters, clusterCount(ordinal)) {
        if let key = try edgeKey(table, number, isFirst: true) { return key }
      }
    }
    guard let number = isDense(ordinal) ? 0 : try trackedClusters(ordinal).next(from: 0) else { return nil }
    return try edgeKey(table, number, isFirst: true)
  }

  /// Returns the key of the last row; nil if there are no rows. O(log clusters); O(clusters with rows) the first time after deletions.
  public func lastKey(_ ordinal: Int) throws(StoreError) -> Int64? {
    guard let table = tables[ordinal], views[ordinal].liveCount > 0 else { return nil }
    let count = clusterCount(ordinal)
    if !isDense(ordinal), !views[ordinal].isTracked {
      for number in (max(0, count - ReadSession.fewClusters)..<count).reversed() {
        if let key = try edgeKey(table, number, isFirst: false) { return key }
      }
    }
    guard let number = isDense(ordinal) ? count - 1 : try trackedClusters(ordinal).last(upTo: count - 1) else { return nil }
    return try edgeKey(table, number, isFirst: false)
  }

  /// Returns the key of the row at a position among all rows; nil if there is no such position. O(log clusters); O(clusters with rows) the
  /// first time after deletions.
  public func key(_ ordinal: Int, at position: Int) throws(StoreError) -> Int64? {
    let count = views[ordinal].liveCount
    guard let table = tables[ordinal], position >= 0, position < count else { return nil }
    if isDense(ordinal) { return Int64(position) }
    if position == 0 { return try firstKey(ordinal) }
    if position == count - 1 { return try lastKey(ordinal) }
    guard let place = try trackedClusters(ordinal, counted: true).cluster(at: position) else { return nil }
    let base = try visit(table, place.number)
    var left = place.position
    for word in 0..<livenessWords(base) {
      let bits = Cluster(base).livenessWord(word)
      if left < bits.nonzeroBitCount { return Int64(place.number) << Int64(table.shift) + Int64(word * 64 + bits.place(ofBit: left)) }
      left -= bits.nonzeroBitCount
    }
    return nil
  }

  /// Returns the position of a row among all rows; nil if the row does not exist. O(log clusters); O(clusters with rows) the first time
  /// after deletions.
  public func position(_ ordinal: Int, of key: Int64) throws(StoreError) -> Int? {
    guard let table = tables[ordinal], let row = try locate(ordinal, key) else { return nil }
    if isDense(ordinal) { return Int(key) }
    var position = try trackedClusters(ordinal, counted: true).rows(before: Int(key >> Int64(table.shift)))
    for word in 0..<row.slot >> 6 { position += row.cluster.livenessWord(word).nonzeroBitCount }
    return position + (row.cluster.livenessWord(row.slot >> 6) & ~(.max << UInt64(row.slot & 63))).nonzeroBitCount
  }

  // MARK: - Tracking

  // The number of clusters up to which visiting all clusters is faster than determining those that have rows.
  private static let fewClusters = 16

  /// Records that another session may have changed the rows of a cluster in a tracked table.
  func markOutdated(_ ordinal: Int, _ number: Int) {
    guard let live = liveClusters[ordinal] else { return }
    live.outdated.append(number)
    if live.outdated.count > LiveClusters.mostOutdated { stopTracking(ordinal) }
  }

  func stopTracking(_ ordinal: Int) {
    guard views[ordinal].isTracked else { return }
    views[ordinal].isTracked = false
    liveClusters[ordinal] = nil
  }

  /// Records that a scan or an iteration visited `count` clusters.
  public func noteVisits(_ count: Int) {
    if frozen == nil { visitedClusters += count }
  }

  func noteIndexSearch() {
    if frozen == nil { indexSearches += 1 }
  }

  func noteBacklinkSearch() {
    if frozen == nil { backlinkSearches += 1 }
  }

  private func visit(_ table: TableDefinition, _ number: Int) throws(StoreError) -> UnsafeMutableRawPointer {
    noteVisits(1)
    return try cluster(table, number)
  }

  private func edgeKey(_ table: TableDefinition, _ number: Int, isFirst: Bool) throws(StoreError) -> Int64? {
    let base = try visit(table, number)
    let words = 0..<livenessWords(base)
    guard
      let word = isFirst
        ? words.first(where: { Cluster(base).livenessWord($0) != 0 }) : words.last(where: { Cluster(base).livenessWord($0) != 0 })
    else { return nil }
    let bits = Cluster(base).livenessWord(word)
    let slot = word * 64 + (isFirst ? bits.trailingZeroBitCount : 63 - bits.leadingZeroBitCount)
    return Int64(number) << Int64(table.shift) + Int64(slot)
  }

  // Returns the clusters that currently have rows, with their row counts if `counted`. In a session that is not frozen, the result is kept
  // up to date from then on.
  func trackedClusters(_ ordinal: Int, counted: Bool = false) throws(StoreError) -> LiveClusters {
    guard let table = tables[ordinal] else { preconditionFailure("only clusters of a table are tracked") }
    if let frozen {
      return try frozen.liveClusters(ordinal, counted: counted) { () throws(StoreError) in
        let made = try storedClusters(table)
        if counted { try count(made, table) }
        return made
      }
    }
    assert((liveClusters[ordinal] != nil) == views[ordinal].isTracked, "writes report their rows while there is a tree")
    if let known = liveClusters[ordinal] {
      if !known.outdated.isEmpty { try update(known, table) }
      if counted, !known.hasCounts { try count(known, table) }
      return known
    }
    let made = try storedClusters(table)
    for overlay in pending?.overlays ?? [] where overlay.table.ordinal == ordinal {
      made.set(overlay.number, rows: overlay.cluster.liveCount)
    }
    if counted { try count(made, table) }
    liveClusters[ordinal] = made
    views[ordinal].isTracked = true
    return made
  }

  private func count(_ live: LiveClusters, _ table: TableDefinition) throws(StoreError) {
    try live.count { number throws(StoreError) in Cluster(try cluster(table, number)).liveCount }
  }

  private func update(_ live: LiveClusters, _ table: TableDefinition) throws(StoreError) {
    for number in live.outdated { live.set(number, rows: Cluster(try cluster(table, number)).liveCount) }
    live.outdated.removeAll(keepingCapacity: true)
  }

  // Returns the clusters stored in the file, all of which have rows. Reads only their keys.
  private func storedClusters(_ table: TableDefinition) throws(StoreError) -> LiveClusters {
    let count = clusterCount(table.ordinal)
    let live = LiveClusters(clusters: count)
    try shared.snapshot.forEachClusterNumber(of: table, below: count) { live.set($0, rows: 1) }
    return live
  }

  /// Checks that the tracked clusters match the clusters themselves.
  func _checkLiveClusters() throws {
    for (ordinal, table) in tables.enumerated() where table != nil {
      guard let table, views[ordinal].isTracked else { continue }
      guard let live = liveClusters[ordinal] else { preconditionFailure("a tracked table must have a tree of its clusters") }
      if !live.outdated.isEmpty { try update(live, table) }
      live._checkInvariants()
      for number in 0..<max(live.capacity, clusterCount(ordinal)) {
        let rows = number < clusterCount(ordinal) ? Cluster(try cluster(table, number)).liveCount : 0
        precondition((live.next(from: number) == number) == (rows > 0), "a cluster must be known to have rows when it has some")
        if live.hasCounts, rows > 0 { precondition(live.rows(in: number) == rows, "a cluster's rows must be counted") }
      }
    }
  }
}

extension StorageSnapshot {
  /// Calls `body` with the numbers of a table's stored clusters that are less than `end`, ascending. Reads only the keys of the clusters.
  func forEachClusterNumber(of table: TableDefinition, below end: Int, _ body: (Int) -> Void) throws(StoreError) {
    let (first, behind) = (table.clusterKey(0), table.clusterKey(0) + UInt64(end))
    try withUnsafeBytes(of: first) { start throws(StoreError) in
      try scanIdentities(.clusters, from: start) { key, _ in
        guard key.count == 8 else { return false }
        let key = key.loadUnaligned(as: UInt64.self)
        guard key < behind else { return false }
        body(Int(key - first))
        return true
      }
    }
  }
}

extension UInt64 {
  /// Returns the position of the set bit with a rank, where the lowest set bit has rank 0. More than `rank` bits must be set.
  func place(ofBit rank: Int) -> Int {
    var (place, left, width) = (0, rank, 32)
    while width > 0 {
      let lower = (self >> UInt64(place) & (1 << UInt64(width) - 1)).nonzeroBitCount
      if left >= lower {
        left -= lower
        place += width
      }
      width >>= 1
    }
    return place
  }
}
