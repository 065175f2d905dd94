private let reads = 100_000
private let commits = 500
private let appends = 200

extension Harness {
  /// W18: links to one row, orders of a column of any type, and retargeting links, on the entries of the conditions.
  func following(_ database: Database) throws {
    for (name, order) in [("sort_any", "LIMIT 1 OFFSET \(rows - 1)"), ("first_50_any", "LIMIT 50")] {
      let statement = try database.statement("SELECT id FROM entry ORDER BY extra \(order)")
      run("W18_\(name)", operations: rows) { time { sink(sum(of: statement)) } }
    }
    let owner = try database.statement("SELECT age FROM entry JOIN holder ON holder.id = owner")
    run("W18_follow_link", operations: rows) { time { sink(sum(of: owner)) } }
    for (name, text) in [("loop", "SELECT code FROM entry"), ("loop_sorted", "SELECT kind FROM entry ORDER BY code")] {
      let statement = try database.statement(text)
      for state in ["live", "frozen"] { run("W18_\(name)_\(state)", operations: rows) { time { sink(sum(of: statement)) } } }
    }
    try anyElements(database)
    try appendToAny(database)
    try retarget(database)
  }

  private func appendToAny(_ database: Database) throws {
    let list = "[" + (0..<2_000).map { String($0) }.joined(separator: ",") + "]"
    try database.run("CREATE TABLE long (id INTEGER PRIMARY KEY, list TEXT); INSERT INTO long VALUES (1, '\(list)')")
    let append = try database.statement("UPDATE long SET list = json_insert(list, '$[#]', ?1) WHERE id = 1")
    try run("W18_any_append", operations: appends) {
      var seconds = 0.0
      try database.inTransaction(cancelled: true) {
        seconds = try time {
          for index in 0..<appends {
            append.bind(1, index)
            try append.finish()
          }
        }
      }
      return seconds
    }
  }

  private func sum(of statement: Statement) -> Int {
    var sum = 0
    while statement.step() { sum &+= statement.int(0) }
    statement.reset()
    return sum
  }

  private func anyElements(_ database: Database) throws {
    try database.run("CREATE TABLE document (id INTEGER PRIMARY KEY, list TEXT)")
    try database.run("INSERT INTO document VALUES (1, '[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]')")
    let element = try database.statement("SELECT json_extract(list, '$[' || ?1 || ']') FROM document WHERE id = 1")
    run("W18_any_element", operations: reads) {
      time {
        var sum = 0
        for index in 0..<reads {
          element.bind(1, index % 20)
          sum &+= element.step() ? element.int(0) : 0
          element.reset()
        }
        sink(sum)
      }
    }
  }

  private func retarget(_ database: Database) throws {
    try database.run("UPDATE entry SET owner = 0 WHERE id % 2 = 0")
    let update = try database.statement("UPDATE entry SET owner = CASE owner WHEN 0 THEN 1 ELSE 0 END WHERE id = ?1")
    var serial = 0
    try run("W18_retarget_commit", operations: commits) {
      try time {
        for _ in 0..<commits {
          serial += 1
          update.bind(1, serial &* 7_919 % rows)
          try database.inTransaction { try update.finish() }
        }
      }
    }
  }
}
