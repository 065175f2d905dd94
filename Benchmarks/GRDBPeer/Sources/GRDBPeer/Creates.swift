import Foundation
import GRDB

extension Harness {
  /// W13: records of ten columns; documents with ten nodes, which GRDB stores as JSON.
  func creates() throws {
    let count = min(rows, 100_000)
    try run("W13_create_ten_keys", operations: count) {
      let queue = try database()
      try queue.write {
        try $0.execute(
          sql: """
            CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, email TEXT, note TEXT, age INTEGER, score REAL, active BOOLEAN, city TEXT,
              visits INTEGER, rating REAL)
            """)
      }
      return try insert(count, into: queue, person)
    }
    try run("W13_create_document", operations: count / 20) {
      let queue = try database()
      try queue.write { try $0.execute(sql: "CREATE TABLE document (id INTEGER PRIMARY KEY, title TEXT, nodes TEXT)") }
      return try insert(count / 20, into: queue, document)
    }
  }

  // The records are made beforehand, 500 at a time, and do not count.
  private func insert(_ count: Int, into queue: DatabaseQueue, _ make: (Int) -> some PersistableRecord) throws -> Double {
    try queue.writeWithoutTransaction { connection in
      var seconds = 0.0
      try connection.beginTransaction(.immediate)
      for start in stride(from: 0, to: count, by: 500) {
        let records = (start..<min(start + 500, count)).map(make)
        seconds += try time { for record in records { try record.insert(connection) } }
      }
      return try seconds + time { try connection.commit() }
    }
  }

  private func person(_ id: Int) -> Person {
    Person(
      id: id, name: "Person \(id)", email: "person\(id)@example.org", note: nil, age: id % 90, score: Double(id) / 8, active: id % 3 == 0,
      city: "City \(id % 100)", visits: id &* 7, rating: Double(id % 50) / 10 + 0.05)
  }

  private func document(_ id: Int) -> Document {
    let nodes = (0..<10).map { number in
      Document.Node(
        name: "node \(number)", kind: number % 2 == 0 ? "box" : "line", x: Double(number) + 0.5, y: Double(id) + 0.25, count: number &* id,
        tags: ["red", "green", "blue"], inner: Document.Part(label: "part \(number)", size: number))
    }
    return Document(id: id, title: "Document \(id)", nodes: nodes)
  }
}
