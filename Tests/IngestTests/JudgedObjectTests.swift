import Ashlar
import AshlarSchema
import AshlarSchemaTools
import Foundation
import TestSupport
import TestTraits
import Testing

/// One value of a property: as objects take it, and as SQL writes it.
private struct Judged {
  let value: Any
  let sql: String

  init(_ value: Any, _ sql: String) { (self.value, self.sql) = (value, sql) }

  static var null: Judged { Judged(NSNull(), "NULL") }
  static func int(_ value: Int) -> Judged { Judged(value, "\(value)") }
  static func text(_ value: String) -> Judged { Judged(value, PostgreSQLText.literal(value)) }
  static func data(_ bytes: [UInt8]) -> Judged {
    Judged(Data(bytes), "'\\x\(bytes.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined())'::bytea")
  }
  static func double(_ value: Double) -> Judged {
    Judged(value, "'\(value.isNaN ? "NaN" : value == .infinity ? "Infinity" : "\(value)")'::double precision")
  }
  static func float(_ value: Float) -> Judged { Judged(value, "'\(value.isNaN ? "NaN" : "\(value)")'::real") }
  static func decimal(_ text: String) -> Judged { Judged(Decimal128(stringLiteral: text), "'\(text)'::numeric") }
  static func date(_ seconds: Int) -> Judged {
    Judged(Date(timeIntervalSince1970: Double(seconds)), "TIMESTAMPTZ 'epoch' + interval '\(seconds) seconds'")
  }
  static func list(_ count: Int) -> Judged {
    Judged(Array(0..<count), "'[\((0..<count).map { "\($0)" }.joined(separator: ","))]'::jsonb")
  }
}

/// A server must accept exactly the objects that satisfy the rules: what it rejects is quarantined.
@Suite("Rules in a store and in PostgreSQL", .blocking, .enabled(if: hasServer, noServer))
struct JudgedObjectTests {
  private static let properties = [
    PropertyModel(name: "serial", type: .int32, isIndexed: true),
    PropertyModel(name: "label", type: .string, isOptional: true, isIndexed: true),
    PropertyModel(name: "a", type: .int), PropertyModel(name: "b", type: .int, isOptional: true),
    PropertyModel(name: "celsius", type: .double), PropertyModel(name: "limit", type: .double, isOptional: true),
    PropertyModel(name: "ratio", type: .float), PropertyModel(name: "price", type: .decimal128),
    PropertyModel(name: "cost", type: .decimal128, isOptional: true), PropertyModel(name: "at", type: .date),
    PropertyModel(name: "until", type: .date, isOptional: true), PropertyModel(name: "code", type: .string),
    PropertyModel(name: "note", type: .string, isOptional: true), PropertyModel(name: "image", type: .data),
    PropertyModel(name: "tags", type: .int, collection: .list), PropertyModel(name: "any", type: .any),
  ]

  private static func values(_ name: String) -> [Judged] {
    switch name {
    case "serial": (0..<400).map { .int($0) }
    case "label": [.null, .null, .text("é"), .text("e\u{301}")] + (0..<300).map { .text("label \($0)") }
    case "a", "b": [-2, -1, 0, 1, 2, Int.max].map { .int($0) } + (name == "b" ? [.null] : [])
    case "celsius", "limit":
      [-0.25, -0.0, 0, 0.5, 1, 1.0.nextUp, .nan, .infinity].map { .double($0) } + (name == "limit" ? [.null] : [])
    case "ratio": [-0.0, 0, 0.5, 1, Float(1).nextUp, .nan].map { .float($0) }
    case "price", "cost":
      ["0", "0.0", "1", "1.00", "1.000000000000000000000000000000001", "-1", "NaN"].map { .decimal($0) } + (name == "cost" ? [.null] : [])
    case "at", "until": [-1, 0, 1, 946_684_800].map { .date($0) } + (name == "until" ? [.null] : [])
    case "code", "note":
      ["", "a", "A", "ab", "é", "e\u{301}", "😀", "a\nb", "a'b\\", "日本語", String(repeating: "x", count: 300)].map { .text($0) }
        + (name == "note" ? [.null] : [])
    case "image": [[], [0], [1, 2, 3, 4], [UInt8](repeating: 255, count: 300)].map { .data($0) }
    case "tags": [0, 1, 2, 9].map { .list($0) }
    default: [.null, Judged(1, "'1'::jsonb"), Judged("x", "'\"x\"'::jsonb")]
    }
  }

