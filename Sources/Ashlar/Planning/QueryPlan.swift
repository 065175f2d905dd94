/// How results were found: which indexes were asked, what was scanned, and how many rows that met.
///
///     print(people.where { $0.city == "Oslo" && $0.age > 30 }.explain())
///
///     Person: 210 rows, 0.04 ms
///     ├─ index city == "Oslo": expected 1200, met 1200
///     └─ check age > 30: 1200 rows, 210 left
///
/// Steps are in the order in which they were taken; those of a step lie below it. A search in an index that turned out to take longer than
/// a scan says that it was given up.
public struct QueryPlan: Sendable, Hashable {
  /// What was done, and with how many rows.
  public struct Step: Sendable, Hashable {
    /// What was done to which condition or order, such as `index city == "Oslo"`.
    public internal(set) var text: String
    /// How many rows were expected, or were there to look at; nil where that does not matter.
    public internal(set) var expected: Int?
    /// How many rows it left; nil where it was given up.
    public internal(set) var met: Int?
    /// What it consists of.
    public internal(set) var steps: [Step]
    // Whether it only arranges rows.
    var isOrder = false
  }

  /// The type of the objects.
  public let type: String
  /// How many rows there are.
  public let count: Int
  /// How long that took, once: the time that describing it took is not in it.
  public let duration: Duration
  /// What was done, in its order.
  public let steps: [Step]

  /// The plan as a tree, without the time.
  public var outline: String { tree(type + ": " + QueryPlan.rows(count)) }

  fileprivate static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }

  private func tree(_ head: String) -> String {
    // Lines of a step that is open, and those before which its steps stand.
    var lines = [head]
    var pending: [(step: Step, indent: String, isLast: Bool)] = []
    func add(_ steps: [Step], _ indent: String) {
      for (index, step) in steps.enumerated().reversed() { pending.append((step, indent, index == steps.count - 1)) }
    }
    add(steps, "")
    while let (step, indent, isLast) = pending.popLast() {
      lines.append(indent + (isLast ? "└─ " : "├─ ") + step.line)
      add(step.steps, indent + (isLast ? "   " : "│  "))
    }
    return lines.joined(separator: "\n")
  }
}

extension QueryPlan: CustomStringConvertible {
  /// The plan as a tree, with the time.
  public var description: String {
    let (seconds, attoseconds) = duration.components
    // In hundredths of a millisecond.
    let hundredths = seconds * 100_000 + attoseconds / 10_000_000_000_000
    let rest = hundredths % 100
    return tree("\(type): \(QueryPlan.rows(count)), \(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) ms")
  }
}

extension QueryPlan.Step {
  fileprivate var line: String {
    let expectation = expected.map { "\($0)" } ?? ""
    if isOrder { return text }
    guard let met else { return "\(text): given up, a scan takes less time" }
    if text.hasPrefix("scan") || text.hasPrefix("check") { return "\(text): \(QueryPlan.rows(expected ?? met)), \(met) left" }
    return expected == nil ? "\(text): \(QueryPlan.rows(met))" : "\(text): expected \(expectation), met \(met)"
  }
}
