#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Which clusters of a table have rows and, once `hasCounts`, how many: so that nobody walks the clusters that deletions have
/// emptied, and the row at a position is found without a list of all rows.
///
/// A tree with 64 children a node, kept as one array a level. In memory only: a session makes it from the keys of the stored
/// clusters when it first needs it.
///
/// Invariants:
/// - a level of `bits` has a bit for each of the clusters below `capacity`, or for each word of the level below, which is set when the
///   cluster has rows or the word is not 0; the highest level is one word.
/// - with `hasCounts`, `counts` has the rows of each cluster, and a level of `sums` the sums of 64 numbers of the level below; the
///   highest has at most 64.
/// - `numbers`, when it is there, lists the clusters with rows in ascending order.
final class LiveClusters {
  /// More of them than this are not kept: to make the tree again is faster.
  static let mostOutdated = 1024

  @exclusivity(unchecked) var capacity: Int
  @exclusivity(unchecked) var bits: [UnsafeMutablePointer<UInt64>] = []
  @exclusivity(unchecked) var counts: UnsafeMutablePointer<UInt16>?
  @exclusivity(unchecked) var sums: [UnsafeMutablePointer<Int>] = []
  @exclusivity(unchecked) var listed: [Int]?
  /// Clusters of which other sessions may have changed the rows.
  @exclusivity(unchecked) var outdated: [Int] = []

  /// Room for `clusters`, none of which has rows.
  init(clusters: Int) {
    capacity = max(64, clusters)
    allocateBits()
  }

  deinit {
    for level in bits { free(level) }
    for level in sums { free(level) }
    free(counts)
  }

  /// Whether it knows how many rows clusters have.
  var hasCounts: Bool { counts != nil }

  // MARK: - Changes

  /// A cluster has so many rows now.
  func set(_ number: Int, rows: Int) {
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
      }
    }
    let mask: UInt64 = 1 << UInt64(number & 63)
    let word = bits[0][number >> 6]
    if (word & mask != 0) == (rows > 0) { return }
    listed = nil
    if rows > 0 { insert(number) } else { remove(number) }
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

  /// Learns how many rows each cluster has. Nothing changes when `rows` throws.
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
  }
}
