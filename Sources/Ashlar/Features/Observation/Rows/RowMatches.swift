extension RowEdits {
  /// Returns the positions of the elements that two strictly ascending sequences share.
  static func matches(ascending old: [Int64], _ new: [Int64]) -> [(old: Int, new: Int)] {
    var found: [(old: Int, new: Int)] = []
    found.reserveCapacity(min(old.count, new.count))
    var (i, j) = (0, 0)
    while i < old.count, j < new.count {
      if old[i] == new[j] {
        found.append((i, j))
        i += 1
        j += 1
      } else if old[i] < new[j] {
        i += 1
      } else {
        j += 1
      }
    }
    return found
  }

  /// Returns the positions of the elements that keep their relative order: all elements for which `mayMove` is false, unless their order
  /// has changed, and as many as possible of the other elements. Equal elements are matched in the order of their positions. Complexity:
  /// O((n + m) log n); a common prefix and a common suffix cost O(1) per element.
  static func matches<Element: Hashable>(_ old: [Element], _ new: [Element], mayMove: (Element) -> Bool) -> [(old: Int, new: Int)] {
    let (start, last) = equalEnds(old, new)
    let (oldEnd, newEnd) = (old.count - last, new.count - last)
    var found = (0..<start).map { (old: $0, new: $0) }
    if start < oldEnd, start < newEnd { found += middle(old, start..<oldEnd, new, start..<newEnd, mayMove) }
    found += (0..<old.count - oldEnd).map { (old: oldEnd + $0, new: newEnd + $0) }
    return found
  }

  /// Returns the number of equal elements at the beginning and, among the remaining elements, the number of equal elements at the end.
  static func equalEnds<Element: Equatable>(_ old: [Element], _ new: [Element]) -> (first: Int, last: Int) {
    let most = min(old.count, new.count)
    var first = 0
    while first < most, old[first] == new[first] { first += 1 }
    var last = 0
    while last < most - first, old[old.count - 1 - last] == new[new.count - 1 - last] { last += 1 }
    return (first, last)
  }

  private static func middle<Element: Hashable>(
    _ old: [Element], _ oldRange: Range<Int>, _ new: [Element], _ newRange: Range<Int>, _ mayMove: (Element) -> Bool
  ) -> [(old: Int, new: Int)] {
    var places: [Element: [Int]] = [:]
    for index in oldRange.reversed() { places[old[index], default: []].append(index) }
    var candidates: [(old: Int, new: Int)] = []
    for index in newRange {
      if let place = places[new[index]]?.popLast() { candidates.append((place, index)) }
    }
    let anchors = candidates.indices.filter { !mayMove(new[candidates[$0].new]) }
    let areInOrder = zip(anchors, anchors.dropFirst()).allSatisfy { candidates[$0].old < candidates[$1].old }
    if !areInOrder { return longestAscending(candidates[...], above: -1, below: .max) }
    var found: [(old: Int, new: Int)] = []
    var (first, low) = (0, -1)
    for anchor in anchors {
      found += longestAscending(candidates[first..<anchor], above: low, below: candidates[anchor].old)
      found.append(candidates[anchor])
      (first, low) = (anchor + 1, candidates[anchor].old)
    }
    return found + longestAscending(candidates[first...], above: low, below: .max)
  }

  // Returns the longest subsequence whose old positions are ascending and between `low` and `high`, exclusive, by patience sorting.
  static func longestAscending(
    _ candidates: ArraySlice<(old: Int, new: Int)>, above low: Int, below high: Int
  ) -> [(old: Int, new: Int)] {
    var tails: [Int] = []
    var before = [Int](repeating: -1, count: candidates.count)
    for index in candidates.indices {
      let value = candidates[index].old
      guard value > low, value < high else { continue }
      var (from, to) = (0, tails.count)
      while from < to {
        let half = (from + to) / 2
        if candidates[tails[half]].old < value { from = half + 1 } else { to = half }
      }
      if from > 0 { before[index - candidates.startIndex] = tails[from - 1] }
      if from == tails.count { tails.append(index) } else { tails[from] = index }
    }
    var result: [(old: Int, new: Int)] = []
    var place = tails.last ?? -1
    while place >= 0 {
      result.append(candidates[place])
      place = before[place - candidates.startIndex]
    }
    return result.reversed()
  }
}
