/// What a workload has to reach.
enum Bar {
  /// At most as many nanoseconds, of the best run.
  case nanoseconds(Double)
  /// At most as many times what raw LMDB takes, or as large a file.
  case timesLMDB(Double)
  /// At most as many times what another workload takes.
  case timesOwn(String, Double)
  /// At most as many nanoseconds or bytes more than another workload takes. If `orSQLite` is true and SQLite has both workloads, also at
  /// most as many more as SQLite takes.
  case above(String, Double, orSQLite: Bool = false)
  /// SQLite's time ÷ ours, at least.
  case timesFaster(Double)
  /// realm-core's time ÷ ours, at least. Since realm-core does not run here, it is stated by what it and SQLite once took on one machine,
  /// in nanoseconds: SQLite's time ÷ ours is to be `atLeast × sqlite ÷ realm`.
  case realm(atLeast: Double, realm: Double, sqlite: Double)

  /// The measured value beside the bar, and whether the bar is met; nil without the peer or the other workload. `others` and `sqliteOthers`
  /// are all workloads of Ashlar and of SQLite.
  func judged(
    _ own: Measurement, lmdb: Measurement?, sqlite: Measurement?, others: [Substring: Measurement], sqliteOthers: [Substring: Measurement]
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
      // For comparison: what the same costs in SQLite.
      let peer = sqlite.flatMap { sqlite in sqliteOthers[name[...]].map { "; SQLite's \(short(1 / sqlite.ratio(of: $0)))" } }
      return ("us ÷ \(name) \(short(ratio)), at most \(short(bar))\(peer ?? "")", ratio <= bar)
    case .above(let name, let bar, let orSQLite):
      guard let other = others[name[...]] else { return nil }
      let more = own.difference(from: other)
      let peer = orSQLite ? sqlite.flatMap { sqlite in sqliteOthers[name[...]].map { sqlite.difference(from: $0) } } : nil
      let unit = own.isSize ? "bytes" : "ns"
      let limit = peer.map { ", and at most SQLite's \(short($0))" } ?? ""
      return ("\(short(more)) \(unit) more than \(name), at most \(short(bar))\(limit)", more <= bar && peer.map { more <= $0 } ?? true)
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
