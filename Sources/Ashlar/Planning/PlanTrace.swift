/// What a search that is explained did, step by step.
final class PlanTrace {
  private(set) var steps: [QueryPlan.Step] = []
  /// The texts of conditions that all rows fulfil that were found.
  private(set) var covered: Set<String> = []
  /// In how many alternatives the search is: what is found there need not hold for all rows.
  var alternatives = 0
  // The steps that are open, each in the one before.
  private var open: [QueryPlan.Step] = []

  /// A step begins, within those that are open.
  func begin(_ text: String, expected: Int?) -> Int {
    open.append(QueryPlan.Step(text: text, expected: expected, met: nil, steps: []))
    return open.count
  }

  /// A step ends, and with it those within it. `met` is nil where it was given up.
  func end(_ number: Int, met: Int?) {
    while open.count >= number {
      var step = open.removeLast()
      if open.count == number - 1 { step.met = met }
      if open.isEmpty { steps.append(step) } else { open[open.count - 1].steps.append(step) }
    }
  }

  /// An index answered conditions.
  func cover(_ conditions: [Condition]) { if alternatives == 0 { for condition in conditions { covered.insert(condition.planText) } } }

  /// A step that changes no number that is told.
  func note(_ text: String) { steps.append(QueryPlan.Step(text: text, expected: nil, met: nil, steps: [], isOrder: true)) }
}
