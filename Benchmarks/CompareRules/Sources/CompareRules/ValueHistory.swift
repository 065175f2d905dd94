import Ashlar
import Foundation

/// A random history of objects with unique rules and rules about values, the same in both databases. Each transaction stores or deletes one
/// object, because SQLite judges each row and Ashlar judges the state at the commit.
final class ValueHistory {
  struct Counts {
    var stored = 0
    // By the name of the rule that SQLite states.
    var refused: [String: Int] = [:]
  }

  private let realm: Realm
  private let database: Database
  private var random: Random
  private var nextKey = 0
  private(set) var counts = Counts()

  /// The properties of `Subject` other than its key, with values for both databases: inside and outside of the rules, and at their bounds.
  private static let choices: [(name: String, values: [Value])] = {
    let long = String(repeating: "long ", count: 60)
    let desks: [Value] = [.null] + (0..<6).map { .link($0) }
    let small: [Value] = [.null, .int(1), .int(2), .int(3)]
    return [
      ("code", [.null, .text(""), .text("a"), .text("A"), .text("\u{e9}"), .text("e\u{301}"), .text(long + "1"), .text(long + "2")]),
      ("badge", [.null, .int(0), .int(1), .int(2), .int(-1), .int(.min), .int(.max)]),
      ("desk", desks), ("room", desks.dropFirst() + [.null]),
      (
        "login",
        [
          .text("ab"), .text("abcdef"), .text("ab\u{1F389}"), .text("z\u{e9}"), .text("a*?["), .text(""), .text("a"), .text("abcdefg"),
          .text("Abc"), .text("abx"),
          .text("\u{65e5}\u{672c}"), .text("abcde\u{1F389}\u{1F389}"),
        ]
      ),
      ("text", [.null, .text(""), .text("abc"), .text("\u{1F389}\u{1F389}\u{1F389}"), .text("abcd"), .text("e\u{301}e\u{301}")]),
      ("age", [.int(0), .int(75), .int(150), .int(-1), .int(151), .int(.max), .int(.min)]),
      ("ratio", [.real(0.5), .real(.leastNonzeroMagnitude), .real(1.0.nextDown), .real(0), .real(-0.0), .real(1), .real(.infinity)]),
      ("weight", [.null, .real(1.5), .real(-.infinity), .real(0), .real(1.625), .real(.infinity)]),
      ("bytes", [.null, .bytes([1, 2]), .bytes([0, 0, 0, 0]), .bytes([]), .bytes([1]), .bytes([1, 2, 3, 4, 5])]),
      ("opened", small), ("closed", small), ("limit", small), ("shelf", small), ("slot", small), ("crate", small),
      ("tag", [.null, .text("a"), .text("b"), .text(long + "1"), .text(long + "2")]),
      ("mark", [.null, .text("a"), .text("b"), .text(long + "1"), .text(long + "2")]),
      ("gone", [.null, .int(1)]), ("live", [.int(0), .int(1)]),
    ]
  }()

  private static let names = ["id"] + choices.map(\.name)

