import TestSupport

/// Schemas of one type with random, valid rules.
struct RandomRules {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  mutating func schema() -> String {
    let enumeration = "{ cases: [calm, busy]\(chance(2) ? ", checked: true" : "") }"
    return """
      ashlar: 1
      schema: { name: Random }
      enums: { Mood: \(enumeration) }
      objects:
        Owner:
          properties:
            things: { type: LinkingObjects<Thing>, origin: owner\(deleteRule()) }
            \(chance(2) ? "more: { type: LinkingObjects<Thing>, origin: owners\(deleteRule()) }" : "other: Int")
        Thing:
      \(keys().map { "    \($0)\n" }.joined())    properties:
      \(properties().map { "      \($0)\n" }.joined())
      """
  }

  private mutating func deleteRule() -> String {
    chance(2) ? "" : ", deleteRule: \(pick(["nullify", "cascade", "deny"]))"
  }

  /// Returns different names in random order.
  private mutating func names(_ all: [String], _ count: ClosedRange<Int>) -> String {
    "[\(all.shuffled(using: &random).prefix(Int.random(in: count, using: &random)).joined(separator: ", "))]"
  }

  private mutating func keys() -> [String] {
    let required = ["int", "small", "text", "flag", "date", "id", "mood"]
    let unique = required + ["maybe", "owner", "other"]
    var keys: [String] = []
    if chance(4) { keys.append("primaryKey: \(names(required, 2...4))") }
    if chance(2) {
      let condition = pick(["whenNil: closed", "whenTrue: on", "whenFalse: on", "nilCounts: true", "whenNil: closed, nilCounts: true"])
      // Without a condition, the list differs from the others in its length.
      let parts = names(unique, condition == "nilCounts: true" ? 4...5 : 1...5)
      let items = [names(unique, 2...2), names(unique, 3...3), "{ of: \(parts), \(condition) }"]
      keys.append("unique: [\(items.prefix(Int.random(in: 1...3, using: &random)).joined(separator: ", "))]")
    }
    if chance(2) { keys.append("indexes: [\(names(unique + ["float"], 2...8)), [double, \(pick(unique))]]") }
    if chance(2) { keys.append("checks: [date \(pick(["<", "<=", "==", "!="])) closed, int \(pick(["<", "!="])) big]") }
    return keys
  }

  private mutating func properties() -> [String] {
    [
      "int: \(Self.property("Int", [bounds("-5", "9"), flag("unique")]))", "small: \(Self.property("Int8", [bounds("-128", "127")]))",
      "big: Int64", "text: \(Self.property("String", [length("length"), pattern()]))", "flag: Bool", "on: Bool",
      "date: \(Self.property("Date", [bounds("2000-01-01", "2024-02-29T12:00:00.5Z")]))", "id: \(Self.property("UUID", [flag("unique")]))",
      "mood: Mood", "maybe: \(Self.property("\"Int?\"", [bounds("0", "5")]))", "closed: Date?",
      "float: \(Self.property("Float", [bounds("0.5", "1e3")]))",
      "double: \(Self.property("Double", [bounds("-1e300", "0.1")]))", "decimal: \(Self.property("Decimal128", [bounds("-0.10", "1E+3")]))",
      "data: \(Self.property("Data", [length("length")]))", "list: \(Self.property("List<Int>", [length("count")]))",
      "owner: \(Self.property("\"Owner?\"", [flag("required"), flag("unique"), rule(["nullify", "cascade", "deny"])]))",
      "other: \(Self.property("\"Thing?\"", [rule(["cascade"])]))",
      "owners: \(Self.property("List<Owner>", [length("count"), rule(["deny"])]))",
      "any: \(Self.property("AnyRealmValue", [flag("required")]))",
    ]
  }

  private static func property(_ type: String, _ keys: [String]) -> String {
    "{ \((["type: \(type)"] + keys.filter { !$0.isEmpty }).joined(separator: ", ")) }"
  }

  private mutating func flag(_ key: String) -> String { chance(2) ? "\(key): true" : "" }
  private mutating func rule(_ words: [String]) -> String { chance(2) ? "deleteRule: \(pick(words))" : "" }

  private mutating func bounds(_ low: String, _ high: String) -> String {
    let (lower, upper) = (pick(["min: \(low)", "above: \(low)", ""]), pick(["max: \(high)", "below: \(high)", ""]))
    return [lower, upper].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private mutating func length(_ key: String) -> String { chance(2) ? "" : "\(key): \(pick(["24", "1...40", "1...", "...40", "0...3"]))" }

  private mutating func pattern() -> String { chance(2) ? "" : "pattern: \(pick(["\"[a-z]*\"", "\"?*\"", "\"[^*]\"", "\"\""]))" }
}
