import Foundation
import GRDB

extension Harness {
  /// W15: look-ups by UUID; rows by position, and what scans and commits cost, after deletions.
  func churn() throws {
    try lookups()
    try afterDeletes()
    try afterChurn()
  }

  private func lookups() throws {
    let queue = try database()
    let ids = (0..<max(1, rows / 10)).map { _ in UUID() }
    try queue.write { connection in
      try connection.execute(sql: "CREATE TABLE device (id BLOB PRIMARY KEY, count INTEGER) WITHOUT ROWID")
      for (number, id) in ids.enumerated() { try Device(id: id, count: number).insert(connection) }
    }
    let count = 200_000
    try run("W15_lookup_uuid_key", operations: count) {
      try time {
        try queue.read { connection in
          var random = XorShift(15)
          var sum = 0
          for _ in 0..<count { sum &+= try Device.fetchOne(connection, key: ids[random.below(ids.count)])?.count ?? 0 }
          sink(sum)
        }
      }
    }
  }

  private func afterDeletes() throws {
    let queue = try filled()
    try queue.write { _ = try Item.filter(Column("count") < 6667).deleteAll($0) }
    let left = try queue.read { try Item.fetchCount($0) }
    let ordered = Item.order(Column("id"))
    func measure(_ name: String, _ count: Int, _ find: (Database, Int) throws -> Item?) throws {
      try run(name, operations: count) {
        var seconds = 0.0
        try queue.cancelled { connection in
          seconds = try time { for number in 0..<count { try find(connection, number)?.delete(connection) } }
        }
        return seconds
      }
    }
    let count = min(1000, left)
    try measure("W15_first_after_deletes", count) { connection, _ in try ordered.fetchOne(connection) }
    var random = XorShift(17)
    try measure("W15_index_after_deletes", min(100, count)) { connection, number in
      try ordered.limit(1, offset: random.below(left - number)).fetchOne(connection)
    }
    try measure("W15_drain_from_front", left) { connection, _ in try ordered.fetchOne(connection) }
  }

  private func afterChurn() throws {
    let queue = try filled()
    let few = min(100, rows)
    try queue.write { _ = try Item.filter(Column("id") < rows - few).deleteAll($0) }
    try run("W15_scan_after_churn", operations: few) {
      try time { sink(try queue.read { try Item.filter(Column("count") >= 5000).fetchCount($0) }) }
    }
    let count = 1000
    try run("W15_commit_after_churn", operations: count) {
      try time {
        for number in 0..<count {
          try queue.write { connection in
            guard var item = try Item.order(Column("id")).fetchOne(connection) else { return }
            item.count = number
            try item.update(connection)
          }
        }
      }
    }
  }
}