  // Rules whose statements are exact: an excluded bound of a date is not, because the server rounds dates.
  private static func rules(_ random: inout SeededGenerator) -> [EntityRule] {
    func bounds(_ low: DefaultValue, _ high: DefaultValue, mayExclude: Bool = true) -> ValueBounds {
      let kind = random.below(3)
      return ValueBounds(
        low: kind == 1 ? nil : low, high: kind == 0 ? nil : high, excludesLow: mayExclude && kind != 1 && random.once(in: 3),
        excludesHigh: mayExclude && kind != 0 && random.once(in: 3))
    }
    func counts() -> CountBounds {
      random.pick([CountBounds(low: 1), CountBounds(high: 2), CountBounds(low: 1, high: 4), CountBounds(low: 2, high: 2)])
    }
    let relation = OrderRelation.allCases
    let candidates: [EntityRule] = [
      .unique(UniqueRule(["serial"])), .unique(UniqueRule(["label"])), .unique(UniqueRule(["label"], nilCounts: true)),
      .range("a", bounds(.int(-1), .int(1))), .range("b", bounds(.int(0), .int(2))),
      .range("celsius", bounds(.double(0), .double(1))), .range("limit", bounds(.double(-0.5), .double(0.5))),
      .range("ratio", bounds(.double(0), .double(1))), .range("price", bounds(.decimal("0"), .decimal("1"))),
      .range("cost", bounds(.decimal("-1"), .decimal("1.5"))),
      .range("at", bounds(.date(seconds: 0, nanoseconds: 0), .date(seconds: 946_684_800, nanoseconds: 0), mayExclude: false)),
      .length("code", counts()), .length("note", counts()), .length("image", counts()), .count("tags", counts()),
      .pattern("code", random.pick(["?*", "[a-z]*", "[^a]*", "*b", "?"])), .pattern("note", random.pick(["*a*", "[é😀]*", "?"])),
      .required("any"), .order("a", random.pick(relation), "b"), .order("celsius", random.pick(relation), "limit"),
      .order("price", random.pick(relation), "cost"), .order("at", random.pick([.lessOrEqual, .equal]), "until"),
      .order("code", random.pick([.equal, .notEqual]), "note"),
    ]
    var rules: [EntityRule] = []
    for rule in candidates where random.once(in: 5) {
      // A property has one unique rule.
      if rule.kind != .unique || !rules.contains(where: { $0.kind == .unique && $0.properties == rule.properties }) { rules.append(rule) }
    }
    return EntityRule.sorted(rules)
  }

  private static func model(_ kind: EntityKind, _ rules: [EntityRule], _ name: String) -> SchemaModel {
    var entity = EntityModel(name: name, kind: kind, properties: properties)
    entity.rules = rules
    return SchemaModel(name: "Judged", version: 1, entities: [entity])
  }

  @Test("the server accepts exactly the objects that the store accepts, in the same order")
  func random() throws {
    let seed = seed()
    print("objects that a store and a server judge: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let server = try PostgreSQLServer()
    let folder = try TemporaryFolder()
    try server.query("CREATE TABLE outcome (type text, number int, accepted bool);")
    var (accepted, refused) = (0, 0)
    for round in 0..<rounds(.judgedObjects) / 100 {
      let type = "Judged\(round)"
      let rules = JudgedObjectTests.rules(&random)
      let table = try #require(TableStatements.create(JudgedObjectTests.model(.asymmetric, rules, type)))
      let realm = try Realm(
        storedTypesAt: folder.file("\(type).realm"), readOnly: false, creating: JudgedObjectTests.model(.object, rules, type))
      var sql = table
      var stored: [Int] = []
      var texts: [String] = []
      for number in 0..<100 {
        let row = JudgedObjectTests.properties.map { (name: $0.name, value: random.pick(JudgedObjectTests.values($0.name))) }
        texts.append(row.map { "\($0.name) \($0.value.sql)" }.joined(separator: ", "))
        do {
          try realm.write {
            _ = realm.dynamicCreate(type, value: Dictionary(uniqueKeysWithValues: row.map { ($0.name, $0.value.value) }))
          }
          stored.append(number)
        } catch let error as Realm.Error where error.code == .ruleViolated {
          refused += 1
        }
        let names = row.map { PostgreSQLText.name($0.name) }.joined(separator: ", ")
        let values = row.map(\.value.sql).joined(separator: ", ")
        sql += """
          DO $judged$ BEGIN
            INSERT INTO \(PostgreSQLText.name(type)) (ashlar_id, \(names)) VALUES (gen_random_uuid(), \(values));
            INSERT INTO outcome VALUES ('\(type)', \(number), true);
          EXCEPTION WHEN check_violation OR unique_violation THEN
            INSERT INTO outcome VALUES ('\(type)', \(number), false);
          END $judged$;

          """
      }
      try server.query(sql)
      let found = try server.query("SELECT number FROM outcome WHERE type = '\(type)' AND accepted ORDER BY number;")
      let numbers = found.split(separator: "\n").compactMap { Int($0) }
      accepted += stored.count
      for number in Set(numbers).symmetricDifference(stored).sorted() {
        let verdict = stored.contains(number) ? "is refused by the server alone" : "is refused by the store alone"
        Issue.record("seed \(seed), \(type): an object \(verdict): \(texts[number]); \(rules)")
      }
      #expect(try server.query("SELECT count(*) FROM outcome WHERE type = '\(type)';") == "100", "seed \(seed), \(type)")
    }
    print("objects that a store and a server judge: \(accepted) accepted, \(refused) refused")
    #expect(accepted > 0)
    #expect(refused > 0)
  }
}

extension DefaultValue {
  // The number that a literal states.
  fileprivate static func decimal(_ text: String) -> DefaultValue {
    let number = Decimal128(stringLiteral: text)
    return .decimal128(low: number.bidLow, high: number.bidHigh)
  }
}
