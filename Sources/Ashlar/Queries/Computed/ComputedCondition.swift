/// A condition on what is computed for the rows of a cluster.
protocol ComputedCondition: AnyObject {
  /// Leaves of `bits` the rows that match.
  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits)
}
