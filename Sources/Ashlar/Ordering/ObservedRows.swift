import AshlarStore

/// The rows of results as an observer keeps them: those that the conditions leave, in their order; where they are distinct, the first of each value of
/// these; and where they are limited, a range of those.
final class ObservedRows {
  /// Rows in front of `distinct` and `limited`.
  let all: RowOrder
  /// Where rows are distinct.
  let groups: DistinctGroups?
  /// Where rows are those of a list: their places in it, which decide between equal ones.
  let places: [Int64: Int32]?
  private let limit: RowLimit?
  /// Whether only rows that changed can come, go or move.
  let isMaintained: Bool
  /// Where rows are limited, those that are told.
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

  /// Those that would be told without a limit.
  var unlimited: RowOrder { groups?.firsts ?? all }

  var count: Int { window?.count ?? unlimited.count }

  /// The rows that are told. O(n).
  var keys: [Int64] { window ?? unlimited.keys }

  /// Recomputes the rows of a limited range. Returns those that were in it before.
  func slide() -> [Int64] {
    guard let limit else { return [] }
    let before = window ?? []
    window = unlimited.keys(from: limit.offset, limit.count)
    return before
  }
}
