import AshlarSchema
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

/// Random rules and writes, whose violations are compared with those that `EntityRule.permits` and comparisons in Swift find.
@Suite("Rules about values, compared with a model")
struct RuleModelTests {
  /// The value of a column: a list of numbers, or one value.
  private enum Value: Equatable {
    case list(Int)
    case single(DefaultValue?)
  }

  private static let types: [String: ValueType] = Dictionary(
    uniqueKeysWithValues: RuledSchema.properties.map { ($0.name, $0.type) })
  private static let names = [
    "int", "small", "double", "float", "decimal", "date", "text", "data", "list", "int2", "decimal2", "date2", "text2",
  ]

  private static func values(_ name: String) -> [Value] {
    func singles(_ values: [DefaultValue?]) -> [Value] { values.map { .single($0) } }
    switch name {
    case "int", "int2": return singles([.int(.min), .int(-1), .int(0), .int(1), .int(2), .int(.max)])
    case "small": return singles([nil, .int(-128), .int(-1), .int(0), .int(1), .int(127)])
    case "double", "double2": return singles([.double(-.infinity), .double(-0.0), .double(0), .double(0.5), .double(1), .double(.nan)])
    case "float": return singles([nil, .double(-1), .double(-0.0), .double(0.5), .double(1), .double(.nan)])
    case "decimal", "decimal2":
      let numbers: [DefaultValue?] = [
        .decimal(0), .decimal(0, 9), .decimal(1), .decimal(10, -1), .decimal(15, -1), .decimal(1, 1), .decimal128(low: 0, high: 0x7C << 56),
      ]
      return singles(name == "decimal2" ? numbers + [nil] : numbers)
    case "date", "date2":
      return singles([
        nil, .date(seconds: -1, nanoseconds: -1), .date(seconds: 0, nanoseconds: 0), .date(seconds: 0, nanoseconds: 1),
        .date(seconds: 1, nanoseconds: 0),
      ])
    case "text": return singles([nil, .string(""), .string("a"), .string("é"), .string("🐕a"), .string(String(repeating: "é", count: 400))])
    case "text2": return singles([.string(""), .string("a"), .string("ab"), .string("日本語"), .string(String(repeating: "b", count: 600))])
    case "data": return singles([.data([]), .data([0]), .data([1, 2, 3]), .data([UInt8](repeating: 9, count: 700))])
    default: return [0, 1, 2, 7, 1200].map { .list($0) }
    }
  }

  private static func cell(_ name: String, _ value: Value) -> CellValue {
    switch value {
    case .list(let count): return .list((0..<count).map { .int(Int64($0)) })
    case .single(let value):
      guard let value, let type = types[name], let bytes = value.bytes(as: type) else { return .null }
      return .bytes(bytes)
    }
  }

  private static func rules(_ random: inout SeededGenerator) -> [EntityRule] {
    func bounds(_ name: String) -> ValueBounds {
      var known: [DefaultValue] = []
      for case .single(let value?) in values(name) where value.isBound { known.append(value) }
      let (a, b) = (random.pick(known), random.pick(known))
      let isRising = (a.order(to: b) ?? 0) < 0
      let kind = random.below(3)
      return ValueBounds(
        low: kind == 1 ? nil : isRising ? a : b, high: kind == 0 ? nil : isRising ? b : a, excludesLow: random.once(in: 3),
        excludesHigh: random.once(in: 3))
    }
    func counts() -> CountBounds {
      let low = Int64(random.below(3))
      return CountBounds(low: low, high: low == 0 || random.once(in: 2) ? low + Int64(random.pick([0, 1, 400, 1000])) : nil)
    }
    var rules: [EntityRule] = []
    for name in ["int", "small", "double", "float", "decimal", "date"] where random.once(in: 2) {
      let made = bounds(name)
      if !made.isEmpty { rules.append(.range(name, made)) }
    }
    for name in ["text", "text2", "data"] where random.once(in: 2) { rules.append(.length(name, counts())) }
    if random.once(in: 2) { rules.append(.count("list", counts())) }
    if random.once(in: 2) { rules.append(.pattern("text", random.pick(["*a*", "?", "[^a]*", "é*", "*"]))) }
    if random.once(in: 3) { rules.append(.oneOf("text2", [.string("a"), .string("日本語")])) }
    if random.once(in: 3) { rules.append(.oneOf("small", [.int(-128), .int(0), .int(1)])) }
    for (a, b) in [("int", "int2"), ("decimal", "decimal2"), ("date", "date2")] where random.once(in: 2) {
      rules.append(.order(a, random.pick(OrderRelation.allCases), b))
    }
    if random.once(in: 2) { rules.append(.order("text", random.pick([.equal, .notEqual]), "text2")) }
    return EntityRule.sorted(rules)
  }

