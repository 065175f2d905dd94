import AshlarSchema
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Commits and rules about values")
struct RuleCommitTests {
  private let folder: TemporaryFolder
  private let path: String
  private let rule = EntityRule.range("int", ValueBounds(low: .int(0), high: .int(9)))

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
  }

  private func open(_ rules: EntityRule...) throws -> SampleStore { try SampleStore(ruled: path, rules) }

  private func violations(_ body: () throws -> Void) throws -> [StoredViolation] {
    do {
      try body()
      return []
    } catch let error as RuleError {
      return error.violations
    }
  }

  @Test("the final values of a write count, and only those of rows that exist")
  func finalState() throws {
    let store = try open(rule)
    try store.write {
      let key = try store.insertRuled(["int": .int(-1)])
      try store.set(key, "int", .int(5))
      let other = try store.insertRuled(["int": .int(-1)])
      try store.session.delete(RuledSchema.row, other)
    }
    #expect(try store.rows(RuledSchema.row).count == 1)
    #expect(try violations { try store.write { try store.set(0, "int", .int(10)) } }.map(\.values) == [["10"]])
    #expect(try violations { try store.write { try store.set(0, "text", .text("x")) } } == [])
  }

  @Test("every durability checks rules", arguments: [CommitDurability.full, .relaxed, .unsynced])
  func durabilities(_ durability: CommitDurability) throws {
    let store = try open(rule)
    #expect(try violations { try store.write(durability) { try store.insertRuled(["int": .int(10)]) } }.count == 1)
    #expect(try violations { try store.write(durability) { try store.insertRuled(["int": .int(9)]) } } == [])
    #expect(store.session.count(RuledSchema.row) == 1)
  }

  @Test("at most 100 violations are stated, in the order of rows, and the others are counted")
  func many() throws {
    let length = EntityRule.length("text", CountBounds(low: 2))
    let store = try open(rule, length)
    let error = #expect(throws: RuleError.self) {
      try store.write {
        for number in 0..<700 { try store.insertRuled(["int": .int(-1), "text": .text(number % 7 == 0 ? "a" : "abc")]) }
      }
    }
    #expect(error?.violations.count == RuleError.limit)
    // A text that is too short in every seventh row.
    #expect(error?.more == 700 + 100 - RuleError.limit)
    var expected: [Int64] = []
    for row in 0..<100 as Range<Int64> { expected += row % 7 == 0 ? [row, row] : [row] }
    #expect(error?.violations.map(\.object.row) == Array(expected.prefix(100)))
    #expect(error?.violations.prefix(2).map(\.rule) == [rule, length])
    #expect(error?.description.hasSuffix("\n- 700 more violations") == true)
    #expect(try store.rows(RuledSchema.row).isEmpty)
    try store.write { for _ in 0..<700 { try store.insertRuled() } }
    #expect(try store.contradictions() == [])
  }

  @Test("an error made from more than 100 violations states the first 100 and counts the others")
  func limited() {
    let violations = (0..<101 as Range<Int64>).map { StoredViolation(rule, object: StoredViolation.Place(type: "Row", row: $0, key: nil)) }
    let error = RuleError(path: path, violations, more: 2)
    #expect(error.violations == Array(violations.prefix(100)))
    #expect(error.more == 3)
    #expect(RuleError(path: path, error.violations).more == 0)
  }

  @Test("columns whose ordinals differ by 64 share a bit of the mask, and only the rules of the written one apply")
  func sharedMarks() throws {
    let properties = (0..<140).map { PropertyModel(name: "p\($0)", type: .int) }
    func rule(_ column: Int) -> EntityRule { .range("p\(column)", ValueBounds(high: .int(Int64(column)))) }
    var entity = EntityModel(name: "Row", properties: properties)
    entity.rules = [rule(3), rule(67), rule(131), .order("p5", .lessOrEqual, "p70")]
    let store = try SampleStore(
      EnvironmentRegistry.open(path: path), model: SchemaModel(name: "Wide", version: 1, entities: [entity]), ordinals: ["Row": 0])
    try store.write { try store.insert(0, (0..<140).map { _ in .int(0) }) }
    func broken(_ column: Int, _ value: Int64) throws -> [[String]] {
      try violations { try store.write { try store.set(0, 0, column, .int(value)) } }.map(\.rule.properties)
    }
    for column in [3, 67, 131] {
      #expect(try broken(column, Int64(column)) == [])
      #expect(try broken(column, Int64(column) + 1) == [["p\(column)"]])
    }
    #expect(try broken(6, 100) == [])
    #expect(try broken(70, -1) == [["p5", "p70"]])
    #expect(try broken(5, 1) == [["p5", "p70"]])
    #expect(try broken(70, 1) == [])
    #expect(try broken(5, 1) == [])
  }

  @Test("a copy during a write that breaks a rule is refused, and leaves no file; the write can be corrected and copied")
  func copies() throws {
    let store = try open(rule)
    try store.write { try store.insertRuled() }
    try store.session.beginWrite()
    try store.set(0, "int", .int(10))
    let target = folder.file("copy")
    #expect(throws: RuleError.self) { try store.session.writeCopy(to: target) }
    #expect(try !folder.names().contains("copy"))
    #expect(store.session.isWriting)
    #expect(try store.session.valueViolations().violations.map(\.values) == [["10"]])
    try store.set(0, "int", .int(8))
    #expect(try store.session.valueViolations().violations == [])
    try store.session.writeCopy(to: target)
    try store.session.commitWrite(sync: false)
    #expect(try SampleStore(ruled: target, [rule]).rows(RuledSchema.row) == store.rows(RuledSchema.row))
  }

  @Test("the violations of an open write are those that its commit throws, and no write has none")
  func beforeCommit() throws {
    let store = try open(rule)
    #expect(try store.session.valueViolations().violations == [])
    try store.session.beginWrite()
    for value in 5..<12 as Range<Int64> { try store.insertRuled(["int": .int(value)]) }
    let found = try store.session.valueViolations().violations
    #expect(found.map(\.values) == [["10"], ["11"]])
    let error = #expect(throws: RuleError.self) { try store.session.commitWrite(sync: false) }
    #expect(error?.violations == found)
  }

  @Test("rules that another schema adds apply to a session without rules, under the file's names")
  func olderSession() throws {
    let older = try open()
    try older.write { try older.insertRuled(["int": .int(5)]) }
    let renamed = EntityRule.range("amount", ValueBounds(high: .int(9)))
    let newer = try SampleStore(ruled: path, [renamed], version: 2) { entity in
      entity.properties[RuledSchema.column("int")].storedName = "amount"
      entity.properties[RuledSchema.column("int")].was = ["int"]
    }
    #expect(try violations { try newer.write { try newer.set(0, "int", .int(10)) } }.count == 1)
    try older.write { try older.set(0, "int", .int(9)) }
    let found = try violations { try older.write { try older.set(0, "int", .int(10)) } }
    #expect(found.map(\.rule) == [renamed])
    #expect(found.map(\.values) == [["10"]])
    #expect(try older.rows(RuledSchema.row)[0]?[RuledSchema.column("int")] == .int(9))
  }

  @Test("a rule that another schema removes is no longer checked")
  func removed() throws {
    let older = try open(rule)
    let newer = try SampleStore(ruled: path, [], version: 2)
    try newer.write { try newer.insertRuled(["int": .int(10)]) }
    try older.write { try older.insertRuled(["int": .int(11)]) }
    #expect(older.session.count(RuledSchema.row) == 2)
  }

  @Test("embedded objects obey the rules of their type")
  func embedded() throws {
    var address = EntityModel(
      name: "Address", kind: .embedded, properties: [PropertyModel(name: "number", type: .int16)])
    address.rules = [.range("number", ValueBounds(low: .int(1)))]
    let person = EntityModel(
      name: "Person", properties: [PropertyModel(name: "home", type: .object, isOptional: true, target: "Address")])
    let store = try SampleStore(
      EnvironmentRegistry.open(path: path), model: SchemaModel(name: "Homes", version: 1, entities: [address, person]),
      ordinals: ["Address": 0, "Person": 1])
    func add(_ number: Int8) throws {
      try store.write {
        let home = try store.insert(0, [.bytes([UInt8(bitPattern: number), number < 0 ? 0xFF : 0])])
        try store.insert(1, [.link(home)])
      }
    }
    try add(1)
    #expect(try violations { try add(0) }.map(\.object.type) == ["Address"])
    #expect(try violations { try add(-1) }.map(\.values) == [["-1"]])
    #expect(store.session.count(1) == 1)
  }

  @Test("a file with rules lists the feature, and one without does not")
  func feature() throws {
    do { _ = try open() }
    #expect(try FileInspection.read(path).features.map(\.name) == Sealing.features([]))
    do { _ = try SampleStore(ruled: path, [rule], version: 2) }
    #expect(try FileInspection.read(path).features.map(\.name) == Sealing.features(["checks"]))
    try folder.closeIdleFiles()
    let error = StoreError.unknownFeatures(path: path, names: ["checks"])
    InventedFeatures.knowing("") { _ = #expect(throws: error) { try EnvironmentRegistry.open(path: path) } }
  }
}
