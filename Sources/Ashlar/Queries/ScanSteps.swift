import CAshlar

/// The evaluation of a condition over the clusters of a table in two steps: the first column scan, then all other tests for the remaining
/// rows. These rows are usually few and far apart, so their cells are prefetched while the first step runs on the next clusters. For rows
/// that were selected beforehand, the first step only prefetches.
struct ScanSteps {
  // The scans in ascending order of cost. They are not retained, so that evaluating a cluster costs no reference counting; `predicate`
  // retains the scans.
  private let scans: [Unmanaged<ColumnScan>]
  // The number of scans in the first step.
  private let early: Int
  // The scans that directly follow the first step and can also test single rows.
  private let tests: [ashlar_test]
  private let rest: Predicate?
  private let predicate: Predicate

  /// - Parameter ofChosen: Whether the rows were selected beforehand; they are then so few that the first step only prefetches.
  init(_ predicate: Predicate, ofChosen: Bool = false) {
    self.predicate = predicate
    let parts = predicate.parts
    let leading = parts.prefix { $0.columnScan != nil }.compactMap(\.columnScan)
    scans = leading.map(Unmanaged.passUnretained)
    early = ofChosen ? 0 : min(1, leading.count)
    tests = leading.dropFirst(early).map(\.test).prefix { $0 != nil }.compactMap(\.self)
    rest = parts.count == leading.count ? nil : Predicate(Array(parts[leading.count...]))
  }

  /// Clears the bits of rows that cannot match. Returns whether it prefetched memory that `finish` will read.
  func begin(_ cluster: ScannedCluster, _ bits: inout ClusterBits) -> Bool {
    if early == 1 { scans[0]._withUnsafeGuaranteedRef { $0.evaluate(cluster, &bits) } }
    if tests.isEmpty || bits.isEmpty { return false }
    return bits.withWords { ashlar_prefetch_tests(cluster.base, cluster.columns, tests, tests.count, cluster.words, $0) } != 0
  }

  /// Clears the bits of the rows that `begin` retained but that do not match.
  func finish(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    var next = early
    if !tests.isEmpty,
      bits.withMutableWords({ ashlar_test_rows(cluster.base, cluster.columns, tests, tests.count, cluster.words, $0) }) != 0
    {
      next += tests.count
    }
    while next < scans.count {
      if bits.isEmpty { return }
      scans[next]._withUnsafeGuaranteedRef { $0.evaluate(cluster, &bits) }
      next += 1
    }
    if let rest, !bits.isEmpty { rest.evaluate(cluster, &bits) }
  }
}

extension ScanSteps {
  /// A cluster after its first step, and its remaining rows.
  typealias Begun = (cluster: ScannedCluster, bits: ClusterBits)

  /// A ring buffer of clusters between their two steps: a prefetch takes longer than the first step of one cluster.
  struct Ring {
    static let capacity = 8

    private let steps: ScanSteps
    private let room: UnsafeMutableBufferPointer<Begun>
    private var begun = 0
    private var finished = 0

    /// `room` has `capacity` elements, which are uninitialized.
    init(_ steps: ScanSteps, _ room: UnsafeMutableBufferPointer<Begun>) {
      self.steps = steps
      self.room = room
    }

    /// Runs the first step for rows of a cluster. Calls `body` with the matching rows of each cluster whose evaluation is then complete, in
    /// the order in which the clusters were begun.
    mutating func begin(_ cluster: ScannedCluster, _ rows: ClusterBits, _ body: (ScannedCluster, ClusterBits) -> Void) {
      var bits = rows
      if bits.isEmpty { return }
      let waits = steps.begin(cluster, &bits)
      if bits.isEmpty { return }
      finish(downTo: waits ? Ring.capacity - 1 : 0, body)
      if !waits { return finish((cluster, bits), body) }
      room.initializeElement(at: begun % Ring.capacity, to: (cluster, bits))
      begun += 1
    }

    /// Finishes all clusters in the ring.
    mutating func finish(_ body: (ScannedCluster, ClusterBits) -> Void) { finish(downTo: 0, body) }

    private mutating func finish(downTo most: Int, _ body: (ScannedCluster, ClusterBits) -> Void) {
      while begun - finished > most {
        let next = room[finished % Ring.capacity]
        finished += 1
        finish(next, body)
      }
    }

    private func finish(_ begun: Begun, _ body: (ScannedCluster, ClusterBits) -> Void) {
      var bits = begun.bits
      steps.finish(begun.cluster, &bits)
      if !bits.isEmpty { body(begun.cluster, bits) }
    }
  }
}
