import Ashlar
import Foundation

/// The values of a row of W18, the same in each client: numbers that are spread by multiplication.
struct EntryValues {
  static let holders = 1_000

  let id: Int

  private func spread(_ factor: UInt64, _ limit: Int) -> Int {
    let mixed = (UInt64(id) &+ 1) &* factor
    return Int(((mixed ^ mixed >> 29) &* 0xBF58_476D_1CE4_E5B9) >> 33) % limit
  }

  func number(of rows: Int) -> Int { spread(0x9E37_79B9_7F4A_7C15, rows) }
  func code(of rows: Int) -> Int { spread(0xD6E8_FEB8_6659_FD93, rows) }
  var group: Int { spread(0xC2B2_AE3D_27D4_EB4F, 1_000) }
  var kind: Int { spread(0x1656_67B1_9E37_79F9, 100) }
  var name: String { "Entry \(spread(0xFF51_AFD7_ED55_8CCD, 1_000_000)) of Things" }
  var seconds: Int { 1_600_000_000 + spread(0xC4CE_B9FE_1A85_EC53, 100_000_000) }
  var owner: Int { spread(0x85EB_CA77_C2B2_AE63, EntryValues.holders) }
  func tag(_ index: Int) -> Int { spread(0x27D4_EB2F_1656_67C5 &+ UInt64(index) &* 2, EntryValues.holders) }

  static func age(of holder: Int) -> Int { holder % 100 }
}

extension Harness {
  /// W18: conditions, orders and limits.
  func conditions() throws {
    let realm = try insertEntries()
    defer { realm.invalidate() }
    let entries = realm.objects(Entry.self)
    let wanted = stride(from: 0, to: rows, by: max(1, rows / 10_000)).map { EntryValues(id: $0) }
    let numbers = wanted.map { $0.number(of: rows) }
    let codes = wanted.map { $0.code(of: rows) }
    let (low, high) = (rows / 2, rows / 2 + rows / 100)
    let middle = Date(timeIntervalSince1970: 1_650_000_000)

    condition("range_indexed") { entries.where { $0.number >= low && $0.number < high } }
    condition("in_indexed") { entries.where { $0.number.in(numbers) } }
    condition("in_unindexed") { entries.where { $0.code.in(codes) } }
    condition("or_20") {
      entries.where { entry in numbers.prefix(20).dropFirst().reduce(entry.number == numbers[0]) { $0 || entry.number == $1 } }
    }
    condition("and_two_indexed") { entries.where { $0.group == 7 && $0.kind == 3 } }
    condition("through_link") { entries.where { $0.owner.age == 40 } }
    if let holder = realm.object(ofType: Holder.self, forPrimaryKey: 40) {
      condition("link_equal") { entries.where { $0.owner == holder } }
    }
    condition("any_list") { entries.where { $0.tags.age == 40 } }
    condition("contains_c") { entries.where { $0.name.contains("ENTRY 4242", options: .caseInsensitive) } }
    condition("contains_cd") {
      entries.where { $0.name.contains("ENTRY 4242", options: [.caseInsensitive, .diacriticInsensitive]) }
    }
    condition("like") { entries.where { $0.name.like("*42?2*ings") } }
    condition("like_ends") { entries.where { $0.name.like("Entry 42*") } }
    condition("text_order") { entries.where { $0.name < "Entry 5" } }
    condition("date_before") { entries.where { $0.created < middle } }
    if let token = realm.object(ofType: Entry.self, forPrimaryKey: rows / 2)?.token {
      condition("uuid_equal") { entries.where { $0.token == token } }
    }
    condition("decimal_less") { entries.where { $0.price < Decimal128(value: 500) } }
    condition("any_equal") { entries.where { $0.extra == .int(40) } }

    // A wrong choice between an index and a scan: the same condition on a property with an index, and on one without.
    for (name, share) in [("tenth_percent", 1_000), ("percent", 100), ("three_percent", 33), ("tenth", 10), ("half", 2)] {
      let high = low + rows / share
      run("W18_plan_index_\(name)", operations: rows) { time { sink(entries.where { $0.number >= low && $0.number < high }.count) } }
      run("W18_plan_scan_\(name)", operations: rows) { time { sink(entries.where { $0.code >= low && $0.code < high }.count) } }
    }
    let reads = 1_000
    run("W18_max_indexed", operations: reads) { time { for _ in 0..<reads { sink(entries.max(of: \.number) ?? 0) } } }
    run("W18_min_indexed", operations: reads) { time { for _ in 0..<reads { sink(entries.min(of: \.number) ?? 0) } } }
    run("W18_max_key", operations: reads) { time { for _ in 0..<reads { sink(entries.max(of: \.id) ?? 0) } } }
    run("W18_last_by_key", operations: reads) {
      time { for _ in 0..<reads { sink(entries.sorted(by: \.id, ascending: false).first?.id ?? 0) } }
    }
    run("W18_key_range", operations: reads) {
      time {
        for number in 0..<reads {
          let first = number &* 97 % max(1, rows - 100)
          sink(entries.where { $0.id >= first && $0.id < first + 100 }.count)
        }
      }
    }
    run("W18_first", operations: 1) { time { sink(entries.where { $0.code > rows / 2 }.first?.id ?? 0) } }
    run("W18_distinct", operations: rows) { time { sink(entries.distinct(by: [\.group]).count) } }
    run("W18_group_sum", operations: rows) { time { sink(entries.grouped(by: \.group).sum(of: \.number).values.reduce(0, &+)) } }
    run("W18_group_two", operations: rows) { time { sink(entries.grouped(by: \.kind, \.owner?.age).count.count) } }
    run("W18_group_link", operations: rows) { time { sink(entries.grouped(by: \.owner?.name).count.count) } }
    run("W18_group_top", operations: rows) {
      time { for (_, entries) in entries.grouped(by: \.group).top(3, by: \.code) { for entry in entries { sink(entry.id) } } }
    }
    run("W18_sections", operations: rows) { time { sink(entries.sectioned(by: \.group).count) } }
    run("W18_sections_block", operations: rows) {
      time { sink(entries.sectioned(sortDescriptors: [SortDescriptor(keyPath: "group")]) { $0.group / 10 }.count) }
    }
    run("W18_sort_group", operations: rows) { time { sink(entries.sorted(by: \.group).last?.id ?? 0) } }
    run("W18_sort_two", operations: rows) {
      time { sink(entries.sorted(by: [SortDescriptor(keyPath: "group"), SortDescriptor(keyPath: "code")]).last?.id ?? 0) }
    }
    run("W18_sort_date", operations: rows) { time { sink(entries.sorted(by: \.created).last?.id ?? 0) } }
    run("W18_sort_link", operations: rows) { time { sink(entries.sorted(byKeyPath: "owner.age").last?.id ?? 0) } }
    run("W18_first_50", operations: rows) { time { for entry in entries.sorted(by: \.code).limited(to: 50) { sink(entry.id) } } }
    run("W18_pages", operations: 1_000) {
      time {
        var last: Entry?
        for _ in 0..<1_000 {
          let page = entries.page(after: last, size: 50)
          for entry in page { sink(entry.id) }
          last = page.last
        }
      }
    }
    try computed(realm)
    try countAfterOtherCommit(realm)
    try following(realm)
    try predicates()
  }

