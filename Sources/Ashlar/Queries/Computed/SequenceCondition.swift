import AshlarSchema
import AshlarStore

/// A test of whether a collection has as many elements as there are `tests`, and each element passes the test at its position. If `isEqual`
/// is false, the test is inverted.
final class SequenceCondition: ComputedCondition {
  private let walk: RowWalk
  private let tests: [any ValueTest]
  private let isEqual: Bool

  init(_ walk: RowWalk, _ tests: [any ValueTest], isEqual: Bool) {
    self.walk = walk
    self.tests = tests
    self.isEqual = isEqual
  }

  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    let (column, type, session, tests, isEqual) = (walk.path.column, walk.path.property.type, walk.core.session, tests, isEqual)
    let element = walk.path.layout?.element
    var found = ClusterBits.none
    walk.forEachEnd(cluster, bits) { slot, end in
      var has = false
      if let element, let elements = end?.elements(column, element, type, session), elements.count == tests.count {
        has = tests.indices.allSatisfy { tests[$0].matches(elements.value($0)) }
      }
      if has == isEqual { found.insert(slot) }
    }
    bits = found
  }
}
