import Ashlar

extension Harness {
  /// W4: scans. `_count` counts the matches, `_view` collects their ids.
  func scans(_ realm: Realm) throws {
    try scan("W4a_int_gt") { realm.objects(Item.self).where { $0.count > 9000 } }
    guard let last = realm.object(ofType: Item.self, forPrimaryKey: rows - 1)?.name else { throw BenchError.rowMissing(rows - 1) }
    try scan("W4d_str_eq_unindexed") { realm.objects(Item.self).where { $0.name == last } }
  }

  private func scan(_ name: String, _ query: () -> Results<Item>) throws {
    var counted = 0
    run("\(name)_count", operations: rows) { time { counted = query().count } }
    var ids: [Int] = []
    ids.reserveCapacity(rows)
    run("\(name)_view", operations: rows) {
      ids.removeAll(keepingCapacity: true)
      return time { for item in query() { ids.append(item.id) } }
    }
    guard ids.count == counted else { throw BenchError.countsDiffer(name, counted: counted, collected: ids.count) }
    note("\(name) matches \(counted)")
  }

  /// W6: aggregates over one column.
  func aggregates(_ realm: Realm) {
    let items = realm.objects(Item.self)
    run("W6_sum_int", operations: rows) { time { sink(items.sum(of: \.count)) } }
    run("W6_min_int", operations: rows) { time { sink(items.min(of: \.count) ?? 0) } }
    run("W6_max_int", operations: rows) { time { sink(items.max(of: \.count) ?? 0) } }
    run("W6_avg_int", operations: rows) { time { sink(Int((items.average(ofProperty: "count") as Double?) ?? 0)) } }
    run("W6_sum_dbl", operations: rows) { time { sink(Int(items.sum(of: \.score))) } }
    run("W6_min_dbl", operations: rows) { time { sink(Int(items.min(of: \.score) ?? 0)) } }
    run("W6_max_dbl", operations: rows) { time { sink(Int(items.max(of: \.score) ?? 0)) } }
    run("W6_avg_dbl", operations: rows) { time { sink(Int(items.average(of: \.score) ?? 0)) } }
  }
}
