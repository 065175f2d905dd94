/// A condition on values that are computed for the rows of a cluster.
protocol ComputedCondition: AnyObject {
  /// Clears the bits of rows that do not match.
  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits)
}
