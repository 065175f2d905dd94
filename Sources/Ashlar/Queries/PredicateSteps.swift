/// A condition compiled to steps for one loop, so that evaluating it never recurses, however deeply it is nested.
///
/// The loop state is the set of remaining rows. An opening and a closing step enclose each group of alternatives and each negation. A frame
/// exists from the opening to the closing step; at most `depth` frames exist at the same time.
final class PredicateSteps {
  enum Step {
    case test(RowTest)
    /// Jumps to the end of a conjunction if no rows remain.
    case leave(to: Int)
    /// Begins alternatives, which test the remaining rows.
    case beginAny
    /// Ends an alternative and begins the next one; jumps to the closing step if no rows remain for it.
    case nextAlternative(end: Int)
    case endAny
    case beginNot
    case endNot
  }

  private struct Frame {
    /// The rows that no alternative has matched yet; for a negation, the rows from which the matching ones are subtracted.
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
