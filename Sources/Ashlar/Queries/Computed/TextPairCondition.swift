/// A text test that holds if it does for one value of the first path and one of the second.
final class TextPairCondition: ComputedCondition {
  private let (first, second): (RowWalk, RowWalk)
  private let kind: TextTest.Kind
  private let options: StringOptions

  init(_ first: RowWalk, _ kind: TextTest.Kind, _ second: RowWalk, _ options: StringOptions) {
    (self.first, self.second) = (first, second)
    self.kind = kind
    self.options = options
  }

  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    let (values, others) = (first.values(cluster, bits), second.values(cluster, bits))
    var found = ClusterBits.none
    values.forEachPair(others) { slot, value, other in
      if !found.contains(slot), BoundTextTest.holds(kind, value, other, options) { found.insert(slot) }
    }
    bits = found
  }
}
