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

  @exclusivity(unchecked) private(set) var capacity: Int
  @exclusivity(unchecked) private var bits: [UnsafeMutablePointer<UInt64>] = []
  @exclusivity(unchecked) private var counts: UnsafeMutablePointer<UInt16>?
  @exclusivity(unchecked) private var sums: [UnsafeMutablePointer<Int>] = []
  @exclusivity(unchecked) private var listed: [Int]?
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

  private func insert(_ number: Int) {
    var place = number
    for level in bits {
      let word = level[place >> 6]
      level[place >> 6] = word | 1 << UInt64(place & 63)
      if word != 0 { return }
      place >>= 6
    }
  }

  private func remove(_ number: Int) {
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

  // MARK: - Questions

  /// The first cluster with rows from `number` on. O(log clusters).
  func next(from number: Int) -> Int? {
    guard number < capacity else { return nil }
    var place = number
    var level = 0
    while level < bits.count {
      // Bits of this word from `place` on.
      let word = place >> 6 < LiveClusters.words(level, capacity) ? bits[level][place >> 6] & (.max << UInt64(place & 63)) : 0
      if word != 0 {
        place = place & ~63 | word.trailingZeroBitCount
        while level > 0 {
          level -= 1
          place = place << 6 | bits[level][place].trailingZeroBitCount
        }
        return place
      }
      place = place >> 6 + 1
      level += 1
    }
    return nil
  }

  /// The last cluster with rows up to `number`. O(log clusters).
  func last(upTo number: Int) -> Int? {
    var place = min(number, capacity - 1)
    var level = 0
    while level < bits.count, place >= 0 {
      let word = bits[level][place >> 6] & (.max >> UInt64(63 - place & 63))
      if word != 0 {
        place = place & ~63 | (63 - word.leadingZeroBitCount)
        while level > 0 {
          level -= 1
          place = place << 6 | (63 - bits[level][place].leadingZeroBitCount)
        }
        return place
      }
      place = place >> 6 - 1
      level += 1
    }
    return nil
  }

  /// The clusters with rows, ascending. O(clusters with rows) after a change, else O(1).
  var numbers: [Int] {
    if let listed { return listed }
    var found: [Int] = []
    var number = next(from: 0)
    while let live = number {
      found.append(live)
      number = next(from: live + 1)
    }
    listed = found
    return found
  }

  /// The cluster of the row at a position among all rows, and its position among the rows of that cluster; nil behind the last
  /// one. Needs `hasCounts`. O(log clusters).
  func cluster(at position: Int) -> (number: Int, position: Int)? {
    guard let counts, position >= 0 else { return nil }
    var left = position
    var place = 0
    for level in (0..<sums.count).reversed() {
      let end = min(place + 64, LiveClusters.words(level, capacity))
      while place < end, left >= sums[level][place] {
        left -= sums[level][place]
        place += 1
      }
      if place == end { return nil }
      place <<= 6
    }
    let end = min(place + 64, capacity)
    while place < end, left >= Int(counts[place]) {
      left -= Int(counts[place])
      place += 1
    }
    return place < end ? (place, left) : nil
  }

  /// How many rows a cluster has. Needs `hasCounts`.
  func rows(in number: Int) -> Int { number < capacity ? Int(counts?[number] ?? 0) : 0 }

  /// How many rows the clusters before one that has rows have. Needs `hasCounts`. O(log clusters).
  func rows(before number: Int) -> Int {
    guard let counts, number < capacity else { preconditionFailure("rows are counted before a cluster that has some") }
    var place = number
    var total = 0
    for other in (place & ~63)..<place { total += Int(counts[other]) }
    for level in sums {
      place >>= 6
      for other in (place & ~63)..<place { total += level[other] }
    }
    return total
  }

  // MARK: - Memory

  // How many words of bits a level has: so many sums has the level of the same number.
  private static func words(_ level: Int, _ capacity: Int) -> Int {
    var count = capacity
    for _ in 0...level { count = (count + 63) >> 6 }
    return count
  }

  private static func zeros<Number: BitwiseCopyable>(_ count: Int, _ type: Number.Type) -> UnsafeMutablePointer<Number> {
    // The system's, zeroed a page at a time when it is touched.
    guard let made = calloc(max(1, count), MemoryLayout<Number>.stride) else { preconditionFailure("there is no memory") }
    return made.bindMemory(to: Number.self, capacity: count)
  }

  private func allocateBits() {
    var level = 0
    while true {
      let words = LiveClusters.words(level, capacity)
      bits.append(LiveClusters.zeros(words, UInt64.self))
      if words == 1 { return }
      level += 1
    }
  }

  private func grow(to needed: Int) {
    let (oldBits, oldCounts, oldCapacity) = (bits, counts, capacity)
    capacity = max(needed, capacity * 2)
    bits = []
    allocateBits()
    bits[0].update(from: oldBits[0], count: LiveClusters.words(0, oldCapacity))
    for level in 1..<max(1, bits.count) {
      for word in 0..<LiveClusters.words(level - 1, capacity) where bits[level - 1][word] != 0 {
        bits[level][word >> 6] |= 1 << UInt64(word & 63)
      }
    }
    for level in oldBits { free(level) }
    guard let oldCounts else { return }
    let larger = LiveClusters.zeros(capacity, UInt16.self)
    larger.update(from: oldCounts, count: oldCapacity)
    free(oldCounts)
    counts = larger
    addUp()
  }

  private func addUp() {
    for level in sums { free(level) }
    sums = []
    guard let counts else { return }
    var number = next(from: 0)
    let lowest = LiveClusters.zeros(LiveClusters.words(0, capacity), Int.self)
    while let live = number {
      lowest[live >> 6] += Int(counts[live])
      number = next(from: live + 1)
    }
    sums.append(lowest)
    while LiveClusters.words(sums.count - 1, capacity) > 64 {
      let below = sums[sums.count - 1]
      let made = LiveClusters.zeros(LiveClusters.words(sums.count, capacity), Int.self)
      for place in 0..<LiveClusters.words(sums.count - 1, capacity) { made[place >> 6] += below[place] }
      sums.append(made)
    }
  }

  func _checkInvariants() {
    var live: [Int] = []
    for number in 0..<capacity {
      let isSet = bits[0][number >> 6] >> UInt64(number & 63) & 1 != 0
      if isSet { live.append(number) }
      if let counts { precondition(isSet == (counts[number] > 0), "a cluster's bit must say whether it has rows") }
    }
    precondition(listed == nil || listed == live, "the list must be that of the bits")
    for level in 1..<max(1, bits.count) {
      for word in 0..<LiveClusters.words(level - 1, capacity) {
        let isSet = bits[level][word >> 6] >> UInt64(word & 63) & 1 != 0
        precondition(isSet == (bits[level - 1][word] != 0), "a bit must say whether the word below is 0")
      }
    }
    precondition(LiveClusters.words(bits.count - 1, capacity) == 1, "the highest level must be one word")
    guard let counts else {
      precondition(sums.isEmpty, "without counts there must be no sums")
      return
    }
    for level in sums.indices {
      var below = [Int](repeating: 0, count: LiveClusters.words(level, capacity))
      if level == 0 {
        for number in 0..<capacity { below[number >> 6] += Int(counts[number]) }
      } else {
        for place in 0..<LiveClusters.words(level - 1, capacity) { below[place >> 6] += sums[level - 1][place] }
      }
      for place in below.indices { precondition(sums[level][place] == below[place], "a sum must be that of what is below") }
    }
    precondition(LiveClusters.words(sums.count - 1, capacity) <= 64, "the highest level must be one node")
  }
}
