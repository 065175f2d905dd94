import Ashlar

extension Harness {
  /// W0: what the rows cost to make.
  func generateOnly() {
    run("W0_generator_only", operations: rows) {
      time {
        var generator = Generator()
        var sum = 0
        for id in 0..<rows { sum &+= generator.next(id).name.utf8.count }
        sink(sum)
      }
    }
  }

  /// W1: all rows in one transaction into a new file, with primary key and category index.
  func inserts() throws {
    try run("W1_insert_nosync", operations: rows) { try insertAll(into: "insert", .unsynced) }
    try run("W1_insert_full", operations: rows) { try insertAll(into: "insert", .full) }
    try remove("insert")
  }
}
