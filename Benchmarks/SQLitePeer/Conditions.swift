import CSQLite
import Foundation

/// The values of a row of W18, as Ashlar's client makes them.
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
  /// W18: conditions, orders and limits, with the indexes that Ashlar's client has; backlinks are the indexes of `owner` and `tag`.
  func conditions() throws {
    let database = try entries()
    let wanted = stride(from: 0, to: rows, by: max(1, rows / 10_000)).map { EntryValues(id: $0) }
    let numbers = wanted.map { String($0.number(of: rows)) }
    let codes = wanted.map { String($0.code(of: rows)) }.joined(separator: ",")
    let token = try database.statement("SELECT hex(token) FROM entry WHERE id = \(rows / 2)")
    _ = token.step()

    try condition(database, "range_indexed", "number >= \(rows / 2) AND number < \(rows / 2 + rows / 100)")
    try condition(database, "in_indexed", "number IN (\(numbers.joined(separator: ",")))")
    try condition(database, "in_unindexed", "code IN (\(codes))")
    try condition(database, "or_20", numbers.prefix(20).map { "number = \($0)" }.joined(separator: " OR "))
    try condition(database, "and_two_indexed", "grp = 7 AND kind = 3")
    try condition(database, "through_link", "owner IN (SELECT id FROM holder WHERE age = 40)")
    try condition(database, "link_equal", "owner = 40")
    try condition(database, "any_list", "id IN (SELECT entry FROM tag WHERE holder IN (SELECT id FROM holder WHERE age = 40))")
    try condition(database, "contains_c", "name LIKE '%ENTRY 4242%'")
    try condition(database, "contains_cd", "name LIKE '%ENTRY 4242%'")
    try condition(database, "like", "name GLOB '*42?2*ings'")
    try condition(database, "like_ends", "name GLOB 'Entry 42*'")
    try condition(database, "text_order", "name < 'Entry 5'")
    try condition(database, "date_before", "created < 1650000000.0")
    try condition(database, "uuid_equal", "token = x'\(token.text(0))'")
    try condition(database, "decimal_less", "price < 500")
    try condition(database, "any_equal", "extra = 40")

    let tags = "tag JOIN holder ON holder.id = tag.holder WHERE tag.entry = entry.id"
    try computed(database, "columns", "entry WHERE number > code")
    try computed(database, "link_columns", "entry WHERE kind > (SELECT age FROM holder WHERE holder.id = owner)")
    try computed(database, "text_columns", "entry WHERE instr(name, (SELECT name FROM holder WHERE holder.id = owner)) > 0")
    try computed(database, "arithmetic", "entry WHERE number + code > \(rows)")
    try computed(database, "sum", "entry WHERE (SELECT sum(age) FROM \(tags)) > 100")
    try computed(database, "subquery", "entry WHERE (SELECT count(*) FROM \(tags) AND age > 50) = 2")
    try computed(database, "list_equal", "site WHERE first = 7 AND second = 40")
    try query(database, "range_date", max(1, rows / 100), "SELECT count(*) FROM site WHERE seen >= 1650000000 AND seen < 1651000000")
    try computed(database, "within", "site WHERE latitude BETWEEN -10 AND 10 AND longitude BETWEEN -20 AND 20")

    let reads = 1_000
    let largest = try database.statement("SELECT max(number) FROM entry")
    run("W18_max_indexed", operations: reads) {
      time {
        for _ in 0..<reads {
          sink(largest.step() ? largest.int(0) : 0)
          largest.reset()
        }
      }
    }
    for (name, text) in [
      ("min_indexed", "SELECT min(number) FROM entry"), ("max_key", "SELECT max(id) FROM entry"),
      ("last_by_key", "SELECT id FROM entry ORDER BY id DESC LIMIT 1"),
    ] {
      let statement = try database.statement(text)
      run("W18_\(name)", operations: reads) {
        time {
          for _ in 0..<reads {
            sink(statement.step() ? statement.int(0) : 0)
            statement.reset()
          }
        }
      }
    }
    let range = try database.statement("SELECT count(*) FROM entry WHERE id >= ?1 AND id < ?1 + 100")
    run("W18_key_range", operations: reads) {
      time {
        for number in 0..<reads {
          range.bind(1, number &* 97 % max(1, rows - 100))
          sink(range.step() ? range.int(0) : 0)
          range.reset()
        }
      }
    }
    try query(database, "first", 1, "SELECT id FROM entry WHERE code > \(rows / 2) LIMIT 1")
    try query(database, "distinct", rows, "SELECT count(*) FROM (SELECT id FROM entry GROUP BY grp)")
    try query(database, "group_sum", rows, "SELECT sum(number) FROM entry GROUP BY grp")
    try query(database, "group_two", rows, "SELECT count(*) FROM entry LEFT JOIN holder ON holder.id = owner GROUP BY kind, holder.age")
    try query(database, "group_link", rows, "SELECT count(*) FROM entry LEFT JOIN holder ON holder.id = owner GROUP BY holder.name")
    try query(
      database, "group_top", rows,
      "SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY grp ORDER BY code DESC) AS place FROM entry) WHERE place <= 3")
    try query(database, "sections", rows, "SELECT grp, id FROM entry ORDER BY grp, id")
    try query(database, "sections_block", rows, "SELECT grp / 10, id FROM entry ORDER BY grp, id")
    try query(database, "sort_group", rows, "SELECT id FROM entry ORDER BY grp LIMIT 1 OFFSET \(rows - 1)")
    try query(database, "sort_two", rows, "SELECT id FROM entry ORDER BY grp, code LIMIT 1 OFFSET \(rows - 1)")
    try query(database, "sort_date", rows, "SELECT id FROM entry ORDER BY created LIMIT 1 OFFSET \(rows - 1)")
    try query(
      database, "sort_link", rows, "SELECT entry.id FROM entry JOIN holder ON holder.id = owner ORDER BY age LIMIT 1 OFFSET \(rows - 1)")
    try query(database, "first_50", rows, "SELECT id FROM entry ORDER BY code LIMIT 50")
    let page = try database.statement("SELECT id FROM entry WHERE id > ?1 ORDER BY id LIMIT 50")
    run("W18_pages", operations: 1_000) {
      time {
        var last = -1
        for _ in 0..<1_000 {
          page.bind(1, last)
          while page.step() { last = page.int(0) }
          page.reset()
        }
        sink(last)
      }
    }
    try following(database)
  }

  private func condition(_ database: Database, _ name: String, _ condition: String) throws {
    try query(database, name, rows, "SELECT count(*) FROM entry WHERE \(condition)")
    try query(database, name + "_view", rows, "SELECT id FROM entry WHERE \(condition) ORDER BY id")
  }

  private func computed(_ database: Database, _ name: String, _ from: String) throws {
    try query(database, name, rows, "SELECT count(*) FROM \(from)")
  }

  private func query(_ database: Database, _ name: String, _ operations: Int, _ text: String) throws {
    let statement = try database.statement(text)
    run("W18_\(name)", operations: operations) {
      time {
        var sum = 0
        while statement.step() { sum &+= statement.int(0) }
        statement.reset()
        sink(sum)
      }
    }
  }

  private func entries() throws -> Database {
    let database = try database()
    try database.run(
      """
      CREATE TABLE holder (id INTEGER PRIMARY KEY, age INTEGER, name TEXT);
      CREATE TABLE entry (id INTEGER PRIMARY KEY, number INTEGER, code INTEGER, grp INTEGER, kind INTEGER, name TEXT, created REAL,
        token BLOB, price REAL, extra, owner INTEGER);
      CREATE TABLE site (id INTEGER PRIMARY KEY, longitude REAL, latitude REAL, first INTEGER, second INTEGER,
        seen REAL);
      CREATE TABLE tag (entry INTEGER, place INTEGER, holder INTEGER, PRIMARY KEY (entry, place)) WITHOUT ROWID
      """)
    let holder = try database.statement("INSERT INTO holder VALUES (?1, ?2, ?3)")
    let entry = try database.statement("INSERT INTO entry VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, randomblob(16), ?8, ?9, ?10)")
    let site = try database.statement("INSERT INTO site VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
    let tag = try database.statement("INSERT INTO tag VALUES (?1, ?2, ?3)")
    try database.inTransaction {
      for id in 0..<EntryValues.holders {
        holder.bind(1, id)
        holder.bind(2, EntryValues.age(of: id))
        try holder.with([(3, "Holder \(id)")]) { try holder.finish() }
      }
      for id in 0..<rows {
        let values = EntryValues(id: id)
        let numbers: [Int] = [id, values.number(of: rows), values.code(of: rows), values.group, values.kind]
        for (column, value) in numbers.enumerated() { entry.bind(Int32(column + 1), value) }
        entry.bind(7, Double(values.seconds))
        entry.bind(8, Double(values.kind * 10))
        entry.bind(9, values.kind)
        entry.bind(10, values.owner)
        var texts: [(column: Int32, text: String)] = [(column: 6, text: values.name)]
        if id % 3 == 0 { texts.append((column: 9, text: values.name)) }
        try entry.with(texts) { try entry.finish() }
        for (column, value) in [id, 0, 0, values.tag(0) % 100, values.kind].enumerated() { site.bind(Int32(column + 1), value) }
        site.bind(2, Double(values.number(of: 3_600_000)) / 10_000 - 180)
        site.bind(3, Double(values.code(of: 1_800_000)) / 10_000 - 90)
        site.bind(6, Double(values.seconds))
        try site.finish()
        for place in [0, 1] {
          tag.bind(1, id)
          tag.bind(2, Int(place))
          tag.bind(3, values.tag(place))
          try tag.finish()
        }
      }
    }
    try database.run(
      """
      CREATE INDEX number ON entry (number); CREATE INDEX grp ON entry (grp); CREATE INDEX kind ON entry (kind);
      CREATE INDEX owner ON entry (owner); CREATE INDEX holder_tags ON tag (holder); CREATE INDEX seen ON site (seen); ANALYZE
      """)
    return database
  }
}
