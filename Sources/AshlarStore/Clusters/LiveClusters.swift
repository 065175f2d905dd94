#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The clusters of a table that have rows and, once `hasCounts` is true, the number of rows in each. Iteration skips clusters that
/// deletions have emptied, and the row at a position is found without a list of all rows.
///
/// The structure is a tree with 64 children per node, stored as one array per level. It exists in memory only: a session builds it from the
/// keys of the stored clusters on first use.
///
/// Invariants:
/// - The lowest level of `bits` has one bit for each cluster number less than `capacity`; the bit is set if the cluster has rows. Every
///   other level has one bit for each word of the next lower level; the bit is set if the word is not 0. The highest level is one word.
/// - If `hasCounts`, `counts` contains the number of rows in each cluster, and each level of `sums` contains a sum for every 64 numbers of
///   the level below. The highest level has at most 64 sums.
/// - `numbers`, if cached, lists the clusters with rows in ascending order.
final class LiveClusters {
  #if ASHLAR_CHECKED
    // A change of a larger tree is not checked: visiting all clusters would take too long.
    private static let mostChecked = 4096
  #endif

  /// The maximum number of outdated clusters to record; if there are more, rebuilding the tree is faster.
  static let mostOutdated = 1024

  @exclusivity(unchecked) var capacity: Int
  @exclusivity(unchecked) var bits: [UnsafeMutablePointer<UInt64>] = []
  @exclusivity(unchecked) var counts: UnsafeMutablePointer<UInt16>?
  @exclusivity(unchecked) var sums: [UnsafeMutablePointer<Int>] = []
  @exclusivity(unchecked) var listed: [Int]?
  /// Clusters whose rows other sessions may have changed.
  @exclusivity(unchecked) var outdated: [Int] = []

  /// Creates a tree for `clusters` clusters, none of which has rows.
  init(clusters: Int) {
    capacity = max(64, clusters)
    allocateBits()
  }

  deinit {
    for level in bits { free(level) }
    for level in sums { free(level) }
    free(counts)
  }

  /// Whether the number of rows in each cluster is known.
  var hasCounts: Bool { counts != nil }

  // MARK: - Changes

  /// Records that a cluster now has `rows` rows.
  func set(_ number: Int, rows: Int) {
    assert(number >= 0 && rows >= 0 && rows <= ClusterHeader.mostRows, "a cluster has at most \(ClusterHeader.mostRows) rows")
    if number >= capacity {
      if rows == 0 { return }
      grow(to: number + 1)
    }
    if let counts {
      let change = rows - Int(counts[number])
      if change == 0 { return }
      counts[number] = UInt16(rows)
      var place = number
      for level in sums {
        place >>= 6
        level[place] += change
        assert(level[place] >= 0, "a sum is that of the numbers below")
      }
    }
    let mask: UInt64 = 1 << UInt64(number & 63)
    let word = bits[0][number >> 6]
    if (word & mask != 0) == (rows > 0) { return }
    listed = nil
    if rows > 0 { insert(number) } else { remove(number) }
    #if ASHLAR_CHECKED
      if capacity <= LiveClusters.mostChecked { _checkInvariants() }
    #endif
  }

  func insert(_ number: Int) {
    var place = number
    for level in bits {
      let word = level[place >> 6]
      level[place >> 6] = word | 1 << UInt64(place & 63)
      if word != 0 { return }
      place >>= 6
    }
  }

  func remove(_ number: Int) {
    var place = number
    for level in bits {
      let word = level[place >> 6] & ~(1 << UInt64(place & 63))
      level[place >> 6] = word
      if word != 0 { return }
      place >>= 6
    }
  }

  /// Records the number of rows in each cluster, which `rows` returns. Changes nothing if `rows` throws.
  func count<Failure: Error>(_ rows: (_ number: Int) throws(Failure) -> Int) throws(Failure) {
    let made = LiveClusters.zeros(capacity, UInt16.self)
    var number = next(from: 0)
    do throws(Failure) {
      while let found = number {
        made[found] = UInt16(try rows(found))
        number = next(from: found + 1)
      }
    } catch {
      free(made)
      throw error
    }
    counts = made
    addUp()
    #if ASHLAR_CHECKED
      _checkInvariants()
    #endif
  }
}
