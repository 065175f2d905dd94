import AshlarStore

/// The rows of results as an observer maintains them: the rows that match the conditions, in sort order; if they are distinct, the first
/// row of each value; and if they are limited, a range of these.
final class ObservedRows {
  /// The rows before `distinct` and `limited` are applied.
  let all: RowOrder
  /// Nil unless the rows are distinct.
  let groups: DistinctGroups?
  /// For rows of a list, their positions in the list, which order equal rows.
  let places: [Int64: Int32]?
  private let limit: RowLimit?
  /// Whether only rows that have changed can be inserted, deleted or moved by an update.
  let isMaintained: Bool
  /// The rows that are reported to the observer if they are limited; otherwise nil.
  private(set) var window: [Int64]?

  init(
    _ all: RowOrder, _ groups: DistinctGroups? = nil, _ limit: RowLimit? = nil, places: [Int64: Int32]? = nil, isMaintained: Bool = false
  ) {
    self.isMaintained = isMaintained
    self.all = all
    self.groups = groups
    self.limit = limit
    self.places = places
    _ = slide()
  }

  /// The rows that would be reported to the observer without a limit.
  var unlimited: RowOrder { groups?.firsts ?? all }

  var count: Int { window?.count ?? unlimited.count }

  /// The rows that are reported to the observer. Complexity: O(n).
  var keys: [Int64] { window ?? unlimited.keys }

  /// Recomputes the rows of a limited range. Returns the previous rows of the range; empty if the rows are not limited.
  func slide() -> [Int64] {
    guard let limit else { return [] }
    let before = window ?? []
    window = unlimited.keys(from: limit.offset, limit.count)
    return before
  }
}
