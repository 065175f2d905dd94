/// One line of a client, over all rounds.
struct Measurement {
  /// What one round measured.
  struct Round {
    /// Of the best run, nanoseconds an operation; or bytes.
    var best: Double
    /// Of the middle run.
    var median: Double
  }

  /// Whether it is about bytes, not nanoseconds.
  var isSize = false
  /// By the number of the round.
  private(set) var rounds: [Int: Round] = [:]

  init(isSize: Bool = false) { self.isSize = isSize }

  mutating func add(round: Int, best: Double, median: Double) { rounds[round] = Round(best: best, median: median) }

  var best: Double { rounds.values.map(\.best).min() ?? .nan }
  /// The median of the rounds' medians.
  var median: Double { rounds.values.map(\.median).median }

  /// `other` ÷ this, round by round, and the median of that: what slows a whole round down is in both.
  ///
  /// Of the best runs of a round, as the bars' reference figures are.
  func ratio(of other: Measurement) -> Double {
    rounds.compactMap { number, round in other.rounds[number].map { $0.best / round.best } }.median
  }

  /// This minus `other`, round by round, and the median of that.
  func difference(from other: Measurement) -> Double {
    rounds.compactMap { number, round in other.rounds[number].map { round.best - $0.best } }.median
  }
}

extension [Double] {
  /// The middle, or the mean of the two middle ones; not a number when there is none.
  var median: Double {
    if isEmpty { return .nan }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
