import AshlarSchema

// Finds and removes links to a row.
extension SegmentBuffer {
  /// Returns the positions of at most `limit` links to a row, in ascending order. If there are more links, the result need not contain the
  /// first ones.
  ///
  /// The segment that was used last and the segment that would contain the links if the elements were in ascending order are searched
  /// first: objects are mostly appended in the order in which they are created, and deleted in the order of the list. O(log segments +
  /// segment) if these two contain `limit` links, otherwise O(count). After an insertion or a removal, O(segments) in addition.
  func positions(ofLinksTo target: Int64, limit: Int) -> [Int] {
    guard count > 0 else { return [] }
    let used = min(last, segments.count - 1)
    // Computes the starts of all segments.
    _ = segment(at: count - 1)
    var positions: [Int] = []
    func search(_ segment: Int) {
      let (start, _) = resolved(segment)
      let elements = UnsafeRawBufferPointer(start: start, count: segments[segment].count * width)
      ElementRun(elements, element).findLinks(to: target, first: starts[segment], limit: limit, &positions)
    }
    search(used)
    var likely = used
    if positions.count < limit, !element.hasKey {
      likely = segmentInOrder(of: target)
      if likely != used { search(likely) }
    }
    for segment in segments.indices where segment != used && segment != likely {
      if positions.count >= limit { break }
      search(segment)
    }
    return positions.sorted()
  }

  // Returns the index of the segment that would contain the links to a row if all links were in ascending order. O(log segments).
  private func segmentInOrder(of target: Int64) -> Int {
    var low = 0
    var high = segments.count
    while low < high {
      let middle = (low + high) / 2
      let first = (resolved(middle).start + element.valueOffset).loadUnaligned(as: Int64.self) - 1
      if first <= target { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// Removes the links at the positions, which must be in ascending order: removes elements of lists and sets, and sets values of maps to
  /// null. O(segment) for each affected segment, plus O(segments).
  func removeLinks(_ positions: [Int]) {
    if element.hasKey {
      for position in positions { (writable(position) + element.valueOffset).storeBytes(of: 0, as: Int64.self) }
    } else {
      remove(positions)
    }
  }
}
