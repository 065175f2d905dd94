private let commitCount = 20_000
private let childrenEach = 10
private let note = "note of forty characters, as rows have it"

/// A number for each row, in no order, and each number once.
private func scattered(_ id: Int) -> Int { Int(truncatingIfNeeded: UInt64(truncatingIfNeeded: id) &* 0x9E37_79B9_7F4A_7C15) }

/// A text of 17 bytes for each row, in the order of the rows.
private func name(_ id: Int) -> String {
  String(unsafeUninitializedCapacity: 17) { bytes in
    for (place, byte) in "item-0000000-abcd".utf8.enumerated() { bytes[place] = byte }
    var rest = id
    for place in (5..<12).reversed() {
      bytes[place] = 48 + UInt8(rest % 10)
      rest /= 10
    }
    return 17
  }
}

extension Harness {
  /// W24: what constraints cost. Foreign keys are on.
  func rules() throws {
    try uniqueInserts()
    try upserts()
    try checkedInserts()
    try untouchedCommits()
    try cascades()
    try singleDeletions()
  }

  private func constrained(_ name: String = "peer", _ text: String) throws -> Database {
    let database = try database(name)
    try database.run("PRAGMA foreign_keys = ON")
    try database.run(text)
    return database
  }

  private func uniqueInserts() throws {
    for column in ["name", "count"] {
      try alternately(
        "W24_insert_\(column)_indexed", "W24_insert_\(column)_unique", operations: rows,
        { try insertItems("CREATE INDEX one ON item (\(column))", isScattered: column == "count") },
        { try insertItems("CREATE UNIQUE INDEX one ON item (\(column))", isScattered: column == "count") })
    }
  }

  private func insertItems(_ index: String, isScattered: Bool) throws -> Double {
    let database = try constrained(
      "peer",
      "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, score REAL NOT NULL, count INTEGER NOT NULL, flag INTEGER NOT NULL, "
        + "created REAL NOT NULL, note TEXT); " + index)
    let insert = try database.statement("INSERT INTO item VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")
    return try time {
      var random = XorShift(24)
      try database.inTransaction {
        for id in 0..<rows {
          let value = random.below(10_000)
          insert.bind(1, id)
          insert.bind(3, Double(value) / 10)
          insert.bind(4, isScattered ? scattered(id) : value)
          insert.bind(5, value & 1)
          insert.bind(6, Double(1_600_000_000 + value))
          if value & 2 == 0 {
            insert.bindNull(7)
            try insert.with([(2, name(id))]) { try insert.finish() }
          } else {
            try insert.with([(2, name(id)), (7, note)]) { try insert.finish() }
          }
        }
      }
    }
  }

  private func upserts() throws {
    let database = try constrained(
      "peer",
      "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, count INTEGER NOT NULL); CREATE UNIQUE INDEX one ON item (name)")
    let insert = try database.statement("INSERT INTO item VALUES (?1, ?2, 0)")
    try database.inTransaction {
      for id in 0..<rows {
        insert.bind(1, id)
        try insert.with([(2, name(id))]) { try insert.finish() }
      }
    }
    let count = min(rows, 100_000)
    let byKey = try database.statement("INSERT INTO item VALUES (?1, ?2, ?3) ON CONFLICT (id) DO UPDATE SET count = excluded.count")
    let byName = try database.statement("INSERT INTO item VALUES (NULL, ?2, ?3) ON CONFLICT (name) DO UPDATE SET count = excluded.count")
    func upsert(_ statement: Statement, hasKey: Bool) throws -> Double {
      var seconds = 0.0
      try database.inTransaction(cancelled: true) {
        seconds = try time {
          for id in 0..<count {
            if hasKey { statement.bind(1, id) }
            statement.bind(3, id)
            try statement.with([(2, name(id))]) { try statement.finish() }
          }
        }
      }
      return seconds
    }
    try alternately(
      "W24_upsert_by_key", "W24_upsert_by_rule", operations: count,
      { try upsert(byKey, hasKey: true) }, { try upsert(byName, hasKey: false) })
  }

  private static let freeMember =
    "CREATE TABLE member (id INTEGER PRIMARY KEY, number INTEGER NOT NULL, login TEXT NOT NULL, age INTEGER NOT NULL, score REAL NOT NULL, "
    + "opened INTEGER NOT NULL, closed INTEGER, visits INTEGER NOT NULL"
  private static let checks =
    ", CHECK (length(login) BETWEEN 1 AND 40), CHECK (login GLOB 'item-*'), CHECK (age BETWEEN 0 AND 150), "
    + "CHECK (score >= 0 AND score < 1000), CHECK (opened <= closed)"

