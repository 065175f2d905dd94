/// A comparison that holds if one value of the first expression compares with one value of the second.
final class ExpressionCondition: ComputedCondition {
  private let (first, second): (BoundExpression, BoundExpression)
  private let comparison: Condition.Comparison

  init(_ first: BoundExpression, _ comparison: Condition.Comparison, _ second: BoundExpression) {
    (self.first, self.second) = (first, second)
    self.comparison = comparison
  }

  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    let (values, others) = (first.values(cluster, bits), second.values(cluster, bits))
    let comparison = comparison
    var found = ClusterBits.none
    values.forEachPair(others) { slot, value, other in
      if ValueTest.compare(value, comparison, other) { found.insert(slot) }
    }
    bits = found
  }
}
