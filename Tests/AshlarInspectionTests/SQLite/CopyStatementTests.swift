import AshlarSchema
import Foundation
import TestSupport
import Testing

@testable import AshlarSQLite

@Suite("Statements of copies")
struct CopyStatementTests {
  // A database with the tables of a type, and the notes about its rules.
  private func database(_ type: EntityModel, dates: DateForm = .text) throws -> (SQLiteDatabase, notes: [String]) {
    let statements = CopyStatements(CopyLayout([type], dates: dates))
    let database = try SQLiteDatabase("memory", .memory)
    for statement in statements.tables + statements.rest { try database.execute(statement) }
    return (database, statements.notes)
  }

  private func isRefused(_ database: SQLiteDatabase, _ values: String) -> Bool {
    do throws(SQLiteError) {
      try database.execute("INSERT INTO T (a, b, c) VALUES (\(values))")
      return false
    } catch {
      guard case .failed(_, let code, _, _) = error else { return false }
      return code & 0xFF == 19
    }
  }

  private func type(_ rules: [EntityRule], c: ValueType = .bool) -> EntityModel {
    var type = EntityModel(
      name: "T",
      properties: [
        PropertyModel(name: "a", type: .int, isOptional: true), PropertyModel(name: "b", type: .string, isOptional: true),
        PropertyModel(name: "c", type: c, isOptional: true),
      ])
    type.rules = rules
    return type
  }

  @Test("several properties are unique together, and NULL equals nothing unless it counts")
  func uniqueTogether() throws {
    let (plain, _) = try database(type([.unique(UniqueRule(["a", "b"]))]))
    for values in ["1, 'x', 0", "1, 'y', 0", "1, NULL, 0", "1, NULL, 0"] { #expect(!isRefused(plain, values), "\(values)") }
    #expect(isRefused(plain, "1, 'x', 1"))
    let (counting, _) = try database(type([.unique(UniqueRule(["a", "b"], nilCounts: true))]))
    for values in ["1, 'x', 0", "1, NULL, 0", "0, NULL, 0", "NULL, NULL, 0", "NULL, '0', 0"] {
      #expect(!isRefused(counting, values), "\(values)")
    }
    for values in ["1, NULL, 1", "NULL, NULL, 1", "1, 'x', 1"] { #expect(isRefused(counting, values), "\(values)") }
  }

  @Test("a condition restricts a unique rule to some rows")
  func conditions() throws {
    for (value, inside, outside) in [(true, "1", "0"), (false, "0", "1")] {
      let rule = UniqueRule(["a"], condition: UniqueRule.Condition(property: "c", value: value))
      let (database, _) = try database(type([.unique(rule)]))
      for values in ["1, 'x', \(outside)", "1, 'x', \(outside)", "1, 'x', NULL", "1, 'x', \(inside)"] {
        #expect(!isRefused(database, values), "\(values)")
      }
      #expect(isRefused(database, "1, 'y', \(inside)"))
    }
    let rule = UniqueRule(["a"], condition: UniqueRule.Condition(property: "c", value: nil))
    let (database, _) = try database(type([.unique(rule)]))
    for values in ["1, 'x', 0", "1, 'x', 0", "1, 'x', NULL"] { #expect(!isRefused(database, values), "\(values)") }
    #expect(isRefused(database, "1, 'y', NULL"))
  }

  @Test("compound keys are primary keys whose rows are numbered, and indexes of several properties restrict nothing")
  func keysAndIndexes() throws {
    let (database, _) = try database(type([.primaryKey(["a", "b"]), .index(["b", "c"])]))
    #expect(!isRefused(database, "1, 'x', 0"))
    #expect(isRefused(database, "1, 'x', 1"))
    #expect(!isRefused(database, "2, 'x', 0"))
    let rows = try database.rows("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    #expect(rows == [[.text("T_b_c_index")]])
    let key = try database.rows("SELECT name FROM pragma_table_info('T') WHERE pk > 0 ORDER BY pk")
    #expect(key == [[.text("a")], [.text("b")]])
    #expect(try database.rows("SELECT _row FROM T ORDER BY a") == [[.integer(0)], [.integer(1)]])
  }

  @Test("dates that are rounded have no unique index, and weaker bounds")
  func roundedDates() throws {
    let bounds = ValueBounds(low: .date(seconds: 0, nanoseconds: 0), excludesLow: true)
    let rules: [EntityRule] = [.unique(UniqueRule(["c"])), .range("c", bounds)]
    let (unix, notes) = try database(type(rules, c: .date), dates: .unix)
    #expect(notes == ["The copy does not state the unique rule over 'T.c', because dates that differ may be equal when rounded."])
    for values in ["1, 'x', 5.0", "1, 'x', 5.0", "1, 'x', 0.0"] { #expect(!isRefused(unix, values), "\(values)") }
    #expect(isRefused(unix, "1, 'x', -1.0"))
    let (text, none) = try database(type(rules, c: .date))
    #expect(none == [])
    #expect(!isRefused(text, "1, 'x', '1970-01-01 00:00:00.000000001'"))
    #expect(isRefused(text, "1, 'x', '1970-01-01 00:00:00.000000001'"))
    #expect(isRefused(text, "1, 'x', '1970-01-01 00:00:00'"))
    // A far date has a sign.
    #expect(!isRefused(text, "1, 'x', '-0001-01-01 00:00:00'"))
  }

  @Test("cases whose raw values SQLite may not read exactly have no condition but a note, in a column and in a list")
  func inexactCases() {
    var type = type([], c: .double)
    type.properties[2].enumName = "Ratio"
    type.properties.append(PropertyModel(name: "d", type: .double, collection: .list))
    type.properties[3].enumName = "Ratio"
    func statements(_ values: [Double]) -> CopyStatements {
      let cases = values.enumerated().map { EnumCaseModel(name: "case\($0)", rawValue: .double($1)) }
      return CopyStatements(CopyLayout([type], dates: .text), enums: [EnumModel(name: "Ratio", rawType: .double, cases: cases)])
    }
    let exact = statements([0.5, 2])
    #expect(exact.notes == [])
    #expect(exact.tables.count { $0.contains(" IN (0.5, 2.0)") } == 2)
    let inexact = statements([0.5, 1e300])
    #expect(
      inexact.notes
        == ["c", "d"].map {
          "The copy does not state the check of the cases of 'T.\($0)', because SQLite may not read a raw value exactly."
        })
    #expect(!inexact.tables.contains { $0.contains(" IN (") })
  }
}
