/// An AND or OR of two conditions, or a NOT of one.
final class Junction {
  enum Kind {
    case and
    case or
    /// The negation of `first`; `second` is ignored.
    case not
  }

  let kind: Kind
  /// Whether the junction is a range and is printed as such: `first` is the lower bound, `second` the upper bound.
  let isRange: Bool
  private(set) var first: Condition
  private(set) var second: Condition

  init(_ kind: Kind, _ first: Condition, _ second: Condition, isRange: Bool = false) {
    self.kind = kind
    self.isRange = isRange
    self.first = first
    self.second = second
  }

  // Releases the tree iteratively; otherwise its deinitialization would recurse to the depth of the tree.
  deinit {
    var pending: [Junction] = []
    giveUp(to: &pending)
    while var next = pending.popLast() {
      // Subtrees that are still referenced elsewhere stay intact.
      if isKnownUniquelyReferenced(&next) { next.giveUp(to: &pending) }
    }
  }

  private func giveUp(to pending: inout [Junction]) {
    if case .joined(let part) = first { pending.append(part) }
    if case .joined(let part) = second { pending.append(part) }
    first = .constant(true)
    second = .constant(true)
  }
}

extension Condition {
  /// Returns the operands that `kind` joins at the top of the tree, from left to right; this condition alone if its top is of a different
  /// kind.
  func parts(joinedBy kind: Junction.Kind) -> [Condition] {
    var parts: [Condition] = []
    var pending = [self]
    while let next = pending.popLast() {
      if case .joined(let junction) = next, junction.kind == kind {
        pending.append(junction.second)
        pending.append(junction.first)
      } else {
        parts.append(next)
      }
    }
    return parts
  }

  /// Calls `body` with each leaf condition.
  func forEachLeaf(_ body: (Condition) -> Void) {
    var pending = [self]
    while let next = pending.popLast() {
      guard case .joined(let junction) = next else {
        body(next)
        continue
      }
      if junction.kind != .not { pending.append(junction.second) }
      pending.append(junction.first)
    }
  }

  /// Returns a tree of the same shape with transformed leaves.
  func mapLeaves(_ transform: (Condition) -> Condition) -> Condition {
    enum Task {
      case visit(Condition)
      case join(Junction.Kind, isRange: Bool)
    }
    var tasks = [Task.visit(self)]
    var done: [Condition] = []
    while let task = tasks.popLast() {
      switch task {
      case .visit(.joined(let junction)):
        tasks.append(.join(junction.kind, isRange: junction.isRange))
        tasks.append(.visit(junction.second))
        tasks.append(.visit(junction.first))
      case .visit(let leaf): done.append(transform(leaf))
      case .join(let kind, let isRange):
        let second = done.removeLast()
        done.append(.joined(Junction(kind, done.removeLast(), second, isRange: isRange)))
      }
    }
    return done.removeLast()
  }
}