  private func checkedInserts() throws {
    try alternately(
      "W24_insert_unchecked", "W24_insert_checked", operations: rows,
      { try insertMembers(into: try constrained("peer", Harness.freeMember + ")"), rows) },
      { try insertMembers(into: try constrained("peer", Harness.freeMember + Harness.checks + ")"), rows) })
  }

  private func insertMembers(into database: Database, _ count: Int) throws -> Double {
    let insert = try database.statement("INSERT INTO member VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
    return try time {
      var random = XorShift(24)
      try database.inTransaction {
        for id in 0..<count {
          let value = random.below(10_000)
          insert.bind(1, id)
          insert.bind(2, scattered(id))
          insert.bind(4, value % 151)
          insert.bind(5, Double(value) / 11)
          insert.bind(6, 1_600_000_000 + value)
          if value & 1 == 0 { insert.bindNull(7) } else { insert.bind(7, 1_600_010_000 + value) }
          insert.bind(8, value)
          try insert.with([(3, name(id))]) { try insert.finish() }
        }
      }
    }
  }

  private func untouchedCommits() throws {
    let count = min(rows, 100_000)
    let free = try constrained("free", Harness.freeMember + ")")
    let ruled = try constrained("ruled", Harness.freeMember + Harness.checks + "); CREATE UNIQUE INDEX number ON member (number)")
    _ = try insertMembers(into: free, count)
    _ = try insertMembers(into: ruled, count)
    let updates = try [free, ruled].map { try $0.statement("UPDATE member SET visits = ?2 WHERE id = ?1") }
    var (random, other) = (XorShift(25), XorShift(25))
    try alternately(
      "W24_commit_without_rules", "W24_commit_untouched", operations: commitCount,
      { try update(updates[0], count, &random) }, { try update(updates[1], count, &other) })
    withExtendedLifetime((free, ruled)) {}
  }

  // Each statement is a transaction.
  private func update(_ update: Statement, _ count: Int, _ random: inout XorShift) throws -> Double {
    try time {
      for _ in 0..<commitCount {
        update.bind(1, random.below(count))
        update.bind(2, random.below(10_000))
        try update.finish()
      }
    }
  }

  private var parents: Int { max(1, rows / childrenEach) }

  private func cascades() throws {
    let (parents, children) = (parents, parents * childrenEach)
    try alternately(
      "W24_cascade_by_hand", "W24_cascade", operations: parents + children,
      {
        let database = try families(isRuled: false)
        return try time {
          try database.inTransaction {
            try database.run("DELETE FROM child WHERE id < \(children)")
            try database.run("DELETE FROM parent WHERE id < \(parents)")
          }
        }
      },
      {
        let database = try families(isRuled: true)
        return try time { try database.inTransaction { try database.run("DELETE FROM parent WHERE id < \(parents)") } }
      })
  }

  // As many rows as Ashlar's client makes; each hundredth parent remains with its children.
  private func families(isRuled: Bool, _ name: String = "peer") throws -> Database {
    let database = try constrained(
      name,
      """
      CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE child (id INTEGER PRIMARY KEY, value INTEGER NOT NULL,
        parent INTEGER\(isRuled ? " REFERENCES parent ON DELETE CASCADE" : ""));
      CREATE INDEX child_parent ON child (parent)
      """)
    let parent = try database.statement("INSERT INTO parent VALUES (?1, ?2)")
    let child = try database.statement("INSERT INTO child VALUES (?1, ?2, ?3)")
    let remaining = parents / 100 + 1
    try database.inTransaction {
      for id in 0..<parents + remaining {
        parent.bind(1, id)
        try parent.with([(2, "Parent \(id)")]) { try parent.finish() }
      }
      for id in 0..<(parents + remaining) * childrenEach {
        child.bind(1, id)
        child.bind(2, scattered(id))
        child.bind(3, id < parents * childrenEach ? id % parents : parents + id % remaining)
        try child.finish()
      }
    }
    return database
  }

  private func singleDeletions() throws {
    let (free, ruled) = (try families(isRuled: false, "free"), try families(isRuled: true, "ruled"))
    let count = min(parents, 100_000 / (childrenEach + 1))
    try alternately(
      "W24_delete_singly_without_rules", "W24_delete_singly", operations: count * (childrenEach + 1),
      { try deleteSingly(free, count) }, { try deleteSingly(ruled, count) })
  }

  private func deleteSingly(_ database: Database, _ count: Int) throws -> Double {
    let child = try database.statement("DELETE FROM child WHERE id = ?1")
    let parent = try database.statement("DELETE FROM parent WHERE id = ?1")
    var seconds = 0.0
    try database.inTransaction(cancelled: true) {
      seconds = try time {
        for number in 0..<count {
          for id in stride(from: number, to: parents * childrenEach, by: parents) {
            child.bind(1, id)
            try child.finish()
          }
          parent.bind(1, number)
          try parent.finish()
        }
      }
    }
    return seconds
  }
}
