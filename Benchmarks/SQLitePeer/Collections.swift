import Foundation

private let entries = 200_000
private let shelves = 100_000
private let lookups = 200_000

private func key(_ number: Int) -> String { "key-\(String(format: "%07d", number))" }

extension Harness {
  /// W14: elements of lists, sets and maps as rows, by owner and position, value or key.
  func collections() throws {
    try elements()
    try deleteFromLongList()
  }

  private func elements() throws {
    let database = try database()
    try database.run(
      """
      CREATE TABLE number (shelf INTEGER, position INTEGER, value INTEGER, PRIMARY KEY (shelf, position)) WITHOUT ROWID;
      CREATE TABLE name (shelf INTEGER, value TEXT, PRIMARY KEY (shelf, value)) WITHOUT ROWID;
      CREATE TABLE score (shelf INTEGER, key TEXT, value INTEGER, PRIMARY KEY (shelf, key)) WITHOUT ROWID
      """)
    try fill(database)
    let list = try database.statement("SELECT value FROM number WHERE shelf = 0 ORDER BY position")
    run("W14_list_int_iterate", operations: rows) { time { sink(sum(list)) } }
    let map = try database.statement("SELECT key, value FROM score WHERE shelf = 0 ORDER BY key")
    run("W14_map_iterate", operations: entries) {
      time {
        var sum = 0
        while map.step() { sum &+= map.int(1) &+ map.textLength(0) }
        map.reset()
        sink(sum)
      }
    }
    try look(into: database)
    try change(database)
    try addMap(database)
    let each = try database.statement("SELECT value FROM number WHERE shelf = ?1 ORDER BY position")
    run("W14_short_lists", operations: shelves * 3) {
      time {
        var total = 0
        for shelf in 1...shelves {
          each.bind(1, shelf)
          total &+= sum(each)
        }
        sink(total)
      }
    }
  }

  // Each statement is a transaction. A row is moved between two others, whose positions are given.
  private func change(_ database: Database) throws {
    var random = XorShift(18)
    let score = try database.statement("UPDATE score SET value = ?2 WHERE shelf = 0 AND key = ?1")
    try commits("W14_map_change_commit", 1000) {
      score.bind(2, random.below(1_000_000))
      try score.with([(1, key(random.below(entries)))]) { try score.finish() }
    }
    let number = try database.statement("UPDATE number SET position = ?2 WHERE shelf = 0 AND position = ?1")
    var moves = 0
    try commits("W14_list_move_commit", 1000) {
      moves += 1
      number.bind(1, moves &* 7919 % rows)
      // Each position is new.
      number.bind(2, Double(random.below(rows)) + 0.5 + Double(moves) / 100_000)
      try number.finish()
    }
  }

  // The entries of a new object, in the order in which a dictionary has them.
  private func addMap(_ database: Database) throws {
    let insert = try database.statement("INSERT INTO score VALUES (-1, ?1, ?2)")
    let all = (0..<entries).map { (key: key($0), value: $0) }.shuffled()
    try run("W14_map_add", operations: entries) {
      let seconds = try time {
        try database.inTransaction {
          for (key, value) in all {
            insert.bind(2, value)
            try insert.with([(1, key)]) { try insert.finish() }
          }
        }
      }
      try database.run("DELETE FROM score WHERE shelf = -1")
      return seconds
    }
  }

  // A short warm-up and three runs of `count` commits.
  private func commits(_ name: String, _ count: Int, _ commit: () throws -> Void) throws {
    for _ in 0..<count / 10 { try commit() }
    try run(name, operations: count) { try time { for _ in 0..<count { try commit() } } }
  }

  // Objects of a list of all people one by one: the person, and its row in the list.
  private func deleteFromLongList() throws {
    let database = try database()
    try database.run(
      """
      CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE friend (owner INTEGER, position INTEGER, person INTEGER, PRIMARY KEY (owner, position)) WITHOUT ROWID;
      CREATE INDEX friends ON friend (person)
      """)
    let person = try database.statement("INSERT INTO person VALUES (?1, '')")
    let friend = try database.statement("INSERT INTO friend VALUES (0, ?1, ?1)")
    try database.inTransaction {
      for number in 0..<rows {
        person.bind(1, number)
        friend.bind(1, number)
        try person.finish()
        try friend.finish()
      }
    }
    let unlink = try database.statement("DELETE FROM friend WHERE person = ?1")
    let delete = try database.statement("DELETE FROM person WHERE id = ?1")
    func remove(_ number: Int) throws {
      unlink.bind(1, number)
      delete.bind(1, number)
      try unlink.finish()
      try delete.finish()
    }
    let count = min(200, rows)
    var random = XorShift(17)
    try run("W14_delete_one_of_long_list", operations: count) {
      var seconds = 0.0
      try database.inTransaction(cancelled: true) {
        seconds = try time {
          for _ in 0..<count { try remove(random.below(rows)) }
        }
      }
      return seconds
    }
    let batch = min(1000, rows / 4)
    var first = 0
    try run("W14_delete_from_long_list", operations: batch) {
      defer { first += batch }
      return try time { try database.inTransaction { for number in first..<first + batch { try remove(number) } } }
    }
  }

  private func sum(_ statement: Statement) -> Int {
    var sum = 0
    while statement.step() { sum &+= statement.int(0) }
    statement.reset()
    return sum
  }

  private func fill(_ database: Database) throws {
    let number = try database.statement("INSERT INTO number VALUES (?1, ?2, ?3)")
    let name = try database.statement("INSERT INTO name VALUES (0, ?1)")
    let score = try database.statement("INSERT INTO score VALUES (0, ?1, ?2)")
    func insert(_ shelf: Int, _ position: Int, _ value: Int) throws {
      number.bind(1, shelf)
      number.bind(2, position)
      number.bind(3, value)
      try number.finish()
    }
    try database.inTransaction {
      for position in 0..<rows { try insert(0, position, position) }
      for shelf in 1...shelves { for position in 0..<3 { try insert(shelf, position, shelf + position) } }
      for entry in 0..<entries {
        score.bind(2, entry)
        try score.with([(1, key(entry))]) { try score.finish() }
        try name.with([(1, key(entry))]) { try name.finish() }
      }
    }
  }

  private func look(into database: Database) throws {
    var random = XorShift(14)
    let keys = (0..<lookups).map { _ in key(random.below(entries * 2)) }
    let score = try database.statement("SELECT value FROM score WHERE shelf = 0 AND key = ?1")
    run("W14_map_lookup", operations: lookups) {
      time {
        var sum = 0
        for key in keys { sum &+= score.with([(1, key)]) { score.step() ? score.int(0) : 1 }; score.reset() }
        sink(sum)
      }
    }
    let name = try database.statement("SELECT 1 FROM name WHERE shelf = 0 AND value = ?1")
    run("W14_set_lookup", operations: lookups) {
      time {
        var sum = 0
        for key in keys { sum &+= name.with([(1, key)]) { name.step() ? 1 : 0 }; name.reset() }
        sink(sum)
      }
    }
  }
}