  init(_ realm: Realm, seed: UInt64) throws {
    self.realm = realm
    random = Random(seed: seed)
    try realm.write {
      realm.deleteAll()
      for id in 0..<6 { realm.dynamicCreate("Desk", value: ["id": id]) }
    }
    database = try Database()
    try database.run("CREATE TABLE Desk (id INTEGER PRIMARY KEY)")
    for id in 0..<6 { try database.run("INSERT INTO Desk VALUES (?1)", [.int(id)]) }
    // A constraint has the name that `name(of:)` gives to Ashlar's rule.
    try database.run(
      """
      CREATE TABLE Subject (
        id INTEGER PRIMARY KEY, code TEXT UNIQUE, badge INTEGER UNIQUE, desk INTEGER UNIQUE REFERENCES Desk ON DELETE SET NULL,
        room INTEGER REFERENCES Desk ON DELETE SET NULL, login TEXT, text TEXT, age INTEGER, ratio REAL, weight REAL, bytes BLOB,
        opened INTEGER, closed INTEGER, "limit" INTEGER, shelf INTEGER, slot INTEGER, crate INTEGER, tag TEXT, mark TEXT, gone INTEGER,
        live INTEGER, UNIQUE (shelf, slot),
        CONSTRAINT "room required" CHECK (room IS NOT NULL),
        CONSTRAINT "login length" CHECK (length(login) BETWEEN 1 AND 6),
        CONSTRAINT "login pattern" CHECK (login GLOB '[a-z]*[^x]'),
        CONSTRAINT "text length" CHECK (length(text) <= 3),
        CONSTRAINT "age range" CHECK (age BETWEEN 0 AND 150),
        CONSTRAINT "ratio range" CHECK (ratio > 0 AND ratio < 1),
        CONSTRAINT "weight range" CHECK (weight <= 1.5),
        CONSTRAINT "bytes length" CHECK (length(bytes) BETWEEN 2 AND 4),
        CONSTRAINT "opened closed order" CHECK (opened <= closed),
        CONSTRAINT "opened limit order" CHECK (opened <> "limit"))
      """)
    try database.run("CREATE UNIQUE INDEX one ON Subject (shelf, tag) WHERE gone IS NULL")
    try database.run("CREATE UNIQUE INDEX two ON Subject (slot, mark) WHERE live = 1")
    // An expression has no nil; its columns have none of these values. SQLite states the name of such an index.
    try database.run("CREATE UNIQUE INDEX \"crate mark\" ON Subject (ifnull(crate, -1), ifnull(mark, 'nil'))")
  }

  /// Makes a number of transactions. Throws the first difference.
  func run(transactions: Int) throws {
    for number in 0..<transactions {
      let keys = try database.run("SELECT id FROM Subject ORDER BY id").map { $0[0] }
      let place: String
      if keys.isEmpty || random.once(in: 3) {
        place = try create(number)
      } else if random.once(in: 8) {
        place = try delete("Subject", random.pick(keys), number)
      } else if random.once(in: 8) {
        place = try delete("Desk", .int(random.below(6)), number)
      } else {
        place = try update(random.pick(keys), number)
      }
      try compare(place)
    }
  }

  // A value that satisfies the rules of its property four times as often as any.
  private func value(_ choice: (name: String, values: [Value])) -> Value {
    random.once(in: 5) ? random.pick(choice.values) : random.pick(choice.values.prefix(3))
  }

  private func create(_ number: Int) throws -> String {
    let key = nextKey
    nextKey += 1
    var values: [(name: String, value: Value)] = [("id", .int(key))]
    for choice in ValueHistory.choices {
      var value = value(choice)
      // Most new objects have a room, and values of unique properties that no other object has.
      if !random.once(in: 8) {
        switch choice.name {
        case "room": value = .link(random.below(6))
        case "code": value = .text("code \(key)")
        case "badge", "shelf", "slot", "crate": value = .int(1_000 + key)
        case "desk": value = .null
        default: break
        }
      }
      values.append((choice.name, value))
    }
    let marks = (1...values.count).map { "?\($0)" }.joined(separator: ", ")
    return try judge("transaction \(number), creation of \(ValueHistory.text(values))") {
      realm.dynamicCreate("Subject", value: Dictionary(uniqueKeysWithValues: values.map { ($0.name, stored($0) as Any) }))
    } _: {
      try database.run("INSERT INTO Subject VALUES (\(marks))", values.map(\.value))
    }
  }

  private func update(_ key: Value, _ number: Int) throws -> String {
    var values: [(name: String, value: Value)] = []
    let count = random.pick([1, 1, 2, 4])
    for choice in ValueHistory.choices.shuffled(using: &random).prefix(count) { values.append((choice.name, value(choice))) }
    let columns = values.enumerated().map { "\"\($1.name)\" = ?\($0 + 2)" }.joined(separator: ", ")
    return try judge("transaction \(number), change of Subject \(key) to \(ValueHistory.text(values))") {
      guard let object = object("Subject", key) else { return }
      for value in values { object[value.name] = stored(value) }
    } _: {
      try database.run("UPDATE Subject SET \(columns) WHERE id = ?1", [key] + values.map(\.value))
    }
  }

