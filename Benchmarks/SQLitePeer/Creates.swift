extension Harness {
  /// W13: rows of ten columns; documents with ten nodes, each with three tags and a part, in tables of their own.
  func creates() throws {
    let count = min(rows, 100_000)
    try run("W13_create_ten_keys", operations: count) {
      let database = try database()
      try database.run(
        "CREATE TABLE record (id INTEGER PRIMARY KEY, name TEXT, email TEXT, note TEXT, age INTEGER, score REAL, active INTEGER, city TEXT, "
          + "visits INTEGER, rating REAL)")
      let insert = try database.statement("INSERT INTO record VALUES (?1, ?2, ?3, NULL, ?4, ?5, ?6, ?7, ?8, ?9)")
      return try time {
        try database.inTransaction {
          for id in 0..<count {
            insert.bind(1, id)
            insert.bind(4, id % 90)
            insert.bind(5, Double(id) / 8)
            insert.bind(6, id % 3 == 0 ? 1 : 0)
            insert.bind(8, id &* 7)
            insert.bind(9, Double(id % 50) / 10 + 0.05)
            try insert.with([(2, "Person \(id)"), (3, "person\(id)@example.org"), (7, "City \(id % 100)")]) { try insert.finish() }
          }
        }
      }
    }
    try documents(count / 20)
    try columns(count)
    try lines(count)
  }

  // Rows of ten columns as JSON lines, and back.
  private func lines(_ count: Int) throws {
    let names = ["id", "name", "email", "note", "age", "score", "active", "city", "visits", "rating"]
    let table =
      "CREATE TABLE record (id INTEGER PRIMARY KEY, name TEXT, email TEXT, note TEXT, age INTEGER, score REAL, active INTEGER, city TEXT, "
      + "visits INTEGER, rating REAL)"
    let source = try database()
    try source.run(table)
    let insert = try source.statement("INSERT INTO record VALUES (?1, ?2, ?3, NULL, ?4, ?5, ?6, ?7, ?8, ?9)")
    try source.inTransaction {
      for id in 0..<count {
        insert.bind(1, id)
        insert.bind(4, id % 90)
        insert.bind(5, Double(id) / 8)
        insert.bind(6, id % 3 == 0 ? 1 : 0)
        insert.bind(8, id &* 7)
        insert.bind(9, Double(id % 50) / 10 + 0.05)
        try insert.with([(2, "Person \(id)"), (3, "person\(id)@example.org"), (7, "City \(id % 100)")]) { try insert.finish() }
      }
    }
    let export = try source.statement("SELECT json_object(\(names.map { "'\($0)', \($0)" }.joined(separator: ", "))) FROM record")
    var lines: [String] = []
    run("W13_export_lines", operations: count) {
      lines = []
      return time {
        while export.step() { lines.append(export.text(0)) }
        export.reset()
      }
    }
    try run("W13_import_lines", operations: count) {
      let database = try database()
      try database.run(table)
      let values = names.map { "json_extract(?1, '$.\($0)')" }.joined(separator: ", ")
      let insert = try database.statement("INSERT INTO record VALUES (\(values))")
      return try time {
        try database.inTransaction { for line in lines { try insert.with([(1, line)]) { try insert.finish() } } }
      }
    }
  }

  // One column of all rows, in an array.
  private func columns(_ count: Int) throws {
    let database = try database()
    try database.run("CREATE TABLE record (id INTEGER PRIMARY KEY, age INTEGER, city TEXT)")
    let insert = try database.statement("INSERT INTO record VALUES (?1, ?2, ?3)")
    try database.inTransaction {
      for id in 0..<count {
        insert.bind(1, id)
        insert.bind(2, id % 90)
        try insert.with([(3, "City \(id % 100)")]) { try insert.finish() }
      }
    }
    let ages = try database.statement("SELECT age FROM record")
    run("W13_value_for_key", operations: count) {
      time {
        var values: [Any] = []
        while ages.step() { values.append(ages.int(0)) }
        ages.reset()
        sink(values.count)
      }
    }
    let cities = try database.statement("SELECT city FROM record")
    run("W13_value_for_key_text", operations: count) {
      time {
        var values: [Any] = []
        while cities.step() { values.append(cities.text(0)) }
        cities.reset()
        sink(values.count)
      }
    }
  }

  private func documents(_ count: Int) throws {
    try run("W13_create_document", operations: count) { try fill(try self.database(), count) }
    let database = try self.database()
    _ = try fill(database, count)
    let deletions = try ["document WHERE id", "node WHERE document", "tag WHERE document"].map {
      try database.statement("DELETE FROM \($0) = ?1")
    }
    try run("W13_delete_document", operations: count) {
      var seconds = 0.0
      try database.inTransaction(cancelled: true) {
        seconds = try time {
          for id in 0..<count {
            for deletion in deletions {
              deletion.bind(1, id)
              try deletion.finish()
            }
          }
        }
      }
      return seconds
    }
  }

  // Returns the seconds that the insertions take.
  private func fill(_ database: Database, _ count: Int) throws -> Double {
    try database.run(
      """
      CREATE TABLE document (id INTEGER PRIMARY KEY, title TEXT);
      CREATE TABLE node (document INTEGER, position INTEGER, name TEXT, kind TEXT, x REAL, y REAL, count INTEGER, label TEXT, size INTEGER,
        PRIMARY KEY (document, position)) WITHOUT ROWID;
      CREATE TABLE tag (document INTEGER, node INTEGER, position INTEGER, text TEXT, PRIMARY KEY (document, node, position)) WITHOUT ROWID
      """)
    let document = try database.statement("INSERT INTO document VALUES (?1, ?2)")
    let node = try database.statement("INSERT INTO node VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
    let tag = try database.statement("INSERT INTO tag VALUES (?1, ?2, ?3, ?4)")
    return try time {
      try database.inTransaction {
        for id in 0..<count {
          document.bind(1, id)
          try document.with([(2, "Document \(id)")]) { try document.finish() }
          for number in 0..<10 {
            node.bind(1, id)
            node.bind(2, number)
            node.bind(5, Double(number) + 0.5)
            node.bind(6, Double(id) + 0.25)
            node.bind(7, number &* id)
            node.bind(9, number)
            try node.with([(3, "node \(number)"), (4, number % 2 == 0 ? "box" : "line"), (8, "part \(number)")]) { try node.finish() }
            for (position, text) in ["red", "green", "blue"].enumerated() {
              tag.bind(1, id)
              tag.bind(2, number)
              tag.bind(3, position)
              try tag.with([(4, text)]) { try tag.finish() }
            }
          }
        }
      }
    }
  }
}
