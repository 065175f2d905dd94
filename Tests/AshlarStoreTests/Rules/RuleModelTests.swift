import AshlarSchema
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

/// Random rules and writes, whose violations are compared with those that `EntityRule.permits` and comparisons in Swift find.
@Suite("Rules about values, compared with a model")
struct RuleModelTests {
  @Test("a commit fails exactly if a changed row breaks a rule, and names each", arguments: 0..<12)
  func random(_ round: Int) throws {
    let seed = seed() &+ UInt64(round)
    print("rules about values: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let path = RealPath.of(folder.file("store"))
    let rules = RuledValues.rules(&random)
    let store = try SampleStore(ruled: path, rules)
    var rows: [Int64: [String: RuledValues.Value]] = [:]
    var failures = 0
    for _ in 0..<60 {
      var after = rows
      var written: Set<Int64> = []
      try store.session.beginWrite()
      // Few rows and values at first, so that some writes succeed.
      for _ in 0..<random.below(4) + 1 {
        if after.isEmpty || random.once(in: 3) {
          var row: [String: RuledValues.Value] = [:]
          for name in RuledValues.names { row[name] = RuledValues.permitted(name, rules, &random) }
          let key = try store.insertRuled(row.reduce(into: [:]) { $0[$1.key] = RuledValues.cell($1.key, $1.value) })
          after[key] = row
          written.insert(key)
        } else if let key = after.keys.sorted().randomElement(using: &random) {
          if random.once(in: 6) {
            try store.session.delete(RuledSchema.row, key)
            after[key] = nil
          } else {
            let name = random.pick(RuledValues.names)
            let value = random.once(in: 2) ? random.pick(RuledValues.values(name)) : RuledValues.permitted(name, rules, &random)
            try store.set(key, name, RuledValues.cell(name, value))
            after[key]?[name] = value
            written.insert(key)
          }
        }
      }
      var expected: [String] = []
      for key in written.sorted() {
        guard let row = after[key] else { continue }
        expected += rules.filter { RuledValues.isBroken($0, row) }.map { "\(key) \($0)" }
      }
      #expect(try store.session.valueViolations().violations.map { "\($0.object.row) \($0.rule)" } == expected, "seed \(seed)")
      do {
        try store.session.commitWrite(.unsynced)
        #expect(expected == [], "seed \(seed)")
        rows = after
      } catch let error as RuleError {
        #expect(error.violations.map { "\($0.object.row) \($0.rule)" } == expected, "seed \(seed)")
        failures += 1
      }
      #expect(try Set(store.rows(RuledSchema.row).keys) == Set(rows.keys), "seed \(seed)")
    }
    let stored = try store.rows(RuledSchema.row)
    for (key, row) in rows {
      for (name, value) in row { #expect(stored[key]?[RuledSchema.column(name)] == RuledValues.cell(name, value), "\(name), seed \(seed)") }
    }
    // A scan of the file finds nothing.
    let table = try #require(store.session.table(RuledSchema.row))
    #expect(try RuleScan(table, store.session).faults(table.rules.checks).isEmpty)
    #expect(try store.contradictions() == [])
    print("rules about values: \(rules.count) rules, \(failures) writes failed, \(rows.count) rows")
  }
}
