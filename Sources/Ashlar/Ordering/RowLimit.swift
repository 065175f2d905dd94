/// At most `count` rows, beginning at `offset`.
struct RowLimit {
  let offset: Int
  let count: Int

  func count(of rows: Int) -> Int { min(count, max(0, rows - offset)) }

  /// Returns the rows in the range, in `order` or, if it is nil, in the order given. Complexity: that of `SortOrder.first(_:of:)` for the
  /// rows up to the last one in the range.
  func rows(of keys: [Int64], in order: SortOrder?) -> [Int64] {
    let end = offset.addingReportingOverflow(count)
    return Array((order?.first(end.overflow ? Int.max : end.partialValue, of: keys) ?? keys).dropFirst(offset).prefix(count))
  }
}
