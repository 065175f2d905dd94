/// The steps that arrange the rows matching a condition, in the order in which they are applied.
struct Arrangement {
  enum Step {
    case sorted(SortOrder)
    case distinct(DistinctRows)
    case limited(RowLimit)
    case page(PageOfRows)
  }

  private(set) var steps: [Step] = []

  var isEmpty: Bool { steps.isEmpty }

  /// Whether the steps preserve the number of rows.
  var keepsCount: Bool { steps.allSatisfy { if case .sorted = $0 { true } else { false } } }

  /// Whether `count(of:)` can compute the resulting number of rows.
  var isCountable: Bool {
    steps.allSatisfy { step in
      switch step {
      case .sorted, .limited: true
      case .distinct, .page: false
      }
    }
  }

  /// Returns the number of rows that the steps retain of `rows` rows. Requires `isCountable`.
  func count(of rows: Int) -> Int {
    steps.reduce(rows) { rows, step in if case .limited(let limit) = step { limit.count(of: rows) } else { rows } }
  }

  /// Whether a limit or a page can omit rows; if so, a condition can have different results before and after the steps.
  var isLimited: Bool {
    steps.contains { step in
      switch step {
      case .limited, .page: true
      case .sorted, .distinct: false
      }
    }
  }

  /// Whether the last step sorts; if so, the first rows can be found without sorting the others.
  var endsSorted: Bool { if case .sorted? = steps.last { true } else { false } }

  /// Returns the order and the range of rows to find if the steps are a sort and a limit whose offset and count are each at most 10,000.
  /// For a sort alone, the range consists of the first `most` rows. Returns nil for other steps, and for a sort alone if `most` is nil.
  func onlyFirst(_ most: Int? = nil) -> (order: SortOrder, offset: Int, count: Int)? {
    guard case .sorted(let order)? = steps.first else { return nil }
    if steps.count == 1, let most { return (order, 0, most) }
    guard steps.count == 2, case .limited(let limit) = steps[1], limit.count <= 10_000, limit.offset <= 10_000 else { return nil }
    return (order, limit.offset, limit.count)
  }

  /// The order of the first step if it is a sort; otherwise nil.
  var firstOrder: SortOrder? { if case .sorted(let order)? = steps.first { order } else { nil } }

  /// The page if the steps are a sort and a page; otherwise nil.
  var onlySortedPage: PageOfRows? {
    guard steps.count == 2, case .sorted = steps[0], case .page(let page) = steps[1] else { return nil }
    return page
  }

  /// The order of the last sort step; nil if no step sorts.
  var lastOrder: SortOrder? {
    for step in steps.reversed() { if case .sorted(let order) = step { return order } }
    return nil
  }

  /// The number of sort steps.
  var orders: Int { steps.count { if case .sorted = $0 { true } else { false } } }

  /// The distinct step if it is the only step; otherwise nil.
  var onlyDistinct: DistinctRows? {
    if steps.count == 1, case .distinct(let rows) = steps[0] { rows } else { nil }
  }

  /// The page step if it is the only step; otherwise nil.
  var onlyPage: PageOfRows? {
    if steps.count == 1, case .page(let page) = steps[0] { page } else { nil }
  }

  /// The tables, reached through links, whose rows determine order and equality.
  var tables: Set<Int> {
    var found: Set<Int> = []
    for step in steps {
      switch step {
      case .sorted(let order): for term in order.terms { found.formUnion(term.path.tables(order.core)) }
      case .distinct(let rows): found.formUnion(rows.tables)
      case .limited, .page: break
      }
    }
    return found
  }

  /// Returns this arrangement with a step appended.
  func then(_ step: Step) -> Arrangement {
    var result = self
    // The new order takes precedence; the earlier one determines the order of rows that are equal in the new order.
    if case .sorted(let order) = step, case .sorted(let earlier)? = steps.last {
      result.steps[steps.count - 1] = .sorted(order.then(earlier))
    } else {
      result.steps.append(step)
    }
    return result
  }

  func applied(to keys: [Int64]) -> [Int64] {
    var keys = keys
    // An order that is not applied yet, because the limit or page after it needs only some of the rows sorted.
    var pending: SortOrder?
    for (index, step) in steps.enumerated() {
      switch step {
      case .sorted(let order):
        if index + 1 < steps.count, steps[index + 1].takesFew { pending = order } else { keys = order.sorted(keys) }
      case .distinct(let rows): keys = rows.first(of: keys)
      case .limited(let limit): keys = limit.rows(of: keys, in: pending)
      case .page(let page): keys = page.rows(of: keys, isSorted: pending == nil)
      }
      if case .sorted = step {} else { pending = nil }
    }
    return keys
  }

  /// Returns the first `most` keys of the result of `applied`.
  func first(_ most: Int, of keys: [Int64]) -> [Int64] {
    guard case .sorted(let order)? = steps.last else { return Array(applied(to: keys).prefix(most)) }
    var earlier = self
    earlier.steps.removeLast()
    return order.first(most, of: earlier.applied(to: keys))
  }
}

extension Arrangement.Step {
  fileprivate var takesFew: Bool {
    switch self {
    case .limited, .page: true
    case .sorted, .distinct: false
    }
  }
}
