/// A record of the steps of an explained search.
final class PlanTrace {
  private(set) var steps: [QueryPlan.Step] = []
  /// The printed forms of the conditions that every row found by indexes matches.
  private(set) var covered: Set<String> = []
  /// The depth of nested alternatives. Conditions that hold in one alternative need not hold for all rows.
  var alternatives = 0
  /// Whether the search is one of several that must all match, and the rows that it narrows are known.
  var isNarrowing = false
  // The open steps, each nested in the one before it.
  private var open: [QueryPlan.Step] = []

  /// Begins a step, nested in the open steps, and returns its number.
  func begin(_ text: String, expected: Int?) -> Int {
    open.append(QueryPlan.Step(text: text, expected: expected, met: nil, steps: []))
    return open.count
  }

  /// Ends a step and the steps nested in it. `met`, the number of rows found, is nil if the step was abandoned.
  /// - Parameter lacksIndex: Whether the version that is read does not have the index of the step.
  func end(_ number: Int, met: Int?, lacksIndex: Bool = false) {
    while open.count >= number {
      var step = open.removeLast()
      if open.count == number - 1 {
        step.met = met
        if met == nil { step.abandonment = reason(step, lacksIndex: lacksIndex) }
      }
      if open.isEmpty { steps.append(step) } else { open[open.count - 1].steps.append(step) }
    }
  }

  // A combination of searches is abandoned with its last part, and for the same reason.
  private func reason(_ step: QueryPlan.Step, lacksIndex: Bool) -> QueryPlan.Abandonment {
    if lacksIndex || step.steps.last?.abandonment == .noIndex { return .noIndex }
    return isNarrowing ? .check : .scan
  }

  /// Records that an index evaluated the conditions, unless they belong to an alternative.
  func cover(_ conditions: [Condition]) { if alternatives == 0 { for condition in conditions { covered.insert(condition.planText) } } }

  /// Adds a step that only sorts, limits or removes duplicates, and reports no count.
  func note(_ text: String) { steps.append(QueryPlan.Step(text: text, expected: nil, met: nil, steps: [], isOrder: true)) }
}
