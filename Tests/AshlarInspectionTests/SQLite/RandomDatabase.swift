import Foundation
import TestSupport

@testable import AshlarSQLite

/// Creates tables with hostile names, types and values.
struct RandomDatabase {
  private struct Table {
    let name: String
    let columns: [String]
    /// The column to which others can refer; nil if there is none.
    let key: String?
    /// The columns of a primary key of several columns; empty if there is none.
    var compound: [String] = []
    let hasRowID: Bool
  }

  private var random: SeededGenerator
  private let database: SQLiteDatabase
  private var tables: [Table] = []

  init(_ database: SQLiteDatabase, seed: UInt64) throws {
    self.database = database
    random = SeededGenerator(seed: seed)
    for number in 0..<random.below(4) + 1 { try addTable(number) }
    for _ in 0..<random.below(3) { try addJoinTable() }
    for table in tables { try fill(table) }
  }

  private static let names = [
    "a", "A b", "select", "order", "x\"y", "it's", "é", "e\u{301}", "\u{202E}", "class", "self", "realm", "description", "_id", "9lives",
    "Type",
    "value", "position", "key", "owner", "Int", "user_id", "createdAt", "\n", "%s", "`", "hash", "objectWillChange", "  ",
    String(repeating: "long", count: 20),
  ]
  private static let types = [
    "", "INTEGER", "INT", "TEXT", "VARCHAR(10)", "BLOB", "REAL", "DOUBLE PRECISION", "NUMERIC", "DECIMAL(10, 2)", "BOOLEAN", "DATE",
    "DATETIME",
    "TIMESTAMP", "UUID", "JSON", "FLOATING POINT", "nonsense", "TINYINT UNSIGNED",
  ]

  private mutating func addTable(_ number: Int) throws {
    // SQLite compares names without regard to case, so each has its own number.
    let name = "\(random.pick(Self.names))\(number)"
    var columns: [String] = []
    var parts: [String] = []
    var references: [String] = []
    let isStrict = random.chance(10)
    let keyForm = random.below(5)
    var key: String?
    for index in 0..<random.below(6) + 1 {
      let column = "\(random.pick(Self.names))\(index)"
      var type = isStrict ? random.pick(["INTEGER", "TEXT", "BLOB", "REAL", "ANY"]) : random.pick(Self.types)
      var rest = ""
      if index == 0, keyForm == 1 { (type, rest, key) = ("INTEGER", " PRIMARY KEY", column) }
      if index == 0, keyForm == 2 || keyForm == 3 { (rest, key) = (" PRIMARY KEY\(random.chance(50) ? " NOT NULL" : "")", column) }
      if index > 0, random.chance(20) { rest += " NOT NULL" }
      if index > 0, random.chance(15) { rest += " UNIQUE" }
      if index > 0, random.chance(15) {
        rest += " DEFAULT \(random.pick(["0", "1", "'it''s'", "NULL", "CURRENT_TIMESTAMP", "(1 + 1)", "x'00'"]))"
      }
      if index > 0, random.chance(10) { rest += " COLLATE NOCASE" }
      columns.append(column)
      parts.append("\(SQLText.name(column)) \(type)\(rest)")
      let targets = tables.filter { $0.key != nil }
      if index > 0, !targets.isEmpty, random.chance(30) {
        let target = random.pick(targets)
        let action = random.pick(["", " ON DELETE CASCADE", " ON DELETE SET NULL", " ON DELETE RESTRICT"])
        references.append(
          "FOREIGN KEY (\(SQLText.name(column))) REFERENCES \(SQLText.name(target.name))"
            + (random.chance(50) ? " (\(SQLText.name(target.key ?? "")))" : "") + action)
      }
    }
    let compound = keyForm == 4 && columns.count > 1 ? Array(columns.prefix(2)) : []
    if !compound.isEmpty { parts.append("PRIMARY KEY (\(SQLText.names(compound)))") }
    let targets = tables.filter { !$0.compound.isEmpty }
    if columns.count > 3, !targets.isEmpty, random.chance(60) {
      let target = random.pick(targets)
      let list = random.chance(50) ? " (\(SQLText.names(target.compound)))" : ""
      references.append("FOREIGN KEY (\(SQLText.names(Array(columns[2...3])))) REFERENCES \(SQLText.name(target.name))\(list)")
    }
    if columns.count > 2, random.chance(25) { parts.append("UNIQUE (\(SQLText.names(Array(columns[1...2].shuffled(using: &random)))))") }
    if random.chance(30) { parts.append("CHECK (\(condition(columns)))") }
    let isWithoutRowID = (keyForm == 2 || keyForm == 4 && columns.count > 1) && random.chance(50)
    let options = [isWithoutRowID ? "WITHOUT ROWID" : nil, isStrict ? "STRICT" : nil].compactMap(\.self).joined(separator: ", ")
    let table = Table(name: name, columns: columns, key: key, compound: compound, hasRowID: !isWithoutRowID)
    guard isDone("CREATE TABLE \(SQLText.name(name)) (\((parts + references).joined(separator: ", "))) \(options)") else { return }
    tables.append(table)
    if random.chance(30) {
      _ = isDone("CREATE INDEX \(SQLText.name("index\(number)")) ON \(SQLText.name(name)) (\(SQLText.name(columns[0])))")
    }
    if columns.count > 2, random.chance(25) {
      let condition = random.chance(50) ? " WHERE \(SQLText.name(columns[2])) \(random.pick(["IS NULL", "= 1", "> 0", "IS NOT NULL"]))" : ""
      let (name, list) = (SQLText.name("several\(number)"), SQLText.names([columns[1], columns[0]]))
      _ = isDone("CREATE \(random.chance(50) ? "UNIQUE " : "")INDEX \(name) ON \(SQLText.name(table.name)) (\(list))\(condition)")
    }
    if random.chance(20) { _ = isDone("CREATE VIEW \(SQLText.name("view\(number)")) AS SELECT * FROM \(SQLText.name(name))") }
  }

