import Foundation
import GRDB

extension Item {
  static func make(_ id: Int, _ random: inout XorShift) -> Item {
    let count = random.below(10_000)
    return Item(id: id, name: "item \(id)", score: Double(count) / 8, count: count, category: "cat-\(random.below(100))")
  }
}

extension Harness {
  /// A file with `rows` items and an index on their category.
  func filled() throws -> DatabaseQueue {
    let queue = try database()
    try queue.write { connection in
      try connection.execute(sql: "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, score REAL, count INTEGER, category TEXT)")
      try connection.execute(sql: "CREATE INDEX category ON item (category)")
      var random = XorShift(16)
      for id in 0..<rows { try Item.make(id, &random).insert(connection) }
    }
    return queue
  }

  /// W1, W2, W5: records inserted, all of them fetched one by one, and found by their key.
  func items(_ wanted: Set<Substring>) throws {
    if wanted.contains("W1") { try run("W1_insert_nosync", operations: rows) { try time { _ = try filled() } } }
    let queue = try filled()
    if wanted.contains("W2") {
      try run("W2c_iter_all_sum_int", operations: rows) {
        try time {
          try queue.read { connection in
            var sum = 0
            let cursor = try Item.fetchCursor(connection)
            while let item = try cursor.next() { sum &+= item.count }
            sink(sum)
          }
        }
      }
    }
    if wanted.contains("W5") {
      let count = 200_000
      try run("W5a_pk_lookup_get_int", operations: count) {
        try time {
          try queue.read { connection in
            var random = XorShift(5)
            var sum = 0
            for _ in 0..<count { sum &+= try Item.fetchOne(connection, key: random.below(rows))?.count ?? 0 }
            sink(sum)
          }
        }
      }
    }
  }
}
