import Ashlar
import Foundation

/// A random history of objects that link to each other under delete rules, the same in both databases. Each transaction contains one call
/// to delete, because Ashlar judges each call, and SQLite judges `NO ACTION` at the commit.
final class GraphHistory {
  struct Counts {
    var deletions = 0
    var refusals = 0
    var cascades = 0
  }

  private let realm: Realm
  private let database: Database
  private let links: [LinkProperty]
  private let partLinks: [PartLink]
  private var random: Random
  private var nextKey = 0
  private var nextPart = 0
  private(set) var counts = Counts()

  init(_ realm: Realm, seed: UInt64) throws {
    self.realm = realm
    var random = Random(seed: seed)
    // A different schema each time: few rules that meet, or many.
    let share = random.pick([6, 12, 24])
    let links = LinkProperty.all.filter { _ in random.once(in: share) }
    let partLinks = PartLink.all.filter { _ in random.once(in: 4) }
    try realm.write { realm.deleteAll() }
    let database = try Database()
    // The order of tables determines SQLite's order of cascades.
    for table in LinkProperty.tables.indices.shuffled(using: &random) {
      let columns = links.filter { $0.source == table && $0.form == .one }.map(\.column)
      try database.run("CREATE TABLE \(LinkProperty.tables[table]) (\((["id INTEGER PRIMARY KEY"] + columns).joined(separator: ", ")))")
    }
    let parts = LinkProperty.tables.indices.map { PartLink.statements($0, partLinks) }
    for statement in (links.map(\.statements) + parts).shuffled(using: &random).joined() { try database.run(statement) }
    self.links = links
    self.partLinks = partLinks
    self.database = database
    self.random = random
  }

  /// Makes a number of transactions. Throws the first difference.
  func run(transactions: Int) throws {
    for number in 0..<transactions {
      let before = try compare("before transaction \(number)")
      if number == 0 || random.once(in: 3) {
        try create(3 + random.below(8))
      } else if random.once(in: 3) {
        try relink(before)
      } else {
        try delete(before, "transaction \(number)")
      }
    }
    _ = try compare("at the end")
  }

  @discardableResult
  private func compare(_ place: String) throws -> GraphRows {
    let (rows, others) = (GraphRows(realm, links, partLinks), try GraphRows(database, links, partLinks))
    guard rows == others else {
      let names = (links.map(\.elements) + partLinks.map { "parts \($0.name)" }).joined(separator: ", ")
      throw Difference(description: "\(place): \(rows.differences(others).joined(separator: "; ")); links: \(names)")
    }
    return rows
  }

  private func create(_ count: Int) throws {
    var keys: [(table: Int, key: Int)] = []
    for _ in 0..<count {
      keys.append((random.below(3), nextKey))
      nextKey += 1
    }
    try permitted {
      for (table, key) in keys { realm.dynamicCreate(LinkProperty.tables[table], value: ["id": key]) }
    } _: {
      for (table, key) in keys { try database.run("INSERT INTO \(LinkProperty.tables[table]) (id) VALUES (?1)", [.int(key)]) }
    }
    try relink(try compare("after a creation"), 1)
    try addParts(try compare("after links were set"))
  }

  // Adds embedded objects to some of the objects that have none. Replacing embedded objects would delete them, and what they own.
  private func addParts(_ rows: GraphRows) throws {
    var changes: [(table: Int, key: Int, parts: [(id: Int, targets: [Int?])])] = []
    for table in LinkProperty.tables.indices {
      for key in rows.keys(table) where rows.tables[table][key]?[GraphRows.parts] == nil && random.once(in: 3) {
        let parts = (0..<1 + random.below(2)).map { _ -> (id: Int, targets: [Int?]) in
          nextPart += 1
          let targets = partLinks.map { link -> Int? in
            let others = rows.keys(link.target)
            return others.isEmpty || random.once(in: 2) ? nil : random.pick(others)
          }
          return (nextPart, targets)
        }
        changes.append((table, key, parts))
      }
    }
    try permitted {
      for (table, key, parts) in changes {
        object(table, key)?["parts"] = parts.map { part in
          var values: [String: Any] = ["id": part.id]
          for (link, target) in zip(partLinks, part.targets) {
            if let target, let object = object(link.target, target) { values[link.name] = object }
          }
          return values
        }
      }
    } _: {
      for (table, key, parts) in changes {
        for (position, part) in parts.enumerated() {
          let columns = ["id", "owner", "position"] + partLinks.map(\.name)
          let values: [Value] = [.int(part.id), .int(key), .int(position)] + part.targets.map { $0.map { .int($0) } ?? .null }
          let marks = (1...columns.count).map { "?\($0)" }.joined(separator: ", ")
          try database.run("INSERT INTO \(PartLink.table(table)) (\(columns.joined(separator: ", "))) VALUES (\(marks))", values)
        }
      }
    }
  }

