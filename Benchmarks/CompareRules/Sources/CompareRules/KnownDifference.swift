import Ashlar
import Foundation

/// Transactions that the two databases have to judge differently. The random histories leave them out.
struct KnownDifference {
  enum Judgment: String {
    case permits, refuses
  }

  var name: String
  var reason: String
  var ashlar: Judgment
  var sqlite: Judgment
  /// The objects before the transaction, and the transaction.
  var objects: (Realm) -> Void
  var inAshlar: (Realm) -> Void
  /// The tables and rows before the transaction, and its statements.
  var tables: [String]
  var statements: [(text: String, values: [Value])]

  /// Executes the transaction in both databases. Throws if one of them judges it otherwise than stated.
  func check(_ realm: Realm) throws {
    try realm.write {
      realm.deleteAll()
      objects(realm)
    }
    let found: Judgment = try realm.judged { inAshlar(realm) } == nil ? .permits : .refuses
    guard found == ashlar else { throw Difference(description: "\(name): Ashlar \(found.rawValue) it") }
    let database = try Database()
    for statement in tables { try database.run(statement) }
    let other: Judgment
    do {
      let message = try database.transaction { for statement in statements { try database.run(statement.text, statement.values) } }
      other = message == nil ? .permits : .refuses
    } catch is SQLiteError {
      // A limit, which is not a constraint.
      other = .refuses
    }
    guard other == sqlite else { throw Difference(description: "\(name): SQLite \(other.rawValue) it") }
  }
}

private let seats = [
  """
  CREATE TABLE seat (id INTEGER PRIMARY KEY, number INTEGER UNIQUE, share REAL CHECK (share BETWEEN 0 AND 1),
    label TEXT CHECK (length(label) BETWEEN 1 AND 3))
  """,
  "INSERT INTO seat VALUES (1, 1, 0.5, 'a'), (2, 2, 0.5, 'b')",
]

private func addSeats(_ realm: Realm) {
  realm.create(Seat.self, value: ["id": 1, "number": 1, "share": 0.5, "label": "a"] as [String: Any])
  realm.create(Seat.self, value: ["id": 2, "number": 2, "share": 0.5, "label": "b"] as [String: Any])
}

private func seat(_ id: Int, _ realm: Realm) -> Seat? { realm.object(ofType: Seat.self, forPrimaryKey: id) }
private func alpha(_ id: Int, _ realm: Realm) -> Alpha? { realm.object(ofType: Alpha.self, forPrimaryKey: id) }

// The second object denies the deletion of the first.
private func addDenial(_ realm: Realm) {
  let target = realm.create(Alpha.self, value: ["id": 1])
  realm.create(Alpha.self, value: ["id": 2, "denyAlpha": target] as [String: Any])
}

private func denial(_ action: String) -> [String] {
  [
    "CREATE TABLE alpha (id INTEGER PRIMARY KEY, denyAlpha INTEGER REFERENCES alpha \(action))",
    "INSERT INTO alpha VALUES (1, NULL), (2, 1)",
  ]
}

private let levels = 1_200

