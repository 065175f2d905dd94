import AshlarSchema
import AshlarStore
import CAshlar

/// A page: at most `size` rows that follow the position that a row had when the page was created.
struct PageOfRows {
  struct Start {
    let key: Int64
    /// The values that the row's sort properties had when the page was created.
    let values: [CapturedValue]
  }

  /// Nil for the first page.
  let start: Start?
  let size: Int
  /// The order of the rows; nil if they are not sorted.
  let order: SortOrder?
  /// Whether equal rows are in the order of their keys.
  let isKeyOrder: Bool

  /// Returns the same page for another Realm of the file, in which `order` is the order of the rows.
  func moved(to order: SortOrder?) -> PageOfRows { PageOfRows(start: start, size: size, order: order, isKeyOrder: isKeyOrder) }

  /// Returns the rows of the page. Complexity: O(n).
  /// - Parameters:
  ///   - keys: The rows of which the page is a part.
  ///   - isSorted: Whether `keys` are already sorted by `order`.
  func rows(of keys: [Int64], isSorted: Bool) -> [Int64] {
    guard let start else { return isSorted ? Array(keys.prefix(size)) : order?.first(size, of: keys) ?? Array(keys.prefix(size)) }
    // Rows that equal the start row follow it if their position is `next` or later.
    let next = keys.firstIndex(of: start.key).map { $0 + 1 } ?? (isKeyOrder ? keys.firstIndex { $0 > start.key } ?? keys.count : 0)
    guard let order else { return Array(keys[next...].prefix(size)) }
    let following = order.following(start, keys, ties: next)
    return isSorted ? Array(following.prefix(size)) : order.first(size, of: following)
  }
}

extension SortOrder {
  /// Returns the keys of the rows that follow a row in this order, and of the rows equal to it that are at or after the position `ties`.
  fileprivate func following(_ row: PageOfRows.Start, _ keys: [Int64], ties: Int) -> [Int64] {
    // `equal` contains the positions of rows that equal the row in the terms so far; `chosen`, those of rows that follow it.
    var equal = Array(keys.indices)
    var chosen: [Int] = []
    for (term, value) in zip(terms, row.values) {
      let values = TermValues(term.path, equal.count == keys.count ? keys : equal.map { keys[$0] }, root, core, and: value)
      let last = equal.count
      var still: [Int] = []
      for (index, position) in equal.enumerated() {
        let order = values.order(index, last)
        if order == 0 { still.append(position) } else if (order > 0) == term.ascending { chosen.append(position) }
      }
      equal = still
    }
    chosen += equal.filter { $0 >= ties }
    return chosen.sorted().map { keys[$0] }
  }
}

extension TermValues {
  /// Returns a negative number, zero or a positive number if the value of the first row sorts before, equals or sorts after that of the
  /// second.
  func order(_ first: Int, _ second: Int) -> Int {
    let (a, b) = (presence(at: first), presence(at: second))
    if a != b { return a.rawValue < b.rawValue ? -1 : 1 }
    if a != .value { return 0 }
    if let ranks { return ranks[first] == ranks[second] ? 0 : ranks[first] < ranks[second] ? -1 : 1 }
    guard let texts else { return 0 }
    return CellValue.order(UnsafeRawBufferPointer(texts[first]), UnsafeRawBufferPointer(texts[second]))
  }
}

extension UnsafeRawBufferPointer {
  fileprivate init(_ text: ashlar_text) { self.init(start: text.bytes, count: text.length) }
}
