/// A condition as steps that one loop goes through: however deep its parts lie in each other, evaluating it recurses nowhere.
///
/// The loop has the rows that are left as bits. Alternatives and negations lie between an opening and a closing step; each that is
/// open has a frame, of which there are at most `depth`.
final class PredicateSteps {
  enum Step {
    case test(RowTest)
    /// Goes on at a step, which closes something, where no row is left.
    case leave(to: Int)
    /// Alternatives follow, which look at the rows that are left.
    case beginAny
    /// An alternative is done, and another follows; goes on at the closing step where no row is left for it.
    case nextAlternative(end: Int)
    case endAny
    case beginNot
    case endNot
  }

  private struct Frame {
    /// Rows that no alternative has found yet, or all of which those that match are taken away.
    var rest: ClusterBits
    var found: ClusterBits
  }

  private let steps: [Step]
  private let depth: Int
  let cost: Int

  init(_ steps: [Step], depth: Int, cost: Int) {
    self.steps = steps
    self.depth = depth
    self.cost = cost
  }

  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    withUnsafeTemporaryAllocation(of: Frame.self, capacity: depth) { frames in
      var open = 0
      var next = 0
      while next < steps.count {
        switch steps[next] {
        case .test(let test): if !bits.isEmpty { test.evaluate(cluster, &bits) }
        case .leave(let end):
          if bits.isEmpty {
            next = end
            continue
          }
        case .beginAny, .beginNot:
          precondition(open < depth, "steps are no deeper than was counted")
          frames.initializeElement(at: open, to: Frame(rest: bits, found: .none))
          open += 1
        case .nextAlternative(let end):
          frames[open - 1].found.formUnion(bits)
          frames[open - 1].rest.subtract(bits)
          bits = frames[open - 1].rest
          if bits.isEmpty {
            next = end
            continue
          }
        case .endAny:
          open -= 1
          bits.formUnion(frames[open].found)
        case .endNot:
          open -= 1
          frames[open].rest.subtract(bits)
          bits = frames[open].rest
        }
        next += 1
      }
    }
  }
}