  private func condition(_ name: String, _ results: () -> Results<Entry>) {
    var count = 0
    run("W18_\(name)", operations: rows) { time { count = results().count } }
    var sum = 0
    run("W18_\(name)_view", operations: rows) {
      time {
        sum = 0
        for entry in results() { sum &+= entry.id }
      }
    }
    note("W18_\(name) matches \(count), ids \(sum)")
  }

  private func countAfterOtherCommit(_ realm: Realm) throws {
    let results = realm.objects(Entry.self).where { $0.code > rows / 2 }
    sink(results.count)
    try run("W18_count_after_other_commit", operations: 100) {
      var seconds = 0.0
      for number in 0..<100 {
        try realm.write { realm.add(Aside(value: ["value": number])) }
        seconds += time { sink(results.count) }
      }
      return seconds
    }
  }

  private func predicates() throws {
    let text = "number >= $0 AND group == $1 AND name BEGINSWITH[c] $2 AND created < $3 AND kind != 4"
    let arguments: [Any] = [5, 7, "Entry", Date(timeIntervalSince1970: 0)]
    let count = 2_000
    try run("W18_parse_cached", operations: count) {
      try time { for _ in 0..<count { _ = try RealmPredicate(parsing: text, arguments: arguments) } }
    }
    var serial = 0
    try run("W18_parse", operations: count) {
      let texts = (0..<count).map { _ in
        serial += 1
        // The same five conditions, the last with another number.
        return text + "\(serial)"
      }
      return try time { for text in texts { _ = try RealmPredicate(parsing: text, arguments: arguments) } }
    }
  }

  private func insertEntries() throws -> Realm {
    try remove("entries")
    let realm = try open("entries", .unsynced)
    try realm.write {
      let holders = (0..<EntryValues.holders).map { id in
        let holder = Holder()
        (holder.id, holder.age, holder.name) = (id, EntryValues.age(of: id), "Holder \(id)")
        realm.add(holder)
        return holder
      }
      for id in 0..<rows {
        let values = EntryValues(id: id)
        let entry = Entry()
        entry.id = id
        entry.number = values.number(of: rows)
        entry.code = values.code(of: rows)
        entry.group = values.group
        entry.kind = values.kind
        entry.name = values.name
        entry.created = Date(timeIntervalSince1970: TimeInterval(values.seconds))
        entry.token = UUID()
        entry.price = Decimal128(value: values.kind * 10)
        entry.extra = id % 3 == 0 ? .string(values.name) : .int(values.kind)
        realm.add(entry)
        entry.owner = holders[values.owner]
        entry.tags.append(holders[values.tag(0)])
        entry.tags.append(holders[values.tag(1)])
      }
    }
    return realm
  }
}
