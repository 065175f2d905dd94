import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Unique rules of existing files")
struct UniqueMigrationTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
  }

  private func open(_ rules: [EntityRule], version: UInt64, hasIndexes: Bool = true) throws -> UniqueStore {
    try UniqueStore(EnvironmentRegistry.open(path: path), UniqueStore.model(rules, version: version, hasIndexes: hasIndexes))
  }

  private func verify(_ rows: UniqueStore) throws {
    #expect(try rows.store.contradictions() == [])
    _ = try FileInspection.read(path, checksums: true)
  }

  @Test("a rule needs a higher version")
  func version() throws {
    do { _ = try open([], version: 1) }
    for rule in UniqueStore.rules {
      #expect(throws: CatalogError.schemaMismatch(path: path, [.ruleAdded(type: "Row", rule: rule, isStored: true)])) {
        try open([rule], version: 1)
      }
    }
    do { _ = try open(UniqueStore.rules, version: 2) }
    #expect(throws: CatalogError.self) { try open([], version: 2) }
    #expect(throws: CatalogError.self) { try open([.unique(UniqueRule(["name"], nilCounts: true))], version: 2) }
  }

  @Test(
    "if rows break a rule, opening fails with two of them, and the file is unchanged; once the rows are changed, it opens",
    arguments: [false, true])
  func broken(hasIndexes: Bool) throws {
    let long = String(repeating: "a long name ", count: 40)
    do {
      let rows = try open([], version: 1, hasIndexes: hasIndexes)
      try rows.write {
        for code in 0..<2000 as Range<Int64> { try rows.insert(code, code % 2 == 0 ? "name \(code)" : nil) }
        for key in [10, 20, 30] as [Int64] { try rows.set(key, code: 777) }
        for key in [40, 60] as [Int64] { try rows.set(key, name: long) }
        for key in [80, 81] as [Int64] { try rows.set(key, mate: 5) }
      }
    }
    func fail(_ rule: EntityRule, _ violation: StoredViolation, more: Int) throws {
      try folder.closeIdleFiles()
      let error = CatalogError.ruleBroken(path: path, violation, more: more)
      #expect(throws: error) { try open([rule], version: 2, hasIndexes: hasIndexes) }
      try folder.closeIdleFiles()
      #expect(try FileInspection.schema(path).version == 1)
      #expect(try FileInspection.read(path, checksums: true).features.map(\.name) == Sealing.features([]))
      let rows = try open([], version: 1, hasIndexes: hasIndexes)
      #expect(rows.session.count(0) == 2000)
      try verify(rows)
    }
    func place(_ row: Int64) -> StoredViolation.Place { StoredViolation.Place(type: "Row", row: row, key: "\(1000 + row)") }
    let text = "\"" + long.prefix(37) + "…\""
    try fail(UniqueStore.rules[0], StoredViolation(UniqueStore.rules[0], values: ["777"], object: place(20), holder: place(10)), more: 2)
    try fail(UniqueStore.rules[1], StoredViolation(UniqueStore.rules[1], values: ["row 5"], object: place(81), holder: place(80)), more: 0)
    try fail(UniqueStore.rules[2], StoredViolation(UniqueStore.rules[2], values: [text], object: place(60), holder: place(40)), more: 0)

    do {
      let rows = try open([], version: 1, hasIndexes: hasIndexes)
      try rows.write {
        for key in [10, 20] as [Int64] { try rows.set(key, code: key) }
        // Row 777 still has its code.
        try rows.set(30, code: 30)
        try rows.set(40, name: nil)
        try rows.set(80, mate: nil)
      }
    }
    let rows = try open(UniqueStore.rules, version: 2, hasIndexes: hasIndexes)
    try verify(rows)
    #expect(try rows.conflicts { try rows.insert(777) } == [Conflict("code", 2000, with: 777)])
    #expect(try rows.conflicts { try rows.insert(5000, long) } == [Conflict("name", 2000, with: 60)])
    #expect(try rows.conflicts { try rows.insert(5000, mate: 5) } == [Conflict("mate", 2000, with: 81)])
    try rows.write { try rows.insert(5000, "new", mate: 6) }
    try verify(rows)
  }

  @Test(
    "a rule that another session adds applies to a session opened without it, with and without an index before", arguments: [false, true])
  func elsewhere(hasIndexes: Bool) throws {
    let old = try open([], version: 1, hasIndexes: hasIndexes)
    try old.write { for code in 0..<10 as Range<Int64> { try old.insert(code, "name \(code)") } }
    let new = try open(UniqueStore.rules, version: 2, hasIndexes: hasIndexes)
    #expect(try old.conflicts { try old.insert(3, "name 4", mate: 5) } == [Conflict("code", 10, with: 3), Conflict("name", 10, with: 4)])
    try old.write { try old.insert(10, nil, mate: 5) }
    #expect(try old.conflicts { try old.insert(11, nil, mate: 5) } == [Conflict("mate", 11, with: 10)])
    #expect(try new.conflicts { try new.insert(11, nil, mate: 5) } == [Conflict("mate", 11, with: 10)])
    try verify(new)
    try new.session.advance()
    #expect(new.session.count(0) == 11)
  }

  @Test("a rule that a higher version lacks is removed, and with it the index of a link")
  func removed() throws {
    do {
      let rows = try open(UniqueStore.rules, version: 1)
      try rows.write { for code in 0..<10 as Range<Int64> { try rows.insert(code, "name \(code)", mate: code == 0 ? nil : code - 1) } }
    }
    do {
      let rows = try open([], version: 2)
      try rows.write { for _ in 0..<3 { try rows.insert(1, "name 1", mate: 1) } }
      #expect(try rows.session.ruleViolations() == [])
      #expect(rows.session.table(0)?.indexes.map(\.parts) == [[rows.columns.code], [rows.columns.name]])
      try verify(rows)
    }
    let code = UniqueStore.rules[0]
    func place(_ row: Int64) -> StoredViolation.Place { StoredViolation.Place(type: "Row", row: row, key: "\(1000 + row)") }
    #expect(
      throws: CatalogError.ruleBroken(
        path: path, StoredViolation(code, values: ["1"], object: place(10), holder: place(1)), more: 2)
    ) { try open([code], version: 3) }
  }

  @Test("a new column that is unique and required is refused if there are two rows, because both have its zero")
  func newColumn() throws {
    var model = UniqueStore.model([])
    model.entities[0].properties.remove(at: 1)
    do {
      let store = try SampleStore(EnvironmentRegistry.open(path: path), model: model, ordinals: ["Row": 0])
      try store.session.beginWrite()
      for id in 0..<2 as Range<Int64> { try store.insert(0, [.int(1000 + id), .null, .null]) }
      try store.session.commitWrite(sync: false)
    }
    let error = #expect(throws: CatalogError.self) { try open(UniqueStore.rules, version: 2) }
    guard case .ruleBroken(_, let violation, 0) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(Conflict(violation) == Conflict("code", 1, with: 0))
    #expect(violation.values == ["0"])
    // Nil, which other rows may have, is no conflict.
    do { _ = try open([UniqueStore.rules[1], UniqueStore.rules[2]], version: 2) }
  }

  @Test("'verify' finds a value of a unique column that two rows have, but not nil or truncated text")
  func damage() throws {
    let long = String(repeating: "a long name ", count: 40)
    func mark(_ rule: EntityRule) throws {
      // As a writer leaves it that does not know the rule.
      let engine = try EnvironmentRegistry.open(path: path)
      var catalog = try #require(try Catalog.read(engine))
      catalog.schema.entities[0].rules = [rule]
      catalog.add([.unique])
      catalog.revision += 1
      try engine.lockForWriting()
      defer { engine.unlockForWriting() }
      try engine.commit(sync: false) { try catalog.write(to: $0) }
    }
    do {
      let rows = try open([], version: 1)
      try rows.write {
        for (code, name) in [(1, nil), (2, nil), (2, long), (3, long)] as [(Int64, String?)] { try rows.insert(code, name) }
      }
    }
    try mark(.unique(UniqueRule(["name"])))
    _ = try FileInspection.read(path, checksums: true)
    try mark(.unique(UniqueRule(["code"])))
    let error = #expect(throws: StoreError.self) { try FileInspection.read(path, checksums: true) }
    let engine = try EnvironmentRegistry.open(path: path)
    let catalog = try #require(try Catalog.read(engine))
    let number = try #require(catalog.tables[0].number(of: "code"))
    #expect(error == .damaged(path: path, detail: "2 rows of table 'Row' have one value in column \(number), which is unique"))
    _ = try FileInspection.read(path)
    try mark(.unique(UniqueRule(["name"], nilCounts: true)))
    #expect(throws: StoreError.self) { try FileInspection.read(path, checksums: true) }
  }
}