  // Sets random links of about one in `share` rows.
  private func relink(_ rows: GraphRows, _ share: Int = 4) throws {
    var changes: [(link: LinkProperty, key: Int, targets: [Int?])] = []
    for table in LinkProperty.tables.indices {
      for key in rows.keys(table) where random.once(in: share) {
        for link in links where link.source == table && random.once(in: 2) {
          let others = rows.keys(link.target)
          let count = others.isEmpty || random.once(in: 3) ? 0 : link.form == .one ? 1 : random.below(4)
          let targets = (0..<count).map { _ in random.pick(others) }
          switch link.form {
          case .one, .list: changes.append((link, key, targets))
          case .set: changes.append((link, key, Set(targets).sorted()))
          case .map: changes.append((link, key, targets.map { random.once(in: 4) ? nil : $0 }))
          }
        }
      }
    }
    try permitted {
      for (link, key, targets) in changes {
        guard let object = object(link.source, key) else { continue }
        let objects = targets.map { $0.flatMap { self.object(link.target, $0) } }
        switch link.form {
        case .one: object[link.name] = objects.first ?? nil
        case .list, .set: object[link.name] = objects.compactMap { $0 }
        case .map:
          var entries: [String: Any] = [:]
          for (position, target) in objects.enumerated() { entries["key \(position)"] = target ?? NSNull() as Any }
          object[link.name] = entries
        }
      }
    } _: {
      for (link, key, targets) in changes {
        func value(_ target: Int?) -> Value { target.map { .int($0) } ?? .null }
        if link.form != .one {
          try database.run("DELETE FROM \(link.elements) WHERE owner = ?1", [.int(key)])
          for (position, target) in targets.enumerated() {
            try database.run("INSERT INTO \(link.elements) VALUES (?1, ?2, ?3)", [.int(key), .int(position), value(target)])
          }
        } else {
          let target = value(targets.first ?? nil)
          try database.run("UPDATE \(LinkProperty.tables[link.source]) SET \(link.name) = ?1 WHERE id = ?2", [target, .int(key)])
        }
      }
    }
  }

  private func delete(_ rows: GraphRows, _ place: String) throws {
    let all = LinkProperty.tables.indices.flatMap { table in rows.keys(table).map { (table: table, key: $0) } }
    guard !all.isEmpty else { return }
    let deleted = random.once(in: 30) ? all : (0..<random.pick([1, 1, 1, 2, 4])).map { _ in random.pick(all) }
    let objects = deleted.compactMap { object($0.table, $0.key) }
    let forecast = realm.refusal(ofDeleting: objects)
    let violations = try realm.judged { realm.delete(objects) }
    let message = try database.transaction {
      for (table, key) in deleted { try database.run("DELETE FROM \(LinkProperty.tables[table]) WHERE id = ?1", [.int(key)]) }
    }
    let call = "\(place), deletion of \(deleted.map { "\(LinkProperty.tables[$0.table]) \($0.key)" }.joined(separator: ", "))"
    guard (violations == nil) == (message == nil) else {
      let other = message.map { "refuses: \($0)" } ?? "deletes"
      throw Difference(description: "\(call): Ashlar \(GraphHistory.text(violations)), SQLite \(other)")
    }
    guard (violations == nil) == (forecast == nil) else {
      let other = forecast?.description ?? "nil"
      throw Difference(description: "\(call): Ashlar \(GraphHistory.text(violations)), but 'refusal(ofDeleting:)' is \(other)")
    }
    let after = try compare("after \(call)")
    counts.deletions += 1
    if violations != nil {
      counts.refusals += 1
    } else if rows.tables.reduce(0, { $0 + $1.count }) - after.tables.reduce(0, { $0 + $1.count }) > Set(deleted.map { $0.key }).count {
      counts.cascades += 1
    }
  }

  private static func text(_ violations: [Realm.RuleViolation]?) -> String {
    violations.map { "refuses: " + $0.map(\.description).joined(separator: "; ") } ?? "deletes"
  }

  private func object(_ table: Int, _ key: Int) -> DynamicObject? {
    realm.dynamicObject(ofType: LinkProperty.tables[table], forPrimaryKey: key)
  }

  // A transaction that no rule concerns.
  private func permitted(_ inAshlar: () -> Void, _ inSQLite: () throws -> Void) throws {
    if let violations = try realm.judged(inAshlar) { throw Difference(description: "Ashlar \(GraphHistory.text(violations))") }
    if let message = try database.transaction(inSQLite) { throw Difference(description: "SQLite refuses: \(message)") }
  }
}
