/// What is done to the rows that a condition leaves, one step after the other.
struct Arrangement {
  enum Step {
    case sorted(SortOrder)
    case distinct(DistinctRows)
    case limited(RowLimit)
    case page(PageOfRows)
  }

  private(set) var steps: [Step] = []

  var isEmpty: Bool { steps.isEmpty }

  /// Whether there are as many rows afterwards.
  var keepsCount: Bool { steps.allSatisfy { if case .sorted = $0 { true } else { false } } }

  /// Whether `count(of:)` knows how many rows there are afterwards.
  var isCountable: Bool {
    steps.allSatisfy { step in
      switch step {
      case .sorted, .limited: true
      case .distinct, .page: false
      }
    }
  }

  /// How many of so many rows there are afterwards, where `isCountable`.
  func count(of rows: Int) -> Int {
    steps.reduce(rows) { rows, step in if case .limited(let limit) = step { limit.count(of: rows) } else { rows } }
  }

  /// Whether rows are cut off, so that a condition that is added would mean one thing before and another behind that.
  var isLimited: Bool {
    steps.contains { step in
      switch step {
      case .limited, .page: true
      case .sorted, .distinct: false
      }
    }
  }

  /// Whether the last step puts rows in order, so that the first ones are had without the others.
  var endsSorted: Bool { if case .sorted? = steps.last { true } else { false } }

  /// The order, and how many rows of it are left out and then taken, where rows are only sorted and limited; of an order alone, the first
  /// `most`.
  func onlyFirst(_ most: Int? = nil) -> (order: SortOrder, offset: Int, count: Int)? {
    guard case .sorted(let order)? = steps.first else { return nil }
    if steps.count == 1, let most { return (order, 0, most) }
    guard steps.count == 2, case .limited(let limit) = steps[1], limit.count <= 10_000, limit.offset <= 10_000 else { return nil }
    return (order, limit.offset, limit.count)
  }

  /// The order that rows are in afterwards, nil for the one that they had.
  var lastOrder: SortOrder? {
    for step in steps.reversed() { if case .sorted(let order) = step { return order } }
    return nil
  }

  /// How often rows are put in order.
  var orders: Int { steps.count { if case .sorted = $0 { true } else { false } } }

  /// What tells rows apart, where only the first of each value is kept.
  var onlyDistinct: DistinctRows? {
    if steps.count == 1, case .distinct(let rows) = steps[0] { rows } else { nil }
  }

  /// The page, where that is all there is to it.
  var onlyPage: PageOfRows? {
    if steps.count == 1, case .page(let page) = steps[0] { page } else { nil }
  }

  /// The tables behind links that decide about order and equality.
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

  /// This, and then another step.
  func then(_ step: Step) -> Arrangement {
    var result = self
    // A new order comes first, and an earlier one decides where it leaves rows equal.
    if case .sorted(let order) = step, case .sorted(let earlier)? = steps.last {
      result.steps[steps.count - 1] = .sorted(order.then(earlier))
    } else {
      result.steps.append(step)
    }
    return result
  }

  func applied(to keys: [Int64]) -> [Int64] {
    var keys = keys
    // An order whose rows a limit or a page chooses, which need no more of them sorted than they take.
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

  /// The first `most` of what `applied` gives.
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
