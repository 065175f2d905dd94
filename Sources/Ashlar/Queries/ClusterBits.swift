import AshlarSchema
import AshlarStore
import CAshlar

/// One bit for each row of a cluster, at most 256 rows.
struct ClusterBits {
  var words: (UInt64, UInt64, UInt64, UInt64)

  static let none = ClusterBits(words: (0, 0, 0, 0))

  var isEmpty: Bool { words.0 | words.1 | words.2 | words.3 == 0 }

  var count: Int { words.0.nonzeroBitCount + words.1.nonzeroBitCount + words.2.nonzeroBitCount + words.3.nonzeroBitCount }

  subscript(word: Int) -> UInt64 {
    get { withUnsafeBytes(of: words) { $0.load(fromByteOffset: word * 8, as: UInt64.self) } }
    set { withUnsafeMutableBytes(of: &words) { $0.storeBytes(of: newValue, toByteOffset: word * 8, as: UInt64.self) } }
  }

  func contains(_ slot: Int) -> Bool { self[slot >> 6] >> UInt64(slot & 63) & 1 != 0 }

  mutating func insert(_ slot: Int) { self[slot >> 6] |= 1 << UInt64(slot & 63) }

  mutating func formIntersection(_ other: ClusterBits) {
    words = (words.0 & other.words.0, words.1 & other.words.1, words.2 & other.words.2, words.3 & other.words.3)
  }

  mutating func formUnion(_ other: ClusterBits) {
    words = (words.0 | other.words.0, words.1 | other.words.1, words.2 | other.words.2, words.3 | other.words.3)
  }

  mutating func subtract(_ other: ClusterBits) {
    words = (words.0 & ~other.words.0, words.1 & ~other.words.1, words.2 & ~other.words.2, words.3 & ~other.words.3)
  }

  mutating func removeRows(below slot: Int) {
    for word in 0..<4 where word * 64 < slot {
      self[word] = slot >= (word + 1) * 64 ? 0 : self[word] & ~0 << UInt64(slot - word * 64)
    }
  }

  mutating func filter(_ words: Int, _ keep: (Int) -> Bool) {
    for word in 0..<words {
      var bits = self[word]
      var kept = bits
      while bits != 0 {
        let bit = bits & (0 &- bits)
        if !keep(word * 64 + bits.trailingZeroBitCount) { kept &= ~bit }
        bits &= bits - 1
      }
      self[word] = kept
    }
  }

  func forEach(_ body: (Int) -> Void) {
    for word in 0..<4 {
      var bits = self[word]
      while bits != 0 {
        body(word * 64 + bits.trailingZeroBitCount)
        bits &= bits - 1
      }
    }
  }

  func withWords<Result>(_ body: (UnsafePointer<UInt64>) -> Result) -> Result {
    withUnsafeBytes(of: words) { bytes in body(bytes.baseAddress!.assumingMemoryBound(to: UInt64.self)) }
  }

  mutating func withMutableWords<Result>(_ body: (UnsafeMutablePointer<UInt64>) -> Result) -> Result {
    withUnsafeMutableBytes(of: &words) { bytes in body(bytes.baseAddress!.assumingMemoryBound(to: UInt64.self)) }
  }
}

/// A cluster during a scan.
struct ScannedCluster {
  let base: UnsafeMutableRawPointer
  let columns: UnsafePointer<ColumnOffset>
  let context: UnsafeMutablePointer<AccessContext>
  let firstKey: Int64
  let capacity: Int
  /// The distance in bytes to the cluster that is scanned a few steps later, for prefetching; 0 if that cluster is not cached or its
  /// capacity differs.
  var ahead = 0
  /// The distance in bytes to the next cluster, for cells whose position differs too much between clusters to be prefetched far ahead; 0 in
  /// the same cases as `ahead`.
  var next = 0

  var words: Int { max(1, capacity / 64) }

  var liveness: ClusterBits {
    let cluster = Cluster(base)
    if words == 4 {
      return ClusterBits(words: (cluster.livenessWord(0), cluster.livenessWord(1), cluster.livenessWord(2), cluster.livenessWord(3)))
    }
    var bits = ClusterBits.none
    for word in 0..<words { bits[word] = cluster.livenessWord(word) }
    return bits
  }

  func row(_ slot: Int) -> RowAccess {
    RowAccess(
      base: base, columns: columns, context: context, generation: context.pointee.generation, writable: 0, slot: slot,
      key: firstKey + Int64(slot))
  }
}

extension _RealmCore {
  /// Calls `body` with each cluster of a table; clusters without rows may be skipped.
  func scan(_ ordinal: Int, _ body: (ScannedCluster) -> Void) {
    guard let table = session.table(ordinal) else { return }
    if let numbers = reading({ () throws(StoreError) in try session.sparseClusters(ordinal) }) { return scan(table, numbers, body) }
    let count = session.clusterCount(ordinal)
    for number in 0..<count {
      // A header is prefetched earlier than the columns, because prefetching the columns reads it.
      if let later = context.pointee.tables?[ordinal].cachedCluster(number + 2 * lead) { ashlar_prefetch(later) }
      var cluster = scanned(table, number)
      cluster.next = distance(from: cluster, to: number + 1, ordinal)
      cluster.ahead = distance(from: cluster, to: number + lead, ordinal)
      body(cluster)
    }
    session.noteVisits(count)
  }

