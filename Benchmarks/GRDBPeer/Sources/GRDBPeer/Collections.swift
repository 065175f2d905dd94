import Foundation
import GRDB

private let entries = 200_000
private let shelves = 100_000
private let lookups = 200_000

private func key(_ number: Int) -> String { "key-\(String(format: "%07d", number))" }

extension Harness {
  /// W14: elements of lists, sets and maps as rows, by owner and position, value or key.
  func collections() throws {
    let queue = try database()
    try queue.write { try fill($0) }
    try queue.read { connection in
      try iterate(connection)
      try look(into: connection)
      try shortLists(connection)
    }
  }

  private func fill(_ connection: Database) throws {
    try connection.execute(
      sql: """
        CREATE TABLE number (shelf INTEGER, position INTEGER, value INTEGER, PRIMARY KEY (shelf, position)) WITHOUT ROWID;
        CREATE TABLE name (shelf INTEGER, value TEXT, PRIMARY KEY (shelf, value)) WITHOUT ROWID;
        CREATE TABLE score (shelf INTEGER, key TEXT, value INTEGER, PRIMARY KEY (shelf, key)) WITHOUT ROWID
        """)
    let number = try connection.makeStatement(sql: "INSERT INTO number VALUES (?, ?, ?)")
    for position in 0..<rows { try number.execute(arguments: [0, position, position]) }
    for shelf in 1...shelves { for position in 0..<3 { try number.execute(arguments: [shelf, position, shelf + position]) } }
    let name = try connection.makeStatement(sql: "INSERT INTO name VALUES (0, ?)")
    let score = try connection.makeStatement(sql: "INSERT INTO score VALUES (0, ?, ?)")
    for entry in 0..<entries {
      try name.execute(arguments: [key(entry)])
      try score.execute(arguments: [key(entry), entry])
    }
  }

  private func iterate(_ connection: Database) throws {
    try run("W14_list_int_iterate", operations: rows) {
      try time {
        var sum = 0
        let cursor = try Int.fetchCursor(connection, sql: "SELECT value FROM number WHERE shelf = 0 ORDER BY position")
        while let number = try cursor.next() { sum &+= number }
        sink(sum)
      }
    }
    try run("W14_map_iterate", operations: entries) {
      try time {
        var sum = 0
        let cursor = try Row.fetchCursor(connection, sql: "SELECT key, value FROM score WHERE shelf = 0 ORDER BY key")
        while let row = try cursor.next() {
          let (key, value): (String, Int) = (row[0], row[1])
          sum &+= value &+ key.utf8.count
        }
        sink(sum)
      }
    }
  }

  private func look(into connection: Database) throws {
    var random = XorShift(14)
    let keys = (0..<lookups).map { _ in key(random.below(entries * 2)) }
    let score = try connection.makeStatement(sql: "SELECT value FROM score WHERE shelf = 0 AND key = ?")
    try run("W14_map_lookup", operations: lookups) {
      try time {
        var sum = 0
        for key in keys { sum &+= try Int.fetchOne(score, arguments: [key]) ?? 1 }
        sink(sum)
      }
    }
    let name = try connection.makeStatement(sql: "SELECT 1 FROM name WHERE shelf = 0 AND value = ?")
    try run("W14_set_lookup", operations: lookups) {
      try time {
        var sum = 0
        for key in keys { sum &+= try Int.fetchOne(name, arguments: [key]) ?? 0 }
        sink(sum)
      }
    }
  }

  private func shortLists(_ connection: Database) throws {
    let each = try connection.makeStatement(sql: "SELECT value FROM number WHERE shelf = ? ORDER BY position")
    try run("W14_short_lists", operations: shelves * 3) {
      try time {
        var sum = 0
        for shelf in 1...shelves {
          let cursor = try Int.fetchCursor(each, arguments: [shelf])
          while let number = try cursor.next() { sum &+= number }
        }
        sink(sum)
      }
    }
  }
}
