import AshlarSchema

/// A condition while it is being bound: its tree in one array, in which children follow their parent and nested junctions of the same kind
/// are merged.
struct BoundTree {
  private enum Node {
    /// The condition is not bound yet.
    case open
    case test(RowTest)
    case all(Range<Int>)
    case any(Range<Int>)
    case not(Int)
  }

  private var nodes: [Node] = [.open]
  private var costs: [Int] = []

  init(_ condition: Condition, _ entity: _Entity, _ core: _RealmCore) {
    let binding = ConditionBinding(entity: entity, core: core)
    var pending = [(condition: condition, node: 0)]
    while let (condition, node) = pending.popLast() {
      guard case .joined(let junction) = condition else {
        let tests = binding.alternatives(condition)
        nodes[node] = tests.count == 1 ? .test(tests[0]) : .any(append(tests.map { .test($0) }))
        continue
      }
      if junction.kind == .not {
        let inner = append([.open])
        nodes[node] = .not(inner.lowerBound)
        pending.append((junction.first, inner.lowerBound))
        continue
      }
      let parts = condition.parts(joinedBy: junction.kind)
      let places = append(parts.map { _ in .open })
      nodes[node] = junction.kind == .and ? .all(places) : .any(places)
      // The first part is bound first, so that its errors are reported first.
      pending.append(contentsOf: zip(parts, places).reversed())
    }
    costs = [Int](repeating: 0, count: nodes.count)
    for index in nodes.indices.reversed() {
      switch nodes[index] {
      case .open: break
      case .test(let test): costs[index] = test.cost
      case .all(let parts):
        sortByCost(parts)
        costs[index] = costs[parts].reduce(0, +)
      case .any(let parts): costs[index] = costs[parts].reduce(0, +)
      case .not(let part): costs[index] = costs[part]
      }
    }
  }

  private mutating func append(_ new: [Node]) -> Range<Int> {
    nodes.append(contentsOf: new)
    return nodes.count - new.count..<nodes.count
  }

  private mutating func sortByCost(_ range: Range<Int>) {
    let first = range.lowerBound
    let order = ascendingPositions(range.count) { costs[first + $0] < costs[first + $1] }.map { first + $0 }
    let (movedNodes, movedCosts) = (order.map { nodes[$0] }, order.map { costs[$0] })
    nodes.replaceSubrange(range, with: movedNodes)
    costs.replaceSubrange(range, with: movedCosts)
  }

  /// The parts that must all hold.
  var parts: [Predicate.Part] {
    guard case .all(let range) = nodes[0] else { return [part(0)] }
    return range.map(part)
  }

  private func part(_ root: Int) -> Predicate.Part {
    if case .test(let test) = nodes[root] { return .test(test) }
    return .steps(steps(root))
  }

  private func steps(_ root: Int) -> PredicateSteps {
    enum Task {
      case node(Int)
      case leave
      case nextAlternative
      /// The jumps of the innermost open group lead here.
      case close(PredicateSteps.Step?)
    }
    var steps: [PredicateSteps.Step] = []
    // The indexes of the steps that jump to the end of each open group; the innermost group is last.
    var leading: [[Int]] = []
    var depth = 0
    var open = 0
    var tasks = [Task.node(root)]
    while let task = tasks.popLast() {
      switch task {
      case .leave, .nextAlternative:
        leading[leading.count - 1].append(steps.count)
        if case .leave = task { steps.append(.leave(to: 0)) } else { steps.append(.nextAlternative(end: 0)) }
      case .close(let step):
        for index in leading.removeLast() {
          if case .leave = steps[index] {
            steps[index] = .leave(to: steps.count)
          } else {
            steps[index] = .nextAlternative(end: steps.count)
          }
        }
        if let step {
          steps.append(step)
          open -= 1
        }
      case .node(let index):
        switch nodes[index] {
        case .open: break
        case .test(let test): steps.append(.test(test))
        case .all(let parts):
          leading.append([])
          tasks.append(.close(nil))
          for part in parts.reversed() {
            tasks.append(.node(part))
            if part != parts.lowerBound { tasks.append(.leave) }
          }
        case .any(let parts):
          leading.append([])
          steps.append(.beginAny)
          open += 1
          tasks.append(.close(.endAny))
          for part in parts.reversed() {
            tasks.append(.node(part))
            if part != parts.lowerBound { tasks.append(.nextAlternative) }
          }
        case .not(let part):
          leading.append([])
          steps.append(.beginNot)
          open += 1
          tasks.append(.close(.endNot))
          tasks.append(.node(part))
        }
        depth = max(depth, open)
      }
    }
    return PredicateSteps(steps, depth: depth, cost: costs[root])
  }
}