  /// Calls `body` like `scan`, for bodies that keep no pointers into a cluster when `ScanSteps.Ring.capacity` others have followed: a table
  /// of an encrypted file that exceeds the memory for decrypted values is read through scratch memory.
  func scanOnce(_ ordinal: Int, _ body: (ScannedCluster) -> Void) {
    guard let table = session.table(ordinal), let ring = reading({ () throws(StoreError) in try session.scratchRing(ordinal) }) else {
      return scan(ordinal, body)
    }
    let sparse = reading { () throws(StoreError) in try session.sparseClusters(ordinal) }
    let count = sparse?.count ?? session.clusterCount(ordinal)
    for index in 0..<count {
      let number = sparse?[index] ?? index
      let cluster = reading { () throws(StoreError) in try session.currentCluster(table, number, in: ring) }
      body(
        ScannedCluster(
          base: cluster.base, columns: cluster.columns, context: context, firstKey: Int64(number) << Int64(table.layout.shift),
          capacity: cluster.capacity))
    }
    session.noteVisits(count)
  }

  /// Calls `body` with the first clusters of a table, at most `most`, until it returns false; clusters without rows may be skipped. Returns
  /// true if `body` never returned false and no cluster remains.
  func scanFirst(_ ordinal: Int, clusters most: Int, _ body: (ScannedCluster) -> Bool) -> Bool {
    guard let table = session.table(ordinal) else { return true }
    let sparse = reading { () throws(StoreError) in try session.sparseClusters(ordinal) }
    let count = sparse?.count ?? session.clusterCount(ordinal)
    for index in 0..<min(count, most) {
      session.noteVisits(1)
      if !body(scanned(table, sparse?[index] ?? index)) { return false }
    }
    return count <= most
  }

  /// Calls `body` with the last clusters of a table, at most `most`.
  func scanLast(_ ordinal: Int, clusters most: Int, _ body: (ScannedCluster) -> Void) {
    guard let table = session.table(ordinal) else { return }
    let sparse = reading { () throws(StoreError) in try session.sparseClusters(ordinal) }
    let count = sparse?.count ?? session.clusterCount(ordinal)
    let first = max(0, count - most)
    for index in first..<count { body(scanned(table, sparse?[index] ?? index)) }
    session.noteVisits(count - first)
  }

  /// Calls `body` with the clusters of a table, beginning with the cluster of `key`, until it returns false; clusters without rows may be
  /// skipped.
  func scan(_ ordinal: Int, from key: Int64, _ body: (ScannedCluster) -> Bool) {
    guard let table = session.table(ordinal) else { return }
    let sparse = reading { () throws(StoreError) in try session.sparseClusters(ordinal) }
    let count = sparse?.count ?? session.clusterCount(ordinal)
    let wanted = Int(key >> Int64(table.layout.shift))
    // The numbers of sparse clusters are in ascending order.
    var index = sparse.map { numbers in numbers.firstIndex { $0 >= wanted } ?? count } ?? min(wanted, count)
    while index < count {
      session.noteVisits(1)
      if !body(scanned(table, sparse?[index] ?? index)) { return }
      index += 1
    }
  }

  // The distance of prefetching, in clusters. Scanning one cluster takes less time than a memory access, but memory that is prefetched too
  // early is evicted again.
  private var lead: Int { 4 }

  // Scans the clusters that remain after deletions.
  private func scan(_ table: TableDefinition, _ numbers: [Int], _ body: (ScannedCluster) -> Void) {
    func distance(from cluster: ScannedCluster, to index: Int) -> Int {
      index < numbers.count ? self.distance(from: cluster, to: numbers[index], table.ordinal) : 0
    }
    for (index, number) in numbers.enumerated() {
      if index + 2 * lead < numbers.count,
        let later = context.pointee.tables?[table.ordinal].cachedCluster(numbers[index + 2 * lead])
      {
        ashlar_prefetch(later)
      }
      var cluster = scanned(table, number)
      cluster.next = distance(from: cluster, to: index + 1)
      cluster.ahead = distance(from: cluster, to: index + lead)
      body(cluster)
    }
    session.noteVisits(numbers.count)
  }

  // Returns the distance in bytes; 0 if the other cluster is not cached yet or its capacity differs.
  @inline(__always)
  private func distance(from cluster: ScannedCluster, to number: Int, _ ordinal: Int) -> Int {
    guard let other = context.pointee.tables?[ordinal].cachedCluster(number), Cluster(other).capacity == cluster.capacity else { return 0 }
    return other - cluster.base
  }

  /// Returns the current version of a cluster.
  @inline(__always)
  func scanned(_ table: TableDefinition, _ number: Int) -> ScannedCluster {
    let firstKey = Int64(number) << Int64(table.layout.shift)
    guard let view = context.pointee.tables.map({ $0 + table.ordinal }) else { return scannedFirst(table, number, firstKey) }
    let entry = view.pointee.entry(number)
    guard let base = TableView.base(entry) else { return scannedFirst(table, number, firstKey) }
    // This path does not read the header, so that the next reads need not wait for it.
    if TableView.isPlain(entry) {
      return ScannedCluster(
        base: base, columns: view.pointee.columnsFull, context: context, firstKey: firstKey, capacity: 1 << view.pointee.shift)
    }
    return ScannedCluster(
      base: base, columns: view.pointee.columns(at: base, number), context: context, firstKey: firstKey, capacity: Cluster(base).capacity)
  }

  @inline(never)
  private func scannedFirst(_ table: TableDefinition, _ number: Int, _ firstKey: Int64) -> ScannedCluster {
    let cluster = reading { () throws(StoreError) in try session.currentCluster(table, number) }
    return ScannedCluster(
      base: cluster.base, columns: cluster.columns, context: context, firstKey: firstKey, capacity: cluster.capacity)
  }
}
