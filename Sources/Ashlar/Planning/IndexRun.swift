import AshlarSchema
import AshlarStore

/// The longest run of leading parts of an index that conditions restrict: parts with `==` or `IN`, then at most one with a range or a
/// prefix.
struct IndexRun {
  // The maximum number of combinations of values for which an index is searched.
  private static let combinationLimit = 64

  let parts: [IndexPart]
  /// The encodings of the parts with `==` or `IN`, one for each combination of values.
  private(set) var starts: [[UInt8]] = [[]]
  /// The number of parts with `==` or `IN`.
  private(set) var equalities = 0
  /// The bounds of the part after those with `==` or `IN`; nil if no condition bounds that part.
  private(set) var bounds: IndexPart.Bounds?
  /// The positions of the conditions that the run covers, in the list of conditions.
  private(set) var covered: [Int] = []
  /// Whether each row that the run finds matches the covered conditions.
  private(set) var isExact = true

  /// The number of parts that the run covers.
  var length: Int { equalities + (bounds == nil ? 0 : 1) }

  /// - Parameter usesLists: Whether `IN` may have several values. If false, `starts` has at most one element.
  init(_ parts: [IndexPart], _ conditions: [Condition], usesLists: Bool = true) {
    self.parts = parts
    for part in parts {
      var tests: [(position: Int, test: Condition.Test)] = []
      for (position, condition) in conditions.enumerated() {
        if let test = condition.test(of: part.name) { tests.append((position, test)) }
      }
      if tests.isEmpty { return }
      if take(tests, of: part, most: usesLists ? IndexRun.combinationLimit : 1) { continue }
      takeBounds(tests, of: part)
      return
    }
  }

  // Adds the first condition that is `==` or `IN` to the run. Returns false if there is none.
  private mutating func take(_ tests: [(position: Int, test: Condition.Test)], of part: IndexPart, most: Int) -> Bool {
    for (position, test) in tests {
      guard let (values, isExact) = part.values(test, most: most / max(1, starts.count)) else { continue }
      starts = starts.flatMap { start in values.map { start + $0 } }
      self.isExact = self.isExact && isExact
      covered.append(position)
      equalities += 1
      return true
    }
    return false
  }

  // Adds all conditions that are ranges or prefixes to the run.
  private mutating func takeBounds(_ tests: [(position: Int, test: Condition.Test)], of part: IndexPart) {
    for (position, test) in tests {
      guard let found = part.bounds(test) else { continue }
      bounds = bounds?.intersection(found) ?? found
      covered.append(position)
    }
    if let bounds { isExact = isExact && bounds.isExact }
  }

  /// Returns the range of index keys to read for one combination of values.
  func range(_ start: [UInt8]) -> (low: [UInt8], high: [UInt8]) {
    if let bounds { return (start + bounds.low, start + bounds.high) }
    return start.isEmpty ? (IndexPart.all.low, IndexPart.all.high) : (start, IndexedTuple.end(of: start))
  }
}

extension Condition {
  /// Returns the test if the condition tests a property with this name of the object itself, not of a linked object; otherwise nil.
  fileprivate func test(of name: String) -> Test? {
    guard case .test(let path, let test) = self, path.count == 1, case .name(name) = path[0] else { return nil }
    return test
  }
}
