import CAshlar

/// A condition as it goes over the clusters of a table, in two steps: its first column scan, then all else for the rows that are
/// left. These are few and far apart as a rule, so their memory is asked for between the steps, while the next clusters take the
/// first. Of rows that something else has chosen already, nothing is done in the first step but to ask.
struct ScanSteps {
  // The cheapest first. Not counted, since nothing else of a cluster is either; `predicate` keeps them.
  private let scans: [Unmanaged<ColumnScan>]
  // How many scans the first step does.
  private let early: Int
  // What the scans behind these are for single rows, as many of them as have that, one after the other.
  private let tests: [ashlar_test]
  private let rest: Predicate?
  private let predicate: Predicate

  /// `ofChosen`: for rows that are few already.
  init(_ predicate: Predicate, ofChosen: Bool = false) {
    self.predicate = predicate
    let parts = predicate.parts
    let leading = parts.prefix { $0.columnScan != nil }.compactMap(\.columnScan)
    scans = leading.map(Unmanaged.passUnretained)
    early = ofChosen ? 0 : min(1, leading.count)
    tests = leading.dropFirst(early).map(\.test).prefix { $0 != nil }.compactMap(\.self)
    rest = parts.count == leading.count ? nil : Predicate(Array(parts[leading.count...]))
  }

  /// Leaves of `bits` what may match. Whether it asked for what `finish` will read, which takes a while to come.
  func begin(_ cluster: ScannedCluster, _ bits: inout ClusterBits) -> Bool {
    if early == 1 { scans[0]._withUnsafeGuaranteedRef { $0.evaluate(cluster, &bits) } }
    if tests.isEmpty || bits.isEmpty { return false }
    return bits.withWords { ashlar_prefetch_tests(cluster.base, cluster.columns, tests, tests.count, cluster.words, $0) } != 0
  }

  /// Leaves of what `begin` left the rows that match.
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
  /// A cluster whose first step is done, and its rows that are left.
  typealias Begun = (cluster: ScannedCluster, bits: ClusterBits)

  /// Clusters between their steps: what is asked for takes longer to come than one cluster takes for its first step.
  struct Ring {
    static let capacity = 8

    private let steps: ScanSteps
    private let room: UnsafeMutableBufferPointer<Begun>
    private var begun = 0
    private var finished = 0

    /// `room` has `capacity` elements, which are not initialised.
    init(_ steps: ScanSteps, _ room: UnsafeMutableBufferPointer<Begun>) {
      self.steps = steps
      self.room = room
    }

    /// Takes the first step of some rows of a cluster. `body` gets the rows of the clusters that are done by then, in their order.
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

    /// Finishes all that wait.
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