  private static func isBroken(_ rule: EntityRule, _ row: [String: Value]) -> Bool {
    switch rule {
    case .count(let name, let bounds):
      guard case .list(let count)? = row[name] else { return false }
      return count < bounds.low || bounds.high.map { count > $0 } ?? false
    case .order(let first, let relation, let second):
      guard case .single(let a?)? = row[first], case .single(let b?)? = row[second] else { return false }
      if case .string(let a) = a, case .string(let b) = b { return (Array(a.utf8) == Array(b.utf8)) != (relation == .equal) }
      guard let order = a.order(to: b) else { return true }
      switch relation {
      case .less: return order >= 0
      case .lessOrEqual: return order > 0
      case .equal: return order != 0
      case .notEqual: return order == 0
      }
    default:
      guard case .single(let value)? = row[rule.properties[0]] else { return false }
      return !rule.permits(value)
    }
  }

  @Test("a commit fails exactly if a changed row breaks a rule, and names each", arguments: 0..<12)
  func random(_ round: Int) throws {
    let seed = seed() &+ UInt64(round)
    print("rules about values: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let path = RealPath.of(folder.file("store"))
    let rules = Self.rules(&random)
    let store = try SampleStore(ruled: path, rules)
    var rows: [Int64: [String: Value]] = [:]
    var failures = 0
    for _ in 0..<60 {
      var after = rows
      var written: Set<Int64> = []
      try store.session.beginWrite()
      // Few rows and values at first, so that some writes succeed.
      for _ in 0..<random.below(4) + 1 {
        if after.isEmpty || random.once(in: 3) {
          var row: [String: Value] = [:]
          for name in Self.names { row[name] = Self.permitted(name, rules, &random) }
          let key = try store.insertRuled(row.reduce(into: [:]) { $0[$1.key] = Self.cell($1.key, $1.value) })
          after[key] = row
          written.insert(key)
        } else if let key = after.keys.sorted().randomElement(using: &random) {
          if random.once(in: 6) {
            try store.session.delete(RuledSchema.row, key)
            after[key] = nil
          } else {
            let name = random.pick(Self.names)
            let value = random.once(in: 2) ? random.pick(Self.values(name)) : Self.permitted(name, rules, &random)
            try store.set(key, name, Self.cell(name, value))
            after[key]?[name] = value
            written.insert(key)
          }
        }
      }
      var expected: [String] = []
      for key in written.sorted() {
        guard let row = after[key] else { continue }
        expected += rules.filter { Self.isBroken($0, row) }.map { "\(key) \($0)" }
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
      for (name, value) in row { #expect(stored[key]?[RuledSchema.column(name)] == Self.cell(name, value), "\(name), seed \(seed)") }
    }
    // A scan of the file finds nothing.
    let table = try #require(store.session.table(RuledSchema.row))
    #expect(try RuleScan(table, store.session).faults(table.rules.checks).isEmpty)
    #expect(try store.contradictions() == [])
    print("rules about values: \(rules.count) rules, \(failures) writes failed, \(rows.count) rows")
  }

  // Returns a value that the rules of the single column permit, unless there is none.
  private static func permitted(_ name: String, _ rules: [EntityRule], _ random: inout SeededGenerator) -> Value {
    let all = values(name)
    let own = rules.filter { $0.properties == [name] }
    let permitted = all.filter { value in own.allSatisfy { !isBroken($0, [name: value]) } }
    return random.pick(permitted.isEmpty ? all : permitted)
  }
}
