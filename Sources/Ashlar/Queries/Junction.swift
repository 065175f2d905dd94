/// Conditions joined to one.
final class Junction {
  enum Kind {
    case and
    case or
    /// The first does not hold; the second is not looked at.
    case not
  }

  let kind: Kind
  /// Whether it is one range, as which it is printed: the first is the lower bound, the second the upper one.
  let isRange: Bool
  private(set) var first: Condition
  private(set) var second: Condition

  init(_ kind: Kind, _ first: Condition, _ second: Condition, isRange: Bool = false) {
    self.kind = kind
    self.isRange = isRange
    self.first = first
    self.second = second
  }

  // Without this, letting go of a tree would recurse as deep as it is.
  deinit {
    var pending: [Junction] = []
    giveUp(to: &pending)
    while var next = pending.popLast() {
      // Parts that others still refer to stay whole.
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
  /// The parts that `kind` joins at the top of the tree, in their order: this condition alone when it is joined differently.
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

  /// Calls `body` with each condition that joins no others.
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

  /// The same tree with other leaves.
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