extension KnownDifference {
  static var all: [KnownDifference] {
    [
      KnownDifference(
        name: "two rows exchange unique values",
        reason: "Ashlar judges the state at the commit, SQLite each row when it is written.",
        ashlar: .permits, sqlite: .refuses,
        objects: addSeats,
        inAshlar: { realm in
          seat(1, realm)?.number = 2
          seat(2, realm)?.number = 1
        },
        tables: seats, statements: [("UPDATE seat SET number = 3 - number", [])]),
      KnownDifference(
        name: "a row gets the unique value of one that is deleted later",
        reason: "Ashlar judges the state at the commit, SQLite each row when it is written.",
        ashlar: .permits, sqlite: .refuses,
        objects: addSeats,
        inAshlar: { realm in
          seat(1, realm)?.number = 2
          if let other = seat(2, realm) { realm.delete(other) }
        },
        tables: seats, statements: [("UPDATE seat SET number = 2 WHERE id = 1", []), ("DELETE FROM seat WHERE id = 2", [])]),
      KnownDifference(
        name: "a value breaks a rule until a later statement",
        reason: "Ashlar judges the state at the commit, SQLite each row when it is written.",
        ashlar: .permits, sqlite: .refuses,
        objects: addSeats,
        inAshlar: { realm in
          seat(1, realm)?.share = 2
          seat(1, realm)?.share = 1
        },
        tables: seats,
        statements: [("UPDATE seat SET share = 2 WHERE id = 1", []), ("UPDATE seat SET share = 1 WHERE id = 1", [])]),
      KnownDifference(
        name: "NaN in a property with bounds",
        reason: "NaN satisfies no bound in Ashlar. SQLite stores it as NULL, which satisfies every CHECK.",
        ashlar: .refuses, sqlite: .permits,
        objects: addSeats,
        inAshlar: { realm in seat(1, realm)?.share = .nan },
        tables: seats, statements: [("UPDATE seat SET share = ?1 WHERE id = 1", [.real(.nan)])]),
      KnownDifference(
        name: "a long text whose third character is NUL",
        reason: "Ashlar counts all Unicode scalars. SQLite's length() counts those before the first NUL.",
        ashlar: .refuses, sqlite: .permits,
        objects: addSeats,
        inAshlar: { realm in seat(1, realm)?.label = "ab\0defg" },
        tables: seats, statements: [("UPDATE seat SET label = ?1 WHERE id = 1", [.text("ab\0defg")])]),
      KnownDifference(
        name: "an object and the one that denies its deletion are deleted together, with RESTRICT",
        reason: "RESTRICT is judged when the first of them is deleted. The histories use NO ACTION, deferred.",
        ashlar: .permits, sqlite: .refuses,
        objects: addDenial,
        inAshlar: { realm in realm.delete([alpha(1, realm), alpha(2, realm)].compactMap { $0 }) },
        tables: denial("ON DELETE RESTRICT"), statements: [("DELETE FROM alpha WHERE id IN (1, 2)", [])]),
      KnownDifference(
        name: "an object is deleted in one call, and the one that denies it in the next",
        reason: "Ashlar judges each call, SQLite a deferred NO ACTION at the commit. The histories delete once in a transaction.",
        ashlar: .refuses, sqlite: .permits,
        objects: addDenial,
        inAshlar: { realm in
          if let first = alpha(1, realm) { realm.delete(first) }
          if let second = alpha(2, realm) { realm.delete(second) }
        },
        tables: denial("ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED"),
        statements: [("DELETE FROM alpha WHERE id = 1", []), ("DELETE FROM alpha WHERE id = 2", [])]),
      KnownDifference(
        name: "a cascade of \(levels) levels",
        reason: "SQLite executes a cascade as nested triggers, of which it permits 1,000. Ashlar has no limit.",
        ashlar: .permits, sqlite: .refuses,
        objects: { realm in
          var previous: Alpha?
          for id in 0..<levels {
            let next = realm.create(Alpha.self, value: ["id": id])
            next.withAlpha = previous
            previous = next
          }
        },
        inAshlar: { realm in if let first = alpha(0, realm) { realm.delete(first) } },
        tables: ["CREATE TABLE alpha (id INTEGER PRIMARY KEY, withAlpha INTEGER REFERENCES alpha ON DELETE CASCADE)"]
          + (0..<levels).map { "INSERT INTO alpha VALUES (\($0), \($0 == 0 ? "NULL" : "\($0 - 1)"))" },
        statements: [("DELETE FROM alpha WHERE id = 0", [])]),
    ]
  }

  /// Rules that SQL cannot state, so that no history contains them.
  static let withoutCounterpart = [
    "'deny' on a link or a list: a row that cannot be deleted while its target remains. Foreign keys protect targets only.",
    "'count' of a collection: SQL has no collections, and a CHECK reads no other rows.",
  ]
}
