/// A report of how results were found: which indexes were searched, what was scanned, and the number of rows after each step.
///
/// ```swift
/// print(people.where { $0.city == "Oslo" && $0.age > 30 }.explain())
/// ```
///
/// ```
/// Person: 210 rows, 0.04 ms
/// ├─ index city == "Oslo": expected 1200, met 1200
/// └─ check age > 30: 1200 rows, 210 left
/// ```
///
/// Steps are in the order in which they ran; nested steps are indented below the step that they belong to. An index search that turned out
/// to be more expensive than testing the rows, or whose index the file does not have, is reported as "given up", with the reason. See the
/// guide, *Reading and querying*.
public struct QueryPlan: Sendable, Hashable {
  // The reason for which a search of an index found no rows.
  enum Abandonment: Sendable {
    /// A scan of all rows takes less time.
    case scan
    /// Testing the rows that the preceding searches found takes less time.
    case check
    /// The version that is read does not have the index.
    case noIndex
  }

  /// One step of the plan, with its row counts.
  public struct Step: Sendable, Hashable {
    /// The operation and the condition or order that it evaluated, such as `index city == "Oslo"`.
    public internal(set) var text: String
    /// The expected number of rows, or the number of rows to test; nil if neither applies.
    public internal(set) var expected: Int?
    /// The number of rows that the step selected; nil if it was abandoned, or if it only sorts, limits or removes duplicates.
    public internal(set) var met: Int?
    /// The steps that this step consists of.
    public internal(set) var steps: [Step]
    // Whether the step only sorts, limits or removes duplicates.
    var isOrder = false
    // Why the search was abandoned, if it was.
    var abandonment: Abandonment?
  }

  /// The type of the objects.
  public let type: String
  /// The number of rows in the results.
  public let count: Int
  /// The duration of one evaluation, excluding the time to describe it.
  public let duration: Duration
  /// The steps, in the order in which they ran.
  public let steps: [Step]

  /// The plan as a tree, without the time, for comparisons in tests.
  ///
  /// ```swift
  /// let plan = people.where { $0.age > 30 }.explain()
  /// if plan.outline.contains("scan") { print("No index was used:\n\(plan.outline)") }
  /// ```
  public var outline: String { tree(type + ": " + QueryPlan.rows(count)) }

  fileprivate static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }

  private func tree(_ head: String) -> String {
    // `pending` is a stack of the steps to print; the next one is last.
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
    // The duration in hundredths of a millisecond.
    let hundredths = seconds * 100_000 + attoseconds / 10_000_000_000_000
    let rest = hundredths % 100
    return tree("\(type): \(QueryPlan.rows(count)), \(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) ms")
  }
}

extension QueryPlan.Step {
  fileprivate var line: String {
    let expectation = expected.map { "\($0)" } ?? ""
    if isOrder { return text }
    guard let met else { return "\(text): given up, \((abandonment ?? .scan).text)" }
    if text.hasPrefix("scan") || text.hasPrefix("check") { return "\(text): \(QueryPlan.rows(expected ?? met)), \(met) left" }
    return expected == nil ? "\(text): \(QueryPlan.rows(met))" : "\(text): expected \(expectation), met \(met)"
  }
}

extension QueryPlan.Abandonment {
  fileprivate var text: String {
    switch self {
    case .scan: "a scan takes less time"
    case .check: "testing the rows found so far takes less time"
    case .noIndex: "the file does not have the index"
    }
  }
}