  // A desk that is deleted is inserted again by the next transaction, so that there are always six.
  private func delete(_ table: String, _ key: Value, _ number: Int) throws -> String {
    let place = try judge("transaction \(number), deletion of \(table) \(key)") {
      if let object = object(table, key) { realm.delete(object) }
    } _: {
      try database.run("DELETE FROM \(table) WHERE id = ?1", [key])
    }
    guard table == "Desk", object("Desk", key) == nil else { return place }
    return try judge("transaction \(number), creation of Desk \(key)") {
      if case .int(let id) = key { realm.dynamicCreate("Desk", value: ["id": id]) }
    } _: {
      try database.run("INSERT INTO Desk VALUES (?1)", [key])
    }
  }

  private func object(_ table: String, _ key: Value) -> DynamicObject? {
    guard case .int(let id) = key else { return nil }
    return realm.dynamicObject(ofType: table, forPrimaryKey: id)
  }

  // The value as the property stores it.
  private func stored(_ named: (name: String, value: Value)) -> Any? {
    switch named.value {
    case .null: return nil
    case .int(let int):
      if named.name == "live" { return int == 1 }
      return int
    case .real(let real):
      if named.name == "weight" { return Float(real) }
      return real
    case .text(let text): return text
    case .bytes(let bytes): return Data(bytes)
    case .link(let id): return realm.dynamicObject(ofType: "Desk", forPrimaryKey: id)
    }
  }

  private static func text(_ values: [(name: String, value: Value)]) -> String {
    values.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
  }

  // Executes a transaction in both databases, which have to permit it, or refuse it for the same rule: SQLite states one of those that
  // Ashlar states.
  private func judge(_ place: String, _ inAshlar: () -> Void, _ inSQLite: () throws -> Void) throws -> String {
    let violations = try realm.judged(inAshlar)
    let message = try database.transaction(inSQLite)
    switch (violations, message) {
    case (nil, nil): counts.stored += 1
    case (let violations?, let message?):
      let rule = ValueHistory.rule(in: message)
      let names = violations.map { ValueHistory.name(of: $0) }
      guard names.contains(rule) else {
        throw Difference(description: "\(place): Ashlar refuses it for \(names.joined(separator: ", ")), SQLite for \(rule)")
      }
      counts.refused[rule, default: 0] += 1
    case (let violations?, nil):
      let rules = violations.map(\.description).joined(separator: "; ")
      throw Difference(description: "\(place): Ashlar refuses it for \(rules), SQLite permits it")
    case (nil, let message?):
      throw Difference(description: "\(place): Ashlar permits it, SQLite refuses it: \(message)")
    }
    return place
  }

  // "CHECK constraint failed: age range", "UNIQUE constraint failed: Subject.shelf, Subject.slot", or "…: index 'crate mark'"
  private static func rule(in message: String) -> String {
    guard let colon = message.range(of: ": ") else { return message }
    let name = String(message[colon.upperBound...])
    if name.hasPrefix("index '") { return "\(name.dropFirst("index '".count).dropLast()) unique" }
    guard name.hasPrefix("Subject.") else { return name }
    return name.replacingOccurrences(of: "Subject.", with: "").replacingOccurrences(of: ",", with: "") + " unique"
  }

  private static func name(of violation: Realm.RuleViolation) -> String {
    // SQLite states the columns of a partial index without its condition.
    let properties = violation.rule == .unique ? violation.properties.filter { $0 != "gone" && $0 != "live" } : violation.properties
    return (properties + ["\(violation.rule)"]).joined(separator: " ")
  }

  private func compare(_ place: String) throws {
    var rows: [String] = []
    let stored = try database.run("SELECT * FROM Subject ORDER BY id")
    let objects = realm.dynamicObjects("Subject").sorted(byKeyPath: "id").map { object in
      ValueHistory.names.map { Value(object[$0]) }
    }
    for (one, other) in zip(objects, stored) where one != other { rows.append("Ashlar \(one), SQLite \(other)") }
    guard objects.count == stored.count, rows.isEmpty else {
      throw Difference(
        description: "after \(place): Ashlar has \(objects.count) rows, SQLite \(stored.count); " + rows.joined(separator: "; "))
    }
  }
}
