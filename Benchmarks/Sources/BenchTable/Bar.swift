/// What a workload has to reach.
enum Bar {
  /// At most as many nanoseconds, of the best run.
  case nanoseconds(Double)
  /// At most as many times what raw LMDB takes, or as large a file.
  case timesLMDB(Double)
  /// At most as many times what another workload takes.
  case timesOwn(String, Double)
  /// SQLite's time ÷ ours, at least.
  case timesFaster(Double)
  /// realm-core's time ÷ ours, at least. Since realm-core does not run here, it is stated by what it and SQLite once took on one machine,
  /// in nanoseconds: SQLite's time ÷ ours is to be `atLeast × sqlite ÷ realm`.
  case realm(atLeast: Double, realm: Double, sqlite: Double)

  /// What is measured against what is asked, and whether that holds; nil without the peer or the other workload.
  func judged(
    _ own: Measurement, lmdb: Measurement?, sqlite: Measurement?, others: [Substring: Measurement]
  ) -> (text: String, holds: Bool)? {
    switch self {
    case .nanoseconds(let bar):
      return ("\(short(own.best)) ns, at most \(short(bar))", own.best <= bar)
    case .timesLMDB(let bar):
      guard let lmdb else { return nil }
      let ratio = 1 / own.ratio(of: lmdb)
      return ("us ÷ raw LMDB \(short(ratio)), at most \(short(bar))", ratio <= bar)
    case .timesOwn(let name, let bar):
      guard let other = others[name[...]] else { return nil }
      let ratio = 1 / own.ratio(of: other)
      return ("us ÷ \(name) \(short(ratio)), at most \(short(bar))", ratio <= bar)
    case .timesFaster(let bar):
      guard let sqlite else { return nil }
      let ratio = own.ratio(of: sqlite)
      return ("SQLite ÷ us \(short(ratio)), at least \(short(bar))", ratio >= bar)
    case .realm(let factor, let realm, let reference):
      guard let sqlite else { return nil }
      let ratio = own.ratio(of: sqlite)
      let bar = factor * reference / realm
      return ("SQLite ÷ us \(short(ratio)), at least \(short(bar))", ratio >= bar)
    }
  }
}
