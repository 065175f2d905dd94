/// A test of whether an object is in a set of objects or, if `isIn` is false, whether it is not.
final class ObjectCondition: ComputedCondition {
  // The keys of the objects in ascending order.
  private let keys: [Int64]
  private let isIn: Bool

  init(_ keys: Set<Int64>, isIn: Bool) {
    self.keys = keys.sorted()
    self.isIn = isIn
  }

  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    var found = ClusterBits.none
    var (index, end) = (0, keys.count)
    while index < end {
      let middle = (index + end) / 2
      if keys[middle] < cluster.firstKey { index = middle + 1 } else { end = middle }
    }
    while index < keys.count, keys[index] < cluster.firstKey + Int64(cluster.words * 64) {
      found.insert(Int(keys[index] - cluster.firstKey))
      index += 1
    }
    if isIn { bits.formIntersection(found) } else { bits.subtract(found) }
  }
}
