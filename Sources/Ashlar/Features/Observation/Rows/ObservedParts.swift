/// The elements of a list or a set as an observer stores them: divided into the segments of the file, so that segments that a later version
/// still contains are neither read nor compared again.
struct ObservedParts<Element: Hashable> {
  /// Consecutive elements: those of one segment, or all elements if the collection is not stored in segments.
  struct Part {
    /// The number of the segment, which identifies the same elements in every version; 0 for elements that are not in a segment.
    let number: UInt64
    let elements: [Element]
  }

  private(set) var parts: [Part] = []
  /// The position of the first element of each part, followed by the total number of elements.
  private(set) var starts = [0]

  var count: Int { starts[parts.count] }

  init() {}

  init(_ elements: [Element]) { append(Part(number: 0, elements: elements)) }

  mutating func append(_ part: Part) {
    starts.append(count + part.elements.count)
    parts.append(part)
  }

  /// All elements. Complexity: O(n).
  var all: [Element] { elements(parts.indices) }

  /// Returns the elements of a range of parts.
  func elements(_ range: Range<Int>) -> [Element] {
    if range.count == 1 { return parts[range.lowerBound].elements }
    var found: [Element] = []
    found.reserveCapacity(starts[range.upperBound] - starts[range.lowerBound])
    for part in parts[range] { found += part.elements }
    return found
  }

  /// The element at a position. Complexity: O(log parts).
  subscript(position: Int) -> Element {
    var (low, high) = (0, parts.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle + 1] <= position { low = middle + 1 } else { high = middle }
    }
    return parts[low].elements[position - starts[low]]
  }

  /// Returns the first `count` parts.
  func prefix(_ count: Int) -> ObservedParts {
    var first = ObservedParts()
    first.parts = Array(parts[..<count])
    first.starts = Array(starts[...count])
    return first
  }

  /// Returns the lengths of the longest common prefix of the parts' numbers and `numbers`, and of the longest common suffix that does not
  /// overlap it.
  func ends(like numbers: [UInt64]) -> (first: Int, last: Int) {
    var first = 0
    while first < parts.count, first < numbers.count, parts[first].number == numbers[first] { first += 1 }
    let most = min(parts.count, numbers.count) - first
    var last = 0
    while last < most, parts[parts.count - 1 - last].number == numbers[numbers.count - 1 - last] { last += 1 }
    return (first, last)
  }

  /// Returns the ranges of parts between the parts that this version and a later one share, in ascending order in both versions.
  func gaps(to new: ObservedParts) -> [(old: Range<Int>, new: Range<Int>)] {
    func isSame(_ old: Int, _ other: Int) -> Bool { parts[old].number != 0 && parts[old].number == new.parts[other].number }
    var (i, j) = (0, 0)
    while i < parts.count, j < new.parts.count, isSame(i, j) { (i, j) = (i + 1, j + 1) }
    var (oldEnd, newEnd) = (parts.count, new.parts.count)
    while oldEnd > i, newEnd > j, isSame(oldEnd - 1, newEnd - 1) { (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1) }
    var places: [UInt64: Int] = [:]
    for index in i..<oldEnd where parts[index].number != 0 { places[parts[index].number] = index }
    var gaps: [(old: Range<Int>, new: Range<Int>)] = []
    for index in j..<newEnd {
      guard let place = places[new.parts[index].number], place >= i else { continue }
      if i < place || j < index { gaps.append((i..<place, j..<index)) }
      (i, j) = (place + 1, index + 1)
    }
    if i < oldEnd || j < newEnd { gaps.append((i..<oldEnd, j..<newEnd)) }
    return gaps
  }
}

extension RowEdits {
  /// Creates the edits between two versions of a list or a set, which may share parts. Complexity: O(parts), plus the comparison of the
  /// elements in parts that are not shared.
  ///
  /// The replacement of an element of a list is a modification, unless the new element was also deleted at another index or the old element
  /// was also inserted at another index: in these cases, an element was moved.
  /// - Parameters:
  ///   - pairs: Whether elements can be replaced, which is true for lists and false for sets.
  ///   - modified: The elements that are reported as modified if they stay; nil for all.
  init<Element: Hashable>(from old: ObservedParts<Element>, to new: ObservedParts<Element>, pairs: Bool, modified: Set<Element>?) {
    self.init()
    // The positions of compared elements that stay, and the ends of the compared ranges.
    var bounds: [(old: Int, new: Int)] = []
    for gap in old.gaps(to: new) {
      let (before, after) = (old.elements(gap.old), new.elements(gap.new))
      // Equal elements at both ends stay. They are excluded from the comparison, because they have no edits and are not between edits.
      let (first, last) = RowEdits.equalEnds(before, after)
      let (oldStart, newStart) = (old.starts[gap.old.lowerBound] + first, new.starts[gap.new.lowerBound] + first)
      let (changed, current) = (Array(before[first..<before.count - last]), Array(after[first..<after.count - last]))
      let stays = RowEdits.matches(changed, current) { _ in true }
      var edits = RowEdits()
      edits.fill(changed.count, current.count, stays)
      deletions += edits.deletions.map { $0 + oldStart }
      insertions += edits.insertions.map { $0 + newStart }
      // Only ranges with edits have gaps that must be separated.
      if pairs, !edits.isEmpty {
        bounds += stays.map { ($0.old + oldStart, $0.new + newStart) }
        bounds.append((old.starts[gap.old.upperBound], new.starts[gap.new.upperBound]))
      }
    }
    modifications = old.positions(of: modified, but: deletions)
    if pairs, !deletions.isEmpty, !insertions.isEmpty {
      let replaced = takePairs({ old[$0] }, { new[$0] }, bounds)
      if !replaced.isEmpty { modifications = (modifications + replaced).sorted() }
    }
  }
}

extension ObservedParts {
  // Returns the positions of the elements in `wanted`, or of all elements if it is nil, except the positions in `excluded`. The result is
  // in ascending order.
  fileprivate func positions(of wanted: Set<Element>?, but excluded: [Int]) -> [Int] {
    if let wanted, wanted.isEmpty { return [] }
    var found: [Int] = []
    // A single element is compared without hashing.
    let only = wanted?.count == 1 ? wanted?.first : nil
    for (start, part) in zip(starts, parts) {
      for (index, element) in part.elements.enumerated() {
        if let only {
          if element == only { found.append(start + index) }
        } else if wanted?.contains(element) ?? true {
          found.append(start + index)
        }
      }
    }
    if excluded.isEmpty || found.isEmpty { return found }
    let excluded = Set(excluded)
    return found.filter { !excluded.contains($0) }
  }
}
