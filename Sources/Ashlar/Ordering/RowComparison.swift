import AshlarStore

/// One row's place in an order among others, as both are now.
///
/// Nothing may be written while one of these is in use.
struct RowComparison {
  private let order: SortOrder?
  private let key: Int64
  private let values: [CapturedValue]

  /// - Parameter order: nil for the order of the keys.
  init(_ order: SortOrder?, _ key: Int64) {
    self.order = order
    self.key = key
    values = order?.captured(key) ?? []
  }

  /// Whether another row comes before this one; of equal ones the one with the smaller key does. O(properties).
  func isAfter(_ other: Int64) -> Bool {
    guard let order else { return other < key }
    for (term, value) in zip(order.terms, values) {
      let comparison = TermValues(term.path, [other], order.root, order.core, and: value).order(0, 1)
      if comparison != 0 { return (comparison < 0) == term.ascending }
    }
    return other < key
  }
}
