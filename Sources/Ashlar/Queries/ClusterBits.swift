import AshlarSchema
import AshlarStore
import CAshlar

/// One bit for each row of a cluster, at most 256.
struct ClusterBits {
  var words: (UInt64, UInt64, UInt64, UInt64)

  static let none = ClusterBits(words: (0, 0, 0, 0))

  var isEmpty: Bool { words.0 | words.1 | words.2 | words.3 == 0 }

  var count: Int { words.0.nonzeroBitCount + words.1.nonzeroBitCount + words.2.nonzeroBitCount + words.3.nonzeroBitCount }

  subscript(word: Int) -> UInt64 {
    get { withUnsafeBytes(of: words) { $0.load(fromByteOffset: word * 8, as: UInt64.self) } }
    set { withUnsafeMutableBytes(of: &words) { $0.storeBytes(of: newValue, toByteOffset: word * 8, as: UInt64.self) } }
  }

  mutating func formIntersection(_ other: ClusterBits) {
    words = (words.0 & other.words.0, words.1 & other.words.1, words.2 & other.words.2, words.3 & other.words.3)
  }

  mutating func formUnion(_ other: ClusterBits) {
    words = (words.0 | other.words.0, words.1 | other.words.1, words.2 | other.words.2, words.3 | other.words.3)
  }

  mutating func subtract(_ other: ClusterBits) {
    words = (words.0 & ~other.words.0, words.1 & ~other.words.1, words.2 & ~other.words.2, words.3 & ~other.words.3)
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

/// A cluster while it is scanned.
struct ScannedCluster {
  let base: UnsafeMutableRawPointer
  let columns: UnsafePointer<ColumnOffset>
  let context: UnsafeMutablePointer<AccessContext>
  let firstKey: Int64
  let capacity: Int
  /// How far away the cluster is that will be scanned next, in bytes; 0 when it is not known, or lies differently.
  var ahead = 0

  var words: Int { max(1, capacity / 64) }

  var liveness: ClusterBits {
    var bits = ClusterBits.none
    for word in 0..<words { bits[word] = base.livenessWord(word) }
    return bits
  }

  func row(_ slot: Int) -> RowAccess {
    RowAccess(
      base: base, columns: columns, context: context, generation: context.pointee.generation, writable: 0, slot: slot,
      key: firstKey + Int64(slot))
  }
}

extension RealmCore {
  /// Calls `body` with each cluster of a table that has rows.
  func scan(_ ordinal: Int, _ body: (ScannedCluster) -> Void) {
    guard let table = session.table(ordinal) else { return }
    let count = session.clusterCount(ordinal)
    guard var cluster = count > 0 ? scanned(table, 0) : nil else { return }
    for number in 1..<count {
      // A header is where a scan would wait for memory.
      if let later = context.pointee.tables?[ordinal].cachedCluster(number + 4) { ashlar_ask_for(later) }
      let next = scanned(table, number)
      if next.capacity == cluster.capacity { cluster.ahead = next.base - cluster.base }
      body(cluster)
      cluster = next
    }
    body(cluster)
  }

  /// A cluster as it is now.
  @inline(__always)
  func scanned(_ table: TableDefinition, _ number: Int) -> ScannedCluster {
    let firstKey = Int64(number) << Int64(table.layout.shift)
    if let view = context.pointee.tables.map({ $0 + table.ordinal }), let base = view.pointee.cachedCluster(number) {
      return ScannedCluster(
        base: base, columns: view.pointee.columns(at: base), context: context, firstKey: firstKey, capacity: base.rowCapacity)
    }
    return scannedFirst(table, number, firstKey)
  }

  @inline(never)
  private func scannedFirst(_ table: TableDefinition, _ number: Int, _ firstKey: Int64) -> ScannedCluster {
    let cluster = reading { () throws(StoreError) in try session.currentCluster(table, number) }
    return ScannedCluster(
      base: cluster.base, columns: cluster.columns, context: context, firstKey: firstKey, capacity: cluster.capacity)
  }
}
