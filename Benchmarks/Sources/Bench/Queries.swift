import Ashlar

extension Harness {
  /// W4: scans. `_count` counts the matches, `_view` collects their ids.
  func scans(_ realm: Realm) throws {
    try scan("W4a_int_gt") { realm.objects(Item.self).where { $0.count > 9000 } }
    try scan("W4b_int_eq") { realm.objects(Item.self).where { $0.count == 1234 } }
    try scan("W4c_dbl_between") { realm.objects(Item.self).where { $0.score.contains(450.0...550.0) } }
    guard let last = realm.object(ofType: Item.self, forPrimaryKey: rows - 1)?.name else { throw BenchError.rowMissing(rows - 1) }
    try scan("W4d_str_eq_unindexed") { realm.objects(Item.self).where { $0.name == last } }
    try scan("W4e_str_contains") { realm.objects(Item.self).where { $0.name.contains("4242") } }
    try scan("W4f_compound_indexed") { realm.objects(Item.self).where { $0.count > 5000 && $0.flag && $0.category == "cat-42" } }
    try scan("W4g_note_nil") { realm.objects(Item.self).where { $0.note == nil } }
  }

  /// W4f without an index.
  func unindexedScan() throws {
    let realm = try insertUnindexed(into: "unindexed")
    try scan("W4f_compound_noindex", id: { $0.id }) {
      realm.objects(UnindexedItem.self).where { $0.count > 5000 && $0.flag && $0.category == "cat-42" }
    }
  }

  private func scan(_ name: String, _ query: () -> Results<Item>) throws { try scan(name, id: { $0.id }, query) }

  @inline(__always)
  private func scan<Row: Object>(_ name: String, id: (Row) -> Int, _ query: () -> Results<Row>) throws {
    var counted = 0
    run("\(name)_count", operations: rows) { time { counted = query().count } }
    var ids: [Int] = []
    ids.reserveCapacity(rows)
    run("\(name)_view", operations: rows) {
      ids.removeAll(keepingCapacity: true)
      return time { for item in query() { ids.append(id(item)) } }
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

  /// W5b: all rows of an indexed value, counted or listed.
  func indexed(_ realm: Realm) {
    run("W5b_indexed_eq_count", operations: 1000) {
      time {
        for number in 0..<1000 { sink(matching(realm, number % 100).count) }
      }
    }
    run("W5b_indexed_eq_view", operations: 100) {
      time {
        for number in 0..<100 { sink(matching(realm, number).last?.id ?? 0) }
      }
    }
  }

  private func matching(_ realm: Realm, _ number: Int) -> Results<Item> {
    let category = "cat-\(number / 10)\(number % 10)"
    return realm.objects(Item.self).where { $0.category == category }
  }

  /// W7: all rows in the order of a property.
  func sorts(_ realm: Realm) {
    run("W7_sort_score", operations: rows) { time { sink(realm.objects(Item.self).sorted(by: \.score).first?.id ?? 0) } }
    run("W7_sort_name", operations: rows) { time { sink(realm.objects(Item.self).sorted(by: \.name).first?.id ?? 0) } }
  }
}
