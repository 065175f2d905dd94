import AshlarSchema
import AshlarStore
import CAshlar

/// At most so many rows that follow one row, from where that stood when the page was asked for.
struct PageOfRows {
  struct Start {
    let key: Int64
    /// Of the order that rows come in.
    let values: [CapturedValue]
  }

  /// Nil for the first page.
  let start: Start?
  let size: Int
  /// The order that rows come in, nil for their own.
  let order: SortOrder?
  /// Whether rows that are equal come in the order of their keys.
  let isKeyOrder: Bool

  /// `isSorted` says that the rows are in the order already. O(n).
  func rows(of keys: [Int64], isSorted: Bool) -> [Int64] {
    guard let start else { return isSorted ? Array(keys.prefix(size)) : order?.first(size, of: keys) ?? Array(keys.prefix(size)) }
    // Where those begin that follow it and are equal to it.
    let next = keys.firstIndex(of: start.key).map { $0 + 1 } ?? (isKeyOrder ? keys.firstIndex { $0 > start.key } ?? keys.count : 0)
    guard let order else { return Array(keys[next...].prefix(size)) }
    let following = order.following(start, keys, ties: next)
    return isSorted ? Array(following.prefix(size)) : order.first(size, of: following)
  }
}

extension SortOrder {
  /// Those keys that stand behind a row in this order: of rows equal to it, those from the position `ties` on.
  fileprivate func following(_ row: PageOfRows.Start, _ keys: [Int64], ties: Int) -> [Int64] {
    // What is equal up to now, and what is known to follow.
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
  /// Negative, zero or positive, as the value of the first row is before, equal to or behind that of the second.
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