  private mutating func condition(_ columns: [String]) -> String {
    let column = SQLText.name(random.pick(columns))
    let other = SQLText.name(random.pick(columns))
    return random.pick([
      "length(\(column)) <= 3", "length(\(column)) BETWEEN 0 AND 40", "\(column) >= 0", "\(column) IS NULL OR \(column) > -0.5",
      "\(column) IN ('a', 'é', 'e\u{301}', '')", "\(column) IN (0, 1, 2, 3, -9)", "\(column) BETWEEN -1 AND 1e300",
      "\(column) GLOB '*[a-z]*'", "\(column) GLOB '['", "\(column) <= \(other)", "\(column) <> \(other) AND \(column) < 9e18",
      "\(column) LIKE 'x%' OR 1", "typeof(\(column)) <> 'blob'", "5 > \(column)",
    ])
  }

  private mutating func addJoinTable() throws {
    let targets = tables.filter { $0.key != nil }
    guard targets.count > 1 else { return }
    let (first, second) = (random.pick(targets), random.pick(targets))
    let name = "\(random.pick(Self.names))_\(tables.count)"
    let isOrdered = random.chance(50)
    let parts = [
      "a_id NOT NULL REFERENCES \(SQLText.name(first.name))", "b_id NOT NULL REFERENCES \(SQLText.name(second.name))",
      isOrdered ? "position INTEGER" : "UNIQUE (a_id, b_id)",
    ]
    guard isDone("CREATE TABLE \(SQLText.name(name)) (\(parts.joined(separator: ", ")))") else { return }
    tables.append(Table(name: name, columns: isOrdered ? ["a_id", "b_id", "position"] : ["a_id", "b_id"], key: nil, hasRowID: true))
  }

  private mutating func fill(_ table: Table) throws {
    let statement = try database.prepare(
      "INSERT OR IGNORE INTO \(SQLText.name(table.name)) (\(SQLText.names(table.columns))) VALUES "
        + "(\(table.columns.map { _ in "?" }.joined(separator: ", ")))")
    // Values of one kind, so that some columns have a type.
    let kinds = table.columns.map { _ in random.below(8) }
    for _ in 0..<random.below(12) {
      for (index, kind) in kinds.enumerated() { try statement.bind(value(random.chance(5) ? random.below(8) : kind), index) }
      do throws(SQLiteError) { try statement.run() } catch {
        // A STRICT table refuses values.
        guard case .failed(_, let code, _, _) = error, [19, 20].contains(code & 0xFF) else { throw error }
      }
    }
  }

  private mutating func value(_ kind: Int) -> SQLiteValue {
    switch kind {
    case 0: return .integer(Int64(random.below(4)))
    case 1: return .integer(random.pick([.min, .max, 0, -1, 1 << 53 + 1, 1_700_000_000]))
    case 2: return .real(random.pick([0.1, -0.0, .infinity, -.infinity, 1e300, 5, 1_700_000_000.5]))
    case 3: return .text(random.pick(["", "a", "1", "NaN", "a\0b", "é", "e\u{301}", "{\"$type\":1}", "[", "0x10", " 1 ", "1e999"]))
    case 4: return .blob(random.pick([[], [0], [0xFF, 0xFE], Array(repeating: 7, count: 16)]))
    case 5: return .damagedText(random.pick([[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80]]))
    case 6: return .text(random.pick(["2024-02-29", "2024-02-29 12:00", "2024-02-29T12:00:00+02:00", "2024-02-30", "12:00"]))
    default: return .null
    }
  }

  // Returns whether a statement was performed. Random definitions are not all valid.
  private func isDone(_ sql: String) -> Bool {
    do throws(SQLiteError) {
      try database.execute(sql)
      return true
    } catch {
      return false
    }
  }
}
