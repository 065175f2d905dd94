/// A test of whether one of a path's values passes all tests or, if `isAll`, whether each value does.
final class PathCondition: ComputedCondition {
  private let walk: RowWalk
  private let tests: [any ValueTest]
  private let isAll: Bool

  init(_ walk: RowWalk, _ tests: [any ValueTest], isAll: Bool = false) {
    self.walk = walk
    self.tests = tests
    self.isAll = isAll
  }

  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    var found = ClusterBits.none
    walk.values(cluster, bits).forEach { slot, value in
      if tests.allSatisfy({ $0.matches(value) }) != isAll { found.insert(slot) }
    }
    if isAll { bits.subtract(found) } else { bits = found }
  }
}
