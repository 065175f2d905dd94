import AshlarSchema
import AshlarStore

/// A condition bound to the columns of an entity. It is evaluated cluster by cluster into one bit per row: a column of the entity is
/// scanned for all rows of a cluster, and paths through links are followed step by step.
///
/// Binding and evaluating traverse a condition of any depth without recursion.
struct Predicate {
  /// A conjunct. Conjuncts are sorted by cost, the cheapest first.
  enum Part {
    case test(RowTest)
    /// A tree of alternatives and negations.
    case steps(PredicateSteps)
  }

  let parts: [Part]

  init(_ condition: Condition, _ entity: _Entity, _ core: _RealmCore) {
    self.init(BoundTree(condition, entity, core).parts)
  }

  init(_ parts: [Part]) {
    parts.indices.dropFirst().allSatisfy { parts[$0 - 1].cost <= parts[$0].cost }
      ? (self.parts = parts)
      : (self.parts = ascendingPositions(parts.count) { parts[$0].cost < parts[$1].cost }.map { parts[$0] })
  }

  /// Creates a predicate that holds if any of the tests holds.
  init(anyOf tests: [RowTest]) {
    if tests.count == 1 {
      self.init([.test(tests[0])])
      return
    }
    var steps = [PredicateSteps.Step.beginAny]
    for (index, test) in tests.enumerated() {
      if index > 0 { steps.append(.nextAlternative(end: 2 * tests.count)) }
      steps.append(.test(test))
    }
    steps.append(.endAny)
    self.init([.steps(PredicateSteps(steps, depth: 1, cost: tests.reduce(0) { $0 + $1.cost }))])
  }

  /// Returns the conjunction of two predicates.
  func and(_ other: Predicate) -> Predicate { Predicate(parts + other.parts) }

  /// Clears the bits of rows that do not match. The bits of rows that do not exist are 0 and stay 0.
  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    for part in parts {
      if bits.isEmpty { return }
      switch part {
      case .test(let test): test.evaluate(cluster, &bits)
      case .steps(let steps): steps.evaluate(cluster, &bits)
      }
    }
  }
}

extension Predicate.Part {
  /// The scan of one column; nil if this part is not one.
  var columnScan: ColumnScan? {
    if case .test(.scan(let scan)) = self { scan } else { nil }
  }

  var cost: Int {
    switch self {
    case .test(let test): test.cost
    case .steps(let steps): steps.cost
    }
  }
}

/// A leaf condition, bound to columns.
enum RowTest {
  case constant(Bool)
  case scan(ColumnScan)
  case members(ColumnMembers)
  case cells(CellScan)
  case elements(ElementScan)
  case counts(CountScan)
  case pairs(PairScan)
  case linked(LinkedRows)
  case computed(any ComputedCondition)

  // The cost relative to a scan of numbers.
  var cost: Int {
    switch self {
    case .constant: 0
    case .scan(let scan): scan.cost
    case .members: 4
    case .cells: 20
    case .pairs: 10
    case .counts: 15
    case .elements: 40
    case .linked(let rows): rows.cost
    case .computed: 60
    }
  }

  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    switch self {
    case .constant(let value): if !value { bits = .none }
    case .scan(let scan): scan.evaluate(cluster, &bits)
    case .members(let members): members.evaluate(cluster, &bits)
    case .cells(let scan): scan.evaluate(cluster, &bits)
    case .elements(let scan): scan.evaluate(cluster, &bits)
    case .counts(let scan): scan.evaluate(cluster, &bits)
    case .pairs(let scan): scan.evaluate(cluster, &bits)
    case .linked(let rows): rows.evaluate(cluster, &bits)
    case .computed(let condition): condition.evaluate(cluster, &bits)
    }
  }
}
