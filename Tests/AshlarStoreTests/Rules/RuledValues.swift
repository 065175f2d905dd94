import AshlarSchema
import StoreFixtures
import TestSupport

@testable import AshlarStore

/// Values of the columns of `RuledSchema`, random rules about them, and a model that judges them.
enum RuledValues {
  /// The value of a column: a list of numbers, or one value.
  enum Value: Equatable {
    case list(Int)
    case single(DefaultValue?)
  }

  private static let types: [String: ValueType] = Dictionary(
    uniqueKeysWithValues: RuledSchema.properties.map { ($0.name, $0.type) })
  /// The columns that the rules concern.
  static let names = [
    "int", "small", "double", "float", "decimal", "date", "text", "data", "list", "int2", "decimal2", "date2", "text2",
  ]

  /// Returns the values that tests give to a column.
  static func values(_ name: String) -> [Value] {
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

  /// Returns the cell of a value.
  static func cell(_ name: String, _ value: Value) -> CellValue {
    switch value {
    case .list(let count): return .list((0..<count).map { .int(Int64($0)) })
    case .single(let value):
      guard let value, let type = types[name], let bytes = value.bytes(as: type) else { return .null }
      return .bytes(bytes)
    }
  }

  /// Returns random rules about these columns.
  static func rules(_ random: inout SeededGenerator) -> [EntityRule] {
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

  /// Returns whether a row breaks a rule, by `EntityRule.permits` and by comparisons in Swift.
  static func isBroken(_ rule: EntityRule, _ row: [String: Value]) -> Bool {
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

  /// Returns a value that the rules of the single column permit, unless there is none.
  static func permitted(_ name: String, _ rules: [EntityRule], _ random: inout SeededGenerator) -> Value {
    let all = values(name)
    let own = rules.filter { $0.properties == [name] }
    let permitted = all.filter { value in own.allSatisfy { !isBroken($0, [name: value]) } }
    return random.pick(permitted.isEmpty ? all : permitted)
  }
}
