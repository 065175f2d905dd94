/// A relation of two expressions. A row matches if the relation holds between any value of the first expression and any value of the
/// second.
final class ExpressionCondition: ComputedCondition {
  private let (first, second): (BoundExpression, BoundExpression)
  private let relation: Relation
  private let options: StringOptions

  init(_ first: BoundExpression, _ relation: Relation, _ options: StringOptions, _ second: BoundExpression) {
    (self.first, self.second) = (first, second)
    self.relation = relation
    self.options = options
  }

  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    let (values, others) = (first.values(cluster, bits), second.values(cluster, bits))
    var found = ClusterBits.none
    if case .order(let comparison) = relation, options.isEmpty {
      values.forEachPair(others) { slot, value, other in
        if comparison.holds(value, other) { found.insert(slot) }
      }
    } else {
      let (relation, options) = (relation, options)
      values.forEachPair(others) { slot, value, other in
        if !found.contains(slot), TextTest.holds(relation, value, other, options) { found.insert(slot) }
      }
    }
    bits = found
  }
}
