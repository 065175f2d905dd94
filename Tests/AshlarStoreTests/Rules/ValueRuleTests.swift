import AshlarSchema
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Rules about values")
struct ValueRuleTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
  }

  private func open(_ rules: EntityRule...) throws -> SampleStore { try SampleStore(ruled: path, rules) }

  // Whether a commit of a row with these cells succeeds. If it fails, it must fail because of `rule`, and must have stored nothing.
  private func accepts(_ store: SampleStore, _ rule: EntityRule, _ cells: [String: CellValue]) throws -> Bool {
    let before = try store.rows(RuledSchema.row)
    do {
      try store.write { try store.insertRuled(cells) }
      return true
    } catch let error as RuleError {
      #expect(error.path == path)
      #expect(error.violations.map(\.rule) == [rule])
      #expect(error.violations.map(\.object.row) == [Int64(before.count)])
      #expect(try store.rows(RuledSchema.row) == before)
      return false
    }
  }

  private func range(_ name: String, _ low: DefaultValue?, _ high: DefaultValue?, excludes: Bool = false) -> EntityRule {
    .range(name, ValueBounds(low: low, high: high, excludesLow: excludes && low != nil, excludesHigh: excludes && high != nil))
  }

  @Test("the error names the rule, the values and the object, nothing is stored, and the next write succeeds")
  func error() throws {
    let rule = range("int", .int(0), .int(150))
    let store = try open(rule)
    try store.write { try store.insertRuled(["int": .int(7)]) }
    let before = try store.rows(RuledSchema.row)
    let version = store.session.version
    let error = #expect(throws: RuleError.self) {
      try store.write {
        try store.insertRuled(["int": .int(151)])
        try store.set(0, "text", .text("changed"))
      }
    }
    let violation = StoredViolation(rule, values: ["151"], object: StoredViolation.Place(type: "Row", row: 1, key: nil))
    #expect(error == RuleError(path: path, [violation]))
    #expect(
      error?.description
        == """
        '\(path)': the write was not stored, because it breaks rules of the schema.
        - the range of 'Row.int' is broken by row 1, which has 151
        """)
    #expect(!store.session.isWriting)
    #expect(store.session.version == version)
    #expect(try store.rows(RuledSchema.row) == before)
    try store.write {
      let key = try store.insertRuled(["int": .int(150)])
      #expect(key == 1)
    }
    #expect(try store.rows(RuledSchema.row).count == 2)
    #expect(try store.contradictions() == [])
  }

  @Test("an error names the primary key, and both values of an order")
  func names() throws {
    let store = try SampleStore(ruled: path, [.order("int", .less, "int2")]) {
      $0.properties[RuledSchema.column("text2")].isPrimaryKey = true
    }
    let error = #expect(throws: RuleError.self) {
      try store.write { try store.insertRuled(["int": .int(5), "int2": .int(5), "text2": .text("ada")]) }
    }
    #expect(error?.violations.first?.values == ["5", "5"])
    #expect(error?.violations.first?.object == StoredViolation.Place(type: "Row", row: 0, key: "ada"))
  }

  @Test("integers are compared with their bounds, which a rule includes or excludes")
  func integers() throws {
    let rule = range("int", .int(-2), .int(3))
    var store = try open(rule)
    for value in -4...5 as ClosedRange<Int64> { #expect(try accepts(store, rule, ["int": .int(value)]) == (-2...3).contains(value)) }
    #expect(try !accepts(store, rule, ["int": .int(.min)]))
    #expect(try !accepts(store, rule, ["int": .int(.max)]))
    let other = RealPath.of(folder.file("other"))
    let excluding = range("small", .int(-128), .int(127), excludes: true)
    store = try SampleStore(ruled: other, [excluding])
    for value in [Int8.min, -127, 0, 126, .max] {
      do {
        try store.write { try store.insertRuled(["small": .small(value)]) }
        #expect(value != .min)
        #expect(value != .max)
      } catch let error as RuleError {
        #expect(value == .min || value == .max)
        #expect(error.violations[0].values == ["\(value)"])
      }
    }
    #expect(throws: Never.self) { try store.write { try store.insertRuled() } }
  }

  @Test("no integer is above the greatest one or below the least one")
  func extremes() throws {
    let rules = [range("int", .int(.max), nil, excludes: true), range("int2", nil, .int(.min), excludes: true)]
    let store = try SampleStore(ruled: path, rules)
    let error = #expect(throws: RuleError.self) { try store.write { try store.insertRuled(["int": .int(.max), "int2": .int(.min)]) } }
    #expect(error?.violations.map(\.rule) == rules)
  }

  @Test("NaN breaks every range, and -0 equals 0")
  func floatingPoint() throws {
    let rule = range("double", .double(0), nil)
    let store = try open(rule)
    let values: [(Double, Bool)] = [(0, true), (-0.0, true), (.infinity, true), (-.leastNonzeroMagnitude, false), (.nan, false)]
    for (value, isAccepted) in values {
      #expect(try accepts(store, rule, ["double": .double(value)]) == isAccepted, "\(value)")
    }
    let other = range("float", nil, .double(Double(Float(0.1))), excludes: true)
    let floats = try SampleStore(ruled: folder.file("floats"), [other])
    let singles: [(Float, Bool)] = [(0.1, false), (Float(0.1).nextDown, true), (-0.0, true), (.nan, false), (-.infinity, true)]
    for (value, isAccepted) in singles {
      var isStored = true
      do {
        try floats.write { try floats.insertRuled(["float": .float(value)]) }
      } catch is RuleError {
        isStored = false
      }
      #expect(isStored == isAccepted, "\(value)")
    }
  }

  @Test("decimal numbers are compared by value, and NaN breaks every range")
  func decimals() throws {
    let rule = range("decimal", .decimal(1), .decimal(10), excludes: true)
    let store = try open(rule)
    let cells: [(CellValue, Bool)] = [
      (.decimal(100, -2), false), (.decimal(101, -2), true), (.decimal(1, 1), false), (.decimal(9_999, -3), true),
      (.decimal(0, 40), false), (.decimalNaN, false),
    ]
    for (cell, isAccepted) in cells { #expect(try accepts(store, rule, ["decimal": cell]) == isAccepted) }
  }

  @Test("dates are compared to the nanosecond")
  func dates() throws {
    let rule = range("date", .date(seconds: -5, nanoseconds: -7), .date(seconds: 5, nanoseconds: 7))
    let store = try open(rule)
    let cells: [(CellValue, Bool)] = [
      (.date(5, 7), true), (.date(5, 8), false), (.date(6), false), (.date(-5, -7), true), (.date(-5, -8), false),
      (.date(-6), false), (.date(0, -999_999_999), true), (.null, true), (.date(.max), false), (.date(.min, -1), false),
    ]
    for (cell, isAccepted) in cells { #expect(try accepts(store, rule, ["date": cell]) == isAccepted, "\(cell)") }
  }

  @Test("the length of text is the number of its Unicode scalars, whatever their size and wherever the text is stored")
  func lengths() throws {
    let bounds = CountBounds(low: 3, high: 700)
    let rule = EntityRule.length("text", bounds)
    let store = try open(rule)
    for scalar in ["a", "é", "日", "🐕"] {
      for count in [0, 1, 2, 3, 4, 11, 12, 175, 176, 699, 700, 701, 1400, 2801] {
        let isAccepted = try accepts(store, rule, ["text": .text(String(repeating: scalar, count: count))])
        #expect(isAccepted == bounds.contains(count), "\(count) of \(scalar)")
      }
    }
    #expect(try accepts(store, rule, ["text": .null]))
    #expect(try accepts(store, rule, ["text": .text("e\u{301}e")]))
    #expect(try !accepts(store, rule, ["text": .text("ab\u{301}" + String(repeating: "日🐕", count: 349))]))
  }

  @Test("the length of data is the number of its bytes")
  func data() throws {
    let rule = EntityRule.length("data", CountBounds(low: 2, high: 600))
    let store = try open(rule)
    for count in [0, 1, 2, 11, 12, 512, 513, 600, 601] {
      let isAccepted = try accepts(store, rule, ["data": .bytes([UInt8](repeating: 0xFF, count: count))])
      #expect(isAccepted == (2...600).contains(count), "\(count)")
    }
  }

  @Test("elements are counted in new lists, in stored ones and in those that consist of segments")
  func counts() throws {
    let rule = EntityRule.count("list", CountBounds(low: 1, high: 5000))
    let store = try open(rule)
    func list(_ count: Int) -> CellValue { .list((0..<count).map { .int(Int64($0)) }) }
    for count in [0, 1, 2, 5000, 5001] {
      #expect(try accepts(store, rule, ["list": list(count)]) == (1...5000).contains(count), "\(count)")
    }
    // Rows 0 and 2 have 1 and 5000 elements.
    let element = try #require(store.columns(RuledSchema.row)[RuledSchema.column("list")].element)
    func change(_ key: Int64, _ body: (RowAccess, Int) -> Void) throws {
      try store.write {
        let row = try #require(try store.session.makeWritable(RuledSchema.row, key))
        body(row, RuledSchema.column("list"))
      }
    }
    #expect(throws: RuleError.self) { try change(0) { store.session.removeElements($0, $1, element, 0..<1) } }
    #expect(throws: RuleError.self) {
      try change(2) { store.session.insertElements($0, $1, element, at: 100, count: 1).storeBytes(of: 7, as: Int64.self) }
    }
    try change(2) { row, column in
      store.session.insertElements(row, column, element, at: 100, count: 1).storeBytes(of: 7, as: Int64.self)
      store.session.removeElements(row, column, element, 0..<1)
    }
    #expect(throws: RuleError.self) { try change(2) { store.session.removeElements($0, $1, element, 0..<5000) } }
    guard case .list(let elements)? = try store.rows(RuledSchema.row)[2]?[RuledSchema.column("list")] else {
      Issue.record("a list")
      return
    }
    #expect(elements.count == 5000)
    #expect(elements[99] == .int(7))
  }

  @Test("the whole text matches a pattern")
  func patterns() throws {
    let rule = EntityRule.pattern("text", "[a-z]*@?*")
    let store = try open(rule)
    for (text, isAccepted) in [("a@b", true), ("ada@é", true), ("A@b", false), ("a@", false), ("", false)] {
      #expect(try accepts(store, rule, ["text": .text(text)]) == isAccepted, "'\(text)'")
    }
    #expect(try accepts(store, rule, ["text": .null]))
    #expect(try accepts(store, rule, ["text": .text("a" + String(repeating: "x", count: 2000) + "@b")]))
  }

  @Test("a value is one of the cases of a checked enum, or nil")
  func cases() throws {
    let numbers = EntityRule.oneOf("small", [.int(-1), .int(7)])
    let texts = EntityRule.oneOf("text2", [.string("a"), .string("a case that does not fit into a cell")])
    let store = try open(numbers, texts)
    for (value, isAccepted) in [(Int8(-1), true), (7, true), (0, false)] {
      #expect(try accepts(store, numbers, ["small": .small(value)]) == isAccepted)
    }
    for (text, isAccepted) in [("a", true), ("a case that does not fit into a cell", true), ("A", false), ("", false)] {
      #expect(try accepts(store, texts, ["text2": .text(text)]) == isAccepted)
    }
    #expect(try accepts(store, numbers, [:]))
  }

  @Test("a required link is not nil when a write ends, also if its target was deleted")
  func requiredLink() throws {
    let rule = EntityRule.required("link")
    let store = try open(rule)
    try store.write {
      let first = try store.insertRuled()
      let second = try store.insertRuled(["link": .link(first)])
      // Until the commit, links may be nil.
      try store.set(first, "link", .link(second))
    }
    let before = try store.rows(RuledSchema.row)
    let error = #expect(throws: RuleError.self) { try store.write { try store.session.delete(RuledSchema.row, 0) } }
    #expect(
      error?.violations
        == [StoredViolation(rule, values: ["nil"], object: StoredViolation.Place(type: "Row", row: 1, key: nil))])
    #expect(try store.rows(RuledSchema.row) == before)
    #expect(throws: Never.self) {
      try store.write {
        try store.session.delete(RuledSchema.row, 0)
        try store.session.delete(RuledSchema.row, 1)
      }
    }
    #expect(try store.contradictions() == [])
  }

  @Test("a required 'AnyRealmValue' is not none; a list in it may become empty")
  func requiredAny() throws {
    let rule = EntityRule.required("any")
    let store = try open(rule)
    let table = try #require(store.session.table(RuledSchema.row)?.id)
    #expect(throws: RuleError.self) { try store.write { try store.insertRuled() } }
    try store.write { try store.setAny(try store.insertRuled(), .bool(false)) }
    try store.write {
      try store.setAny(try store.insertRuled(), .link(AnyLink(table: table, key: 0)))
      try store.setAny(try store.insertRuled(), .list(id: 1, [.link(AnyLink(table: table, key: 0))]))
    }
    let error = #expect(throws: RuleError.self) { try store.write { try store.session.delete(RuledSchema.row, 0) } }
    #expect(error?.violations.map(\.object.row) == [1])
    try store.write { try store.setAny(1, .int(0)) }
    try store.write { try store.session.delete(RuledSchema.row, 0) }
    #expect(store.session.count(RuledSchema.row) == 2)
  }

  @Test("two values are compared unless one is nil, and NaN satisfies no comparison", arguments: OrderRelation.allCases)
  func orders(_ relation: OrderRelation) throws {
    func holds(_ difference: Int) -> Bool {
      switch relation {
      case .less: difference < 0
      case .lessOrEqual: difference <= 0
      case .equal: difference == 0
      case .notEqual: difference != 0
      }
    }
    let rules: [EntityRule] = [
      .order("int", relation, "int2"), .order("double", relation, "double2"), .order("decimal", relation, "decimal2"),
      .order("date", relation, "date2"),
    ]
    for rule in rules {
      let (first, second) = (rule.properties[0], rule.properties[1])
      let store = try SampleStore(ruled: folder.file(first), [rule])
      func accepts(_ a: CellValue, _ b: CellValue) throws -> Bool {
        do {
          try store.write { try store.insertRuled([first: a, second: b]) }
          return true
        } catch is RuleError {
          return false
        }
      }
      let ascending: [CellValue] =
        switch first {
        case "int": [.int(.min), .int(-1), .int(0), .int(.max)]
        case "double": [.double(-.infinity), .double(-1), .double(0), .double(1.5)]
        case "decimal": [.decimal(0), .decimal(1, -3), .decimal(1), .decimal(2, 3)]
        default: [.date(-3), .date(-2, -5), .date(2, 4), .date(2, 5)]
        }
      for (i, a) in ascending.enumerated() {
        for (j, b) in ascending.enumerated() { #expect(try accepts(a, b) == holds(i - j), "\(first) \(i) \(j)") }
      }
      switch first {
      case "double":
        for value in [0.0, .nan] {
          #expect(try !accepts(.double(.nan), .double(value)))
          #expect(try !accepts(.double(value), .double(.nan)))
        }
        #expect(try accepts(.double(-0.0), .double(0)) == holds(0))
      case "decimal":
        #expect(try !accepts(.decimalNaN, .decimal(1)))
        #expect(try !accepts(.decimalNaN, .decimalNaN))
        #expect(try accepts(.decimal(10), .decimal(1, 1)) == holds(0))
        #expect(try accepts(.decimalNaN, .null))
      case "date":
        #expect(try accepts(.null, .date(1)))
        #expect(try accepts(.date(1), .null))
        #expect(try accepts(.null, .null))
      default: break
      }
    }
  }

  @Test("text, identifiers and Bools are equal by their bytes")
  func equality() throws {
    let long = String(repeating: "x", count: 600)
    for relation in [OrderRelation.equal, .notEqual] {
      let rules: [EntityRule] = [.order("text", relation, "text2"), .order("uuid", relation, "uuid2"), .order("bool", relation, "bool2")]
      let store = try SampleStore(ruled: folder.file(relation.symbol == "==" ? "equal" : "different"), rules)
      func broken(_ cells: [String: CellValue]) throws -> Set<String> {
        var all: [String: CellValue] = [
          "text": .text("b"), "text2": .text("b"), "uuid2": .bytes([UInt8](repeating: 7, count: 16)), "bool2": .bytes([1]),
        ]
        all.merge(cells) { $1 }
        do {
          try store.write { try store.insertRuled(all) }
          return []
        } catch let error as RuleError {
          return Set(error.violations.map { $0.rule.properties[0] })
        }
      }
      let all: Set<String> = ["text", "uuid", "bool"]
      func expected(_ different: Set<String>) -> Set<String> { relation == .equal ? different : all.subtracting(different) }
      #expect(try broken([:]) == expected([]))
      #expect(try broken(["text": .text("é"), "text2": .text("e\u{301}")]) == expected(["text"]))
      #expect(try broken(["text": .text(long), "text2": .text(long)]) == expected([]))
      #expect(try broken(["text": .text(long + "a"), "text2": .text(long + "b")]) == expected(["text"]))
      #expect(try broken(["text": .text("")]) == expected(["text"]))
      #expect(try broken(["uuid": .bytes([UInt8](repeating: 7, count: 15) + [8])]) == expected(["uuid"]))
      #expect(try broken(["bool": .bytes([0])]) == expected(["bool"]))
    }
  }
}
