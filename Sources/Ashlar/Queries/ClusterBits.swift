import AshlarSchema
import AshlarStore

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
    for number in 0..<session.clusterCount(ordinal) {
      let cluster = reading { () throws(StoreError) in try session.currentCluster(table, number) }
      body(
        ScannedCluster(
          base: cluster.base, columns: cluster.columns, context: context,
          firstKey: Int64(number) << Int64(table.layout.shift), capacity: cluster.capacity))
    }
  }
}
