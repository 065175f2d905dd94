import Foundation

private let heldCommits = 2_000

private func scattered(_ id: Int) -> Int { Int(truncatingIfNeeded: UInt64(truncatingIfNeeded: id) &* 0x9E37_79B9_7F4A_7C15) }
private func spread(_ id: Int) -> Int { Int(truncatingIfNeeded: UInt64(truncatingIfNeeded: id) &* 0xC2B2_AE3D_27D4_EB4F) }
private func key(_ number: Int) -> String { "key-\(String(format: "%07d", number))" }

extension Harness {
  /// W26: a map with as many entries as there are rows, conditions on long text, inserts with indexes of values in no order, and sizes.
  func cliffs() throws {
    try largeMap()
    try longText()
    try scatteredInserts()
    try heldVersion()
    try refilled()
  }

  private func largeMap() throws {
    let database = try database()
    try database.run("CREATE TABLE score (register INTEGER, key TEXT, value INTEGER, PRIMARY KEY (register, key)) WITHOUT ROWID")
    let insert = try database.statement("INSERT INTO score VALUES (0, ?1, ?2)")
    // The entries are in the order in which a dictionary has them.
    let all = (0..<rows).map { (key: key($0), value: $0) }.shuffled()
    try run("W26_map_add", operations: rows) {
      try database.run("DELETE FROM score")
      return try time {
        try database.inTransaction {
          for (key, value) in all {
            insert.bind(2, value)
            try insert.with([(1, key)]) { try insert.finish() }
          }
        }
      }
    }
    let update = try database.statement("UPDATE score SET value = ?2 WHERE register = 0 AND key = ?1")
    var random = XorShift(26)
    let count = 500
    try run("W26_map_change_commit", operations: count) {
      try time {
        for _ in 0..<count {
          update.bind(2, random.below(1_000_000))
          try update.with([(1, key(random.below(rows)))]) { try update.finish() }
        }
      }
    }
  }

  // SQLite has no comparison without accents.
  private func longText() throws {
    let database = try database()
    try database.run("CREATE TABLE article (id INTEGER PRIMARY KEY, text TEXT)")
    let articles = max(100, rows / 100)
    let words = String(repeating: "Lorem ipsum dolor sit amet, consectetur adipiscing elit. ", count: 180)
    let insert = try database.statement("INSERT INTO article VALUES (?1, ?2)")
    try database.inTransaction {
      for id in 0..<articles {
        insert.bind(1, id)
        try insert.with([(2, words + "Article \(id)")]) { try insert.finish() }
      }
    }
    let found = try database.statement("SELECT count(*) FROM article WHERE text LIKE '%ARTICLE 42%'")
    run("W26_contains_c_10kb", operations: articles) {
      time {
        sink(found.step() ? found.int(0) : 0)
        found.reset()
      }
    }
  }

  private func scatteredInserts() throws {
    let indexes = "CREATE INDEX number ON row (number); CREATE INDEX code ON row (code)"
    try alternately(
      "W26_insert_scattered", "W26_insert_scattered_indexed", operations: rows,
      {
        let database = try emptyRows()
        return try time { try fill(database) }
      },
      {
        let database = try emptyRows(indexes)
        return try time { try fill(database) }
      })
    for (name, indexes) in [("W26_size_scattered", ""), ("W26_size_scattered_indexed", indexes)] {
      let database = try emptyRows(indexes)
      try fill(database)
      reportBytes(name, try database.size())
    }
  }

  private func emptyRows(_ indexes: String = "") throws -> Database {
    let database = try database()
    try database.run("CREATE TABLE row (id INTEGER PRIMARY KEY, number INTEGER, code INTEGER, name TEXT); " + indexes)
    return database
  }

  private func fill(_ database: Database) throws {
    let insert = try database.statement("INSERT INTO row VALUES (?1, ?2, ?3, ?4)")
    try database.inTransaction {
      for id in 0..<rows {
        insert.bind(1, id)
        insert.bind(2, scattered(id))
        insert.bind(3, spread(id))
        try insert.with([(4, "row \(id)")]) { try insert.finish() }
      }
    }
  }

  // The log cannot be emptied while another connection reads an earlier version.
  private func heldVersion() throws {
    let database = try emptyRows()
    try fill(database)
    let before = try database.size()
    let reader = try database.another()
    try reader.run("BEGIN; SELECT count(*) FROM (SELECT id FROM row LIMIT 1)")
    let update = try database.statement("UPDATE row SET number = ?1 WHERE id = ?2")
    var random = XorShift(27)
    for number in 0..<heldCommits {
      update.bind(1, number)
      update.bind(2, random.below(rows))
      try update.finish()
    }
    reportBytes("W26_growth_held", try database.sizeWithLog() - before)
    try reader.run("COMMIT")
  }

  private func refilled() throws {
    let database = try emptyRows()
    try fill(database)
    reportBytes("W26_size_filled", try database.size())
    try database.run("DELETE FROM row")
    try fill(database)
    reportBytes("W26_size_refilled", try database.size())
  }
}
