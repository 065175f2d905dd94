private let purchasesEach = 1_000
private let lookUps = 500_000
private let numbers = (0..<100).map { "seat \($0)" }

extension Harness {
  /// W25: indexes and keys of several columns. Foreign keys are on.
  func compound() throws {
    try insertsWithIndex()
    try newest()
    try compoundLookUps()
  }

  private var customers: Int { max(1, rows / purchasesEach) }

  private func insertsWithIndex() throws {
    try alternately(
      "W25_insert", "W25_insert_with_index", operations: rows, { try insertPurchases(into: try purchases("")) },
      { try insertPurchases(into: try purchases("CREATE INDEX purchase_customer ON purchase (customer, placed)")) })
  }

  private func purchases(_ index: String) throws -> Database {
    let database = try database()
    try database.run("PRAGMA foreign_keys = ON")
    try database.run("CREATE TABLE customer (id INTEGER PRIMARY KEY)")
    try database.run(
      "CREATE TABLE purchase (id INTEGER PRIMARY KEY, customer INTEGER NOT NULL, placed REAL NOT NULL, amount INTEGER NOT NULL); " + index)
    return database
  }

  private func insertPurchases(into database: Database) throws -> Double {
    let insert = try database.statement("INSERT INTO purchase VALUES (?1, ?2, ?3, ?4)")
    return try time {
      try database.inTransaction {
        for id in 0..<rows {
          let mixed = UInt64(truncatingIfNeeded: id) &* 0x9E37_79B9_7F4A_7C15
          insert.bind(1, id)
          insert.bind(2, Int(mixed >> 20) % customers)
          insert.bind(3, Double(1_600_000_000 + id * 97))
          insert.bind(4, id)
          try insert.finish()
        }
      }
    }
  }

  // A customer is a number here and a link in Ashlar's second row, which is the same to SQLite.
  private func newest() throws {
    let database = try purchases("CREATE INDEX purchase_customer ON purchase (customer, placed)")
    _ = try insertPurchases(into: database)
    let page = try database.statement("SELECT id FROM purchase WHERE customer = ?1 ORDER BY placed DESC LIMIT 50")
    let reads = 1_000
    for name in ["W25_newest_50", "W25_newest_50_of_link"] {
      run(name, operations: reads) {
        time {
          for number in 0..<reads {
            page.bind(1, number % customers)
            while page.step() { sink(page.int(0)) }
            page.reset()
          }
        }
      }
    }
  }

  private func compoundLookUps() throws {
    let database = try database()
    try database.run("CREATE TABLE coded (code TEXT PRIMARY KEY, price INTEGER NOT NULL) WITHOUT ROWID")
    try database.run(
      "CREATE TABLE place (hall INTEGER, row INTEGER, number TEXT, price INTEGER NOT NULL, PRIMARY KEY (hall, row, number)) WITHOUT ROWID")
    let codes = (0..<rows).map { "\($0 / 10_000)-\($0 / 100 % 100)-\(numbers[$0 % 100])" }
    let coded = try database.statement("INSERT INTO coded VALUES (?1, ?2)")
    let place = try database.statement("INSERT INTO place VALUES (?1, ?2, ?3, ?4)")
    try database.inTransaction {
      for id in 0..<rows {
        coded.bind(2, id)
        try coded.with([(1, codes[id])]) { try coded.finish() }
        place.bind(1, id / 10_000)
        place.bind(2, id / 100 % 100)
        place.bind(4, id)
        try place.with([(3, numbers[id % 100])]) { try place.finish() }
      }
    }
    let byCode = try database.statement("SELECT price FROM coded WHERE code = ?1")
    let byParts = try database.statement("SELECT price FROM place WHERE hall = ?1 AND row = ?2 AND number = ?3")
    alternately(
      "W25_lookup_text_key", "W25_lookup_compound_key", operations: lookUps,
      {
        time {
          var random = XorShift(25)
          for _ in 0..<lookUps {
            let id = random.below(rows)
            sink(byCode.with([(1, codes[id])]) { byCode.step() ? byCode.int(0) : 0 })
            byCode.reset()
          }
        }
      },
      {
        time {
          var random = XorShift(25)
          for _ in 0..<lookUps {
            let id = random.below(rows)
            byParts.bind(1, id / 10_000)
            byParts.bind(2, id / 100 % 100)
            sink(byParts.with([(3, numbers[id % 100])]) { byParts.step() ? byParts.int(0) : 0 })
            byParts.reset()
          }
        }
      })
  }
}
