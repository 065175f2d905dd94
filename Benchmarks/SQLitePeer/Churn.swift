import Foundation

extension Harness {
  /// W15: look-ups by UUID; rows by position, and what scans and commits cost, after deletions; links counted within a write.
  func churn() throws {
    try lookups()
    try afterDeletes()
    try afterChurn()
    try findOrCreate()
    try lookUpsInLargeWrite()
    try countsInWrite()
  }

  private func findOrCreate() throws {
    let database = try items()
    let find = try database.statement("SELECT id FROM item WHERE category = ?1")
    let update = try database.statement("UPDATE item SET count = ?1 WHERE id = ?2")
    let insert = try database.statement("INSERT INTO item VALUES (?1, 0, ?2, '')")
    let count = min(20_000, rows)
    try run("W15_find_or_create", operations: count) {
      var seconds = 0.0
      try database.inTransaction(cancelled: true) {
        seconds = try time {
          for number in 0..<count {
            let category = 100 + number % (count / 2 + 1)
            find.bind(1, category)
            let id = find.step() ? find.int(0) : -1
            find.reset()
            if id >= 0 {
              update.bind(1, number)
              update.bind(2, id)
              try update.finish()
            } else {
              insert.bind(1, rows + number)
              insert.bind(2, category)
              try insert.finish()
            }
          }
        }
      }
      return seconds
    }
  }

  private func lookUpsInLargeWrite() throws {
    let database = try items()
    let update = try database.statement("UPDATE item SET count = count + 1 WHERE id % 100 = 0")
    let insert = try database.statement("INSERT INTO item VALUES (?1, 0, ?2, '')")
    let find = try database.statement("SELECT id FROM item WHERE category = ?1 LIMIT 1")
    let count = 1000
    try run("W15_lookup_in_large_write", operations: count * 2) {
      var seconds = 0.0
      try database.inTransaction(cancelled: true) {
        try update.finish()
        for number in 0..<count {
          insert.bind(1, rows + number)
          insert.bind(2, 100 + number)
          try insert.finish()
        }
        seconds = time {
          for number in 0..<count * 2 {
            find.bind(1, 100 + number)
            sink(find.step() ? find.int(0) : 0)
            find.reset()
          }
        }
      }
      return seconds
    }
  }

  private func lookups() throws {
    let database = try database()
    try database.run("CREATE TABLE device (id BLOB PRIMARY KEY, count INTEGER) WITHOUT ROWID")
    let ids = (0..<max(1, rows / 10)).map { _ in UUID() }
    let insert = try database.statement("INSERT INTO device VALUES (?1, ?2)")
    try database.inTransaction {
      for (number, id) in ids.enumerated() {
        insert.bind(2, number)
        try insert.with(1, id) { try insert.finish() }
      }
    }
    let find = try database.statement("SELECT count FROM device WHERE id = ?1")
    let count = 500_000
    run("W15_lookup_uuid_key", operations: count) {
      time {
        var random = XorShift(15)
        var sum = 0
        for _ in 0..<count {
          sum &+= find.with(1, ids[random.below(ids.count)]) { find.step() ? find.int(0) : 0 }
          find.reset()
        }
        sink(sum)
      }
    }
  }

  // As many rows as the workloads of Ashlar have, with an index as theirs.
  private func items() throws -> Database {
    let database = try database()
    try database.run("CREATE TABLE item (id INTEGER PRIMARY KEY, count INTEGER, category INTEGER, name TEXT)")
    let insert = try database.statement("INSERT INTO item VALUES (?1, ?2, ?3, ?4)")
    var random = XorShift(16)
    try database.inTransaction {
      for id in 0..<rows {
        insert.bind(1, id)
        insert.bind(2, random.below(10_000))
        insert.bind(3, random.below(100))
        try insert.with([(4, "item \(id)")]) { try insert.finish() }
      }
    }
    try database.run("CREATE INDEX category ON item (category)")
    return database
  }

