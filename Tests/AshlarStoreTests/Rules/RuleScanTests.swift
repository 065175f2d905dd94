import AshlarSchema
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Rules and the rows of existing files")
struct RuleScanTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
  }

  private func range(_ low: Int64?, _ high: Int64?, _ name: String = "int") -> EntityRule {
    .range(name, ValueBounds(low: low.map { .int($0) }, high: high.map { .int($0) }))
  }

  private func open(
    _ version: UInt64 = 1, _ rules: [EntityRule] = [], with code: (any MigrationCode)? = nil,
    _ change: (inout EntityModel) -> Void = { _ in }
  ) throws -> SampleStore { try SampleStore(ruled: path, rules, version: version, with: code, change) }

  private func fill(_ values: [Int64], _ rules: [EntityRule] = []) throws {
    let store = try open(1, rules)
    try store.write { for value in values { try store.insertRuled(["int": .int(value)]) } }
  }

  // Returns the error of an opening that is refused, and checks that the file is as it was and that a forecast knows the error.
  private func refusal(
    _ version: UInt64, _ rules: [EntityRule], _ old: [EntityRule] = [], _ change: (inout EntityModel) -> Void = { _ in }
  ) throws -> CatalogError {
    let before = try open(1, old).rows(RuledSchema.row)
    var refused: CatalogError?
    do {
      _ = try open(version, rules, change)
    } catch let error as CatalogError {
      refused = error
    }
    let error = try #require(refused, "the opening is refused")
    let forecast = try forecast(version, rules, change)
    #expect(forecast.lines.compactMap(\.failure) == [error.description])
    #expect(forecast.lines.first { $0.failure != nil }?.rows == before.count)
    let store = try open(1, old)
    #expect(try store.rows(RuledSchema.row) == before)
    #expect(try store.contradictions() == [])
    return error
  }

  private func forecast(
    _ version: UInt64, _ rules: [EntityRule], _ change: (inout EntityModel) -> Void = { _ in }
  ) throws -> MigrationForecast {
    let wanted = WantedSchema(
      RuledSchema.model(rules, version: version, change), ordinals: RuledSchema.ordinals, unlisted: UnlistedOrdinals(from: 1).ordinal)
    return try MigrationForecast(EnvironmentRegistry.open(path: path), to: wanted, version: version, reach: .nothing, steps: [])
  }

  private func place(_ row: Int64, _ key: String? = nil) -> StoredViolation.Place { .init(type: "Row", row: row, key: key) }

  @Test("a rule that is added names the first two rows that break it and the number of the others")
  func added() throws {
    try fill([5, -1, 7, 12, 11, -3])
    let error = try refusal(2, [range(0, 10)])
    #expect(
      error == .ruleBroken(path: path, StoredViolation(range(0, 10), values: ["-1"], object: place(1), holder: place(3)), more: 2))
    #expect(
      error.description
        == "'\(path)' cannot be converted: the range of 'Row.int' is broken by row 1, which has -1, and by row 3, and 2 more rows break it. Change or delete such rows first, or in the migration. The file was left as it was."
    )
  }

  @Test("a rule that all rows satisfy is added, and applies from then on")
  func satisfied() throws {
    try fill([0, 10])
    #expect(try forecast(2, [range(0, 10)]).lines.map(\.work) == [.scan])
    let store = try open(2, [range(0, 10)])
    #expect(throws: RuleError.self) { try store.write { try store.set(0, "int", .int(11)) } }
  }

  @Test("rows are examined for a narrower rule, not for a wider one, and a removed rule is not checked")
  func changed() throws {
    try fill([0, 10], [range(0, 10)])
    #expect(
      try refusal(2, [range(0, 9)], [range(0, 10)])
        == .ruleBroken(path: path, StoredViolation(range(0, 9), values: ["10"], object: place(1)), more: 0))
    #expect(try forecast(2, [range(0, 11)]).lines.map(\.work) == [.catalog])
    do {
      let store = try open(2, [range(0, 11)])
      try store.write { try store.set(0, "int", .int(11)) }
    }
    let store = try open(3)
    try store.write { try store.set(0, "int", .int(12)) }
  }

  @Test("without a higher version, rules are a mismatch")
  func sameVersion() throws {
    try fill([1], [range(0, 10)])
    for rules in [[], [range(0, 11)], [range(0, 9)], [range(0, 10), .required("link")]] {
      let error = #expect(throws: CatalogError.self) { try open(1, rules) }
      guard case .schemaMismatch? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test("a file that is only read may have other rules than the schema")
  func readOnly() throws {
    try fill([1], [range(0, 10)])
    try folder.closeIdleFiles()
    for rules in [[], [range(5, 6)], [range(0, 10)]] {
      let wanted = WantedSchema(
        RuledSchema.model(rules), ordinals: RuledSchema.ordinals, unlisted: UnlistedOrdinals(from: 1).ordinal)
      let engine = try ReadOnlyEngines.open(path: path)
      let store = try SampleStore(engine, try Catalog.openReadOnly(engine, wanted, version: 1), RuledSchema.ordinals)
      #expect(try store.rows(RuledSchema.row).count == 1)
    }
  }

  @Test("a new column may break its own rule by the value that fills it")
  func newColumn() throws {
    try fill([1, 2, 3])
    func add(_ filled: Int64?) -> (inout EntityModel) -> Void {
      { entity in
        var column = PropertyModel(name: "added", type: .int, defaultValue: filled.map { .int($0) })
        column.isBackfilled = filled != nil
        entity.properties.append(column)
      }
    }
    let rule = range(5, nil, "added")
    #expect(
      try refusal(2, [rule], [], add(nil))
        == .ruleBroken(path: path, StoredViolation(rule, values: ["0"], object: place(0), holder: place(1)), more: 1))
    #expect(try open(2, [rule], with: nil, add(5)).rows(RuledSchema.row).count == 3)
  }

  @Test("nil becomes 0 in a column that becomes required, which may break a rule that the file has")
  func required() throws {
    let rule = range(1, 9, "small")
    do {
      let store = try open(1, [rule])
      try store.write { for value in [nil, Int8(1), nil] { try store.insertRuled(["small": value.map { .small($0) } ?? .null]) } }
    }
    #expect(
      try refusal(2, [rule], [rule]) { $0.properties[RuledSchema.column("small")].isOptional = false }
        == .ruleBroken(path: path, StoredViolation(rule, values: ["0"], object: place(0), holder: place(2)), more: 0))
  }

  @Test("a renamed property keeps its rule, and rows are not examined again")
  func renamed() throws {
    try fill([1], [range(0, 10)])
    func rename(_ entity: inout EntityModel) {
      entity.properties[RuledSchema.column("int")].storedName = "amount"
      entity.properties[RuledSchema.column("int")].was = ["int"]
    }
    let before = try open(1, [range(0, 10)])
    let catalog = try #require(try Catalog.read(before.session.engine))
    let wanted = WantedSchema(
      RuledSchema.model([range(0, 10, "amount")], version: 2, rename), ordinals: RuledSchema.ordinals,
      unlisted: UnlistedOrdinals(from: 1).ordinal)
    let evolved = try catalog.evolved(to: wanted.stored, filling: wanted.model, version: 2, path: path).catalog
    let table = try #require(evolved.definitions(of: wanted)[0])
    #expect(evolved.newChecks(of: table, after: catalog).new.isEmpty)
    let store = try open(2, [range(0, 10, "amount")], with: nil, rename)
    #expect(throws: RuleError.self) { try store.write { try store.set(0, "int", .int(11)) } }
  }

  @Test("migration code may correct rows, and may not break a rule that the file has")
  func code() throws {
    try fill([-1, 5], [.length("text2", CountBounds(high: 3))])
    let rules = [range(0, 10), .length("text2", CountBounds(high: 3))]
    let breaking = RowCode { store, _ in
      try store.set(0, "int", .int(0))
      try store.set(1, "text2", .text("long"))
    }
    let error = #expect(throws: CatalogError.self) { try open(2, rules, with: breaking) }
    breaking.end()
    #expect(error == .ruleBroken(path: path, StoredViolation(rules[1], values: ["\"long\""], object: place(1)), more: 0))
    #expect(try open(1, [rules[1]]).rows(RuledSchema.row)[0]?[0] == .int(-1))
    let mending = RowCode { store, _ in
      // Until the end, rows may break rules.
      try store.set(0, "int", .int(99))
      try store.set(0, "int", .int(0))
    }
    let store = try open(2, rules, with: mending)
    mending.end()
    #expect(try store.rows(RuledSchema.row).mapValues { $0[0] } == [0: .int(0), 1: .int(5)])
  }

  @Test("pieces of a copied migration are checked only at the end", arguments: [false, true])
  func pieces(_ isMended: Bool) throws {
    try fill([Int64](repeating: 1, count: 1000), [range(0, 10)])
    try folder.closeIdleFiles()
    let code = RowCode { store, migration in
      let keys = try store.session.liveKeys(RuledSchema.row)
      for key in keys {
        if key % 100 == 0 { try migration.commitPiece() }
        try store.set(key, "int", .int(11))
      }
      for key in keys where isMended || key < 998 {
        if key % 100 == 0 { try migration.commitPiece() }
        try store.set(key, "int", .int(10))
      }
    }
    let wanted = WantedSchema(
      RuledSchema.model([range(0, 10)], version: 2), ordinals: RuledSchema.ordinals, unlisted: UnlistedOrdinals(from: 1).ordinal)
    let migration = CopiedMigration([MigrationHop(to: wanted, version: 2, with: code)], for: WriteHolder(), memory: 0) { _, _ in }
    if isMended {
      let engine = try migration.open(path: path)
      let store = try SampleStore(engine, model: RuledSchema.model([range(0, 10)], version: 2), ordinals: RuledSchema.ordinals)
      #expect(try store.rows(RuledSchema.row).values.allSatisfy { $0[0] == .int(10) })
    } else {
      let error = #expect(throws: CatalogError.self) { try migration.open(path: path) }
      #expect(
        error == .ruleBroken(path: path, StoredViolation(range(0, 10), values: ["11"], object: place(998), holder: place(999)), more: 0))
      #expect(try open(1, [range(0, 10)]).rows(RuledSchema.row).values.allSatisfy { $0[0] == .int(1) })
    }
  }

  @Test("each step of a migration through several releases is checked by the rules of its release")
  func hops() throws {
    try fill([20])
    try folder.closeIdleFiles()
    func hop(_ version: UInt64, _ rules: [EntityRule]) -> MigrationHop {
      let wanted = WantedSchema(
        RuledSchema.model(rules, version: version), ordinals: RuledSchema.ordinals, unlisted: UnlistedOrdinals(from: 1).ordinal)
      return MigrationHop(to: wanted, version: version, with: RowCode { _, _ in })
    }
    let migration = CopiedMigration([hop(2, [range(0, 10)]), hop(3, [])], for: WriteHolder(), memory: 0) { _, _ in }
    let error = #expect(throws: CatalogError.self) { try migration.open(path: path) }
    guard case .ruleBroken(_, let violation, more: 0)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(violation.object == place(0))
    #expect(try open().rows(RuledSchema.row).count == 1)
  }

  @Test("a new case of a checked enum widens the file's list without a version, and a program with fewer cases opens the file")
  func cases() throws {
    let two = EntityRule.oneOf("text2", [.string("a"), .string("b")])
    let three = EntityRule.oneOf("text2", [.string("a"), .string("b"), .string("c")])
    let older = try open(1, [two])
    try older.write { try older.insertRuled() }
    #expect(throws: RuleError.self) { try older.write { try older.insertRuled(["text2": .text("c")]) } }
    let newer = try open(1, [three])
    try newer.write { try newer.insertRuled(["text2": .text("c")]) }
    // The session of the program with fewer cases obeys the file's list.
    try older.write { try older.insertRuled(["text2": .text("c")]) }
    #expect(try open(1, [two]).rows(RuledSchema.row).count == 3)
    #expect(try Catalog.read(newer.session.engine)?.schema.entities[0].rules == [three])
    // A case that is removed under a higher version is one that no row may have.
    let error = #expect(throws: CatalogError.self) { try open(2, [two]) }
    #expect(error == .ruleBroken(path: path, StoredViolation(two, values: ["\"c\""], object: place(1), holder: place(2)), more: 0))
  }

  @Test("the error names primary keys, even those that the migration creates")
  func keys() throws {
    try fill([5, 50])
    let error = #expect(throws: CatalogError.self) {
      try open(2, [range(0, 10)]) { $0.properties[RuledSchema.column("int")].isPrimaryKey = true }
    }
    #expect(error == .ruleBroken(path: path, StoredViolation(range(0, 10), values: ["50"], object: place(1, "50")), more: 0))
  }
}
