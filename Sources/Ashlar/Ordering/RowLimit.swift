/// At most so many rows, from a position on.
struct RowLimit {
  let offset: Int
  let count: Int

  func count(of rows: Int) -> Int { min(count, max(0, rows - offset)) }

  /// Rows of an order, or as they are. O(n): no more rows are sorted than those up to the last one wanted.
  func rows(of keys: [Int64], in order: SortOrder?) -> [Int64] {
    let end = offset.addingReportingOverflow(count)
    return Array((order?.first(end.overflow ? Int.max : end.partialValue, of: keys) ?? keys).dropFirst(offset).prefix(count))
  }
}