  private func afterDeletes() throws {
    let database = try items()
    try database.run("DELETE FROM item WHERE count < 6667")
    let total = try database.statement("SELECT count(*) FROM item")
    _ = total.step()
    let left = total.int(0)
    total.reset()
    let first = try database.statement("SELECT id FROM item ORDER BY id LIMIT 1")
    let any = try database.statement("SELECT id FROM item ORDER BY id LIMIT 1 OFFSET ?1")
    let delete = try database.statement("DELETE FROM item WHERE id = ?1")
    func remove(_ found: Statement) throws {
      let id = found.step() ? found.int(0) : -1
      found.reset()
      delete.bind(1, id)
      try delete.finish()
    }
    func measure(_ name: String, _ count: Int, _ body: (Int) throws -> Void) throws {
      try run(name, operations: count) {
        var seconds = 0.0
        try database.inTransaction(cancelled: true) { seconds = try time { for number in 0..<count { try body(number) } } }
        return seconds
      }
    }
    let count = min(1000, left)
    try measure("W15_first_after_deletes", count) { _ in try remove(first) }
    var random = XorShift(17)
    // An offset is walked to: O(rows).
    try measure("W15_index_after_deletes", min(100, count)) { number in
      any.bind(1, random.below(left - number))
      try remove(any)
    }
    try measure("W15_drain_from_front", left) { _ in try remove(first) }
  }

  private func afterChurn() throws {
    let database = try items()
    let few = min(100, rows)
    try database.run("DELETE FROM item WHERE id < \(rows - few)")
    let scan = try database.statement("SELECT count(*) FROM item WHERE count >= 5000")
    run("W15_scan_after_churn", operations: few) {
      time {
        _ = scan.step()
        sink(scan.int(0))
        scan.reset()
      }
    }
    let update = try database.statement("UPDATE item SET count = ?1 WHERE id = \(rows - few)")
    let count = 1000
    try run("W15_commit_after_churn", operations: count) {
      try time {
        for number in 0..<count {
          update.bind(1, number)
          try update.finish()
        }
      }
    }
  }

  private func countsInWrite() throws {
    let database = try database()
    try database.run("CREATE TABLE device (id INTEGER PRIMARY KEY, owner INTEGER, count INTEGER); CREATE INDEX owner ON device (owner)")
    let insert = try database.statement("INSERT INTO device VALUES (?1, 0, ?1)")
    try database.inTransaction {
      for id in 2..<max(3, rows / 10) + 2 {
        insert.bind(1, id)
        try insert.finish()
      }
    }
    let update = try database.statement("UPDATE device SET owner = 1 WHERE id = ?1")
    let number = try database.statement("SELECT count(*) FROM device WHERE owner = 0")
    let count = min(100, max(1, rows / 10))
    try run("W15_backlink_count_in_write", operations: count) {
      var seconds = 0.0
      try database.inTransaction(cancelled: true) {
        seconds = try time {
          var sum = 0
          for id in 0..<count {
            update.bind(1, id + 2)
            try update.finish()
            _ = number.step()
            sum &+= number.int(0)
            number.reset()
          }
          sink(sum)
        }
      }
      return seconds
    }
    // All devices but two link to the first one.
    try database.run("UPDATE device SET owner = 2 WHERE id > 3")
    let first = try database.statement("SELECT id FROM device WHERE owner = 2 ORDER BY id LIMIT 1")
    let reads = 10_000
    run("W15_linking_first", operations: reads) {
      time {
        var sum = 0
        for _ in 0..<reads {
          sum &+= first.step() ? first.int(0) : 1
          first.reset()
        }
        sink(sum)
      }
    }
    let isLinked = try database.statement("SELECT EXISTS (SELECT 1 FROM device WHERE owner = 2)")
    run("W15_linking_is_empty", operations: reads) {
      time {
        for _ in 0..<reads {
          sink(isLinked.step() ? isLinked.int(0) : 0)
          isLinked.reset()
        }
      }
    }
    let any = try database.statement("SELECT count FROM device WHERE owner = 2 ORDER BY id LIMIT 1 OFFSET ?1")
    run("W15_linking_index", operations: reads) {
      time {
        for number in 0..<reads {
          any.bind(1, number % 50)
          sink(any.step() ? any.int(0) : 0)
          any.reset()
        }
      }
    }
    let sources = "FROM device AS source WHERE source.owner = target.id"
    for (name, condition) in [
      ("count_condition", "(SELECT count(*) \(sources)) > 1"), ("sum_condition", "(SELECT sum(count) \(sources)) > 100"),
      ("subquery", "(SELECT count(*) \(sources) AND count > 100) > 1"),
    ] {
      let linked = try database.statement("SELECT count(*) FROM device AS target WHERE \(condition)")
      run("W15_linking_\(name)", operations: max(3, rows / 10)) {
        time {
          sink(linked.step() ? linked.int(0) : 0)
          linked.reset()
        }
      }
    }
  }
}
