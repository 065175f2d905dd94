extension LiveClusters {
  /// Returns the lowest number of a cluster with rows that is not less than `number`; nil if there is none. O(log clusters).
  func next(from number: Int) -> Int? {
    guard number < capacity else { return nil }
    var place = number
    var level = 0
    while level < bits.count {
      // The bits of this word from `place` on.
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

  /// Returns the highest number of a cluster with rows that is not greater than `number`; nil if there is none. O(log clusters).
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

  /// The numbers of the clusters with rows, ascending. O(clusters with rows) on the first access after a change, otherwise O(1).
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

  /// Returns the cluster that contains the row at a position among all rows, and the row's position within that cluster; nil if no row has
  /// this position. Requires `hasCounts`. O(log clusters).
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

  /// Returns the number of rows in a cluster. Requires `hasCounts`.
  func rows(in number: Int) -> Int {
    assert(hasCounts, "rows are counted before they are read")
    return number < capacity ? Int(counts?[number] ?? 0) : 0
  }

  /// Returns the number of rows in all clusters before `number`, a cluster that has rows. Requires `hasCounts`. O(log clusters).
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
}
