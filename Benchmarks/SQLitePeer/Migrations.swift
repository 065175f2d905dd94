private let note = "note of forty characters, as rows have it"

extension Harness {
  /// W16: gives each row a text in place of a number, with the commit, which is synced as Ashlar's migrations are.
  func migrations() throws {
    try run("W16_migrate_in_place", operations: rows) {
      let database = try database()
      try database.run(
        "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, score REAL, count INTEGER, flag INTEGER, created REAL, category INTEGER, "
          + "note TEXT); CREATE INDEX category ON item (category)")
      let insert = try database.statement("INSERT INTO item VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
      var random = XorShift(16)
      try database.inTransaction {
        for id in 0..<rows {
          let value = random.below(10_000)
          insert.bind(1, id)
          insert.bind(3, Double(value) / 10)
          insert.bind(4, value)
          insert.bind(5, id & 1)
          insert.bind(6, Double(1_600_000_000 + id))
          insert.bind(7, random.below(100))
          var texts: [(column: Int32, text: String)] = [(column: 2, text: "item-\(id)")]
          if id & 1 == 0 { insert.bindNull(8) } else { texts.append((column: 8, text: note)) }
          try insert.with(texts) { try insert.finish() }
        }
      }
      try database.run("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA synchronous = FULL")
      return try time {
        try database.inTransaction {
          try database.run(
            "ALTER TABLE item ADD COLUMN text TEXT NOT NULL DEFAULT ''; UPDATE item SET text = CAST(count AS TEXT); "
              + "ALTER TABLE item DROP COLUMN count")
        }
      }
    }
  }
}
