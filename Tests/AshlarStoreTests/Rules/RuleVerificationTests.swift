import AshlarSchema
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Verifying the rules of a file")
struct RuleVerificationTests {
  @Test("rows that break a rule are found, including those of writers that ignore the rule")
  func faults() throws {
    let folder = try TemporaryFolder()
    let path = RealPath.of(folder.file("store"))
    let rules: [EntityRule] = [.range("int", ValueBounds(high: .int(9))), .length("text", CountBounds(low: 1)), .required("any")]
    do {
      let store = try SampleStore(ruled: path, rules)
      try store.write { for value in 1..<4 as Range<Int64> { try store.setAny(try store.insertRuled(["int": .int(value)]), .int(1)) } }
    }
    EnvironmentRegistry.closeIdleFile(path: path)
    #expect(try RuleVerification.faults(path) == [])
    do {
      let store = try SampleStore(ruled: path, rules)
      // As a program that obeys no rules.
      try store.session.beginWrite()
      store.session.table(RuledSchema.row)?.rules = TableRules()
      for value in [10, 11, 12, 13] as [Int64] { try store.insertRuled(["int": .int(value)]) }
      try store.session.commitWrite(.full)
    }
    EnvironmentRegistry.closeIdleFile(path: path)
    #expect(
      try RuleVerification.faults(path) == [
        "the range of 'Row.int' is broken by row 3, which has 10, and by row 4, and 2 more rows break it",
        "the rule that 'Row.any' is required is broken by row 3, which has nil, and by row 4, and 2 more rows break it",
      ])
  }

  @Test("rows with one value of a unique property are found even if the index contains only the beginning of their text")
  func unique() throws {
    let folder = try TemporaryFolder()
    let path = RealPath.of(folder.file("store"))
    let text = String(repeating: "x", count: 400)
    do {
      let rows = try UniqueStore(EnvironmentRegistry.open(path: path))
      try rows.write {
        try rows.insert(1)
        try rows.insert(2, text)
        try rows.insert(3)
      }
    }
    EnvironmentRegistry.closeIdleFile(path: path)
    #expect(try RuleVerification.faults(path) == [])
    do {
      let rows = try UniqueStore(EnvironmentRegistry.open(path: path))
      // As a program that does not know the rules.
      try rows.session.beginWrite()
      let table = try #require(rows.session.table(0))
      table.indexes = table.indexes.map { IndexDefinition(of: $0.parts[0], table) }
      for code in [4, 5] as [Int64] { try rows.insert(code, text) }
      try rows.session.commitWrite(sync: false)
    }
    EnvironmentRegistry.closeIdleFile(path: path)
    _ = try FileInspection.read(path, checksums: true)
    let value = "\"" + String(repeating: "x", count: 37) + "…\""
    #expect(
      try RuleVerification.faults(path) == [
        "the unique rule over 'Row.name' is broken by row 3 with the primary key 1003, which has \(value) and conflicts with row 1 with the "
          + "primary key 1001, and 1 more row breaks it"
      ])
  }

  @Test("the rules of a file that is in use are compared with the version that was committed last")
  func inUse() throws {
    let folder = try TemporaryFolder()
    let path = RealPath.of(folder.file("store"))
    let store = try SampleStore(ruled: path, [.range("int", ValueBounds(high: .int(9)))])
    try store.write { try store.insertRuled(["int": .int(9)]) }
    try store.session.beginWrite()
    try store.insertRuled(["int": .int(10)])
    #expect(try RuleVerification.faults(path) == [])
    store.session.cancelWrite()
  }

  @Test("a file without rules has no faults")
  func without() throws {
    let folder = try TemporaryFolder()
    do { _ = try SampleStore(path: folder.file("store")) }
    EnvironmentRegistry.closeIdleFile(path: folder.file("store"))
    #expect(try RuleVerification.faults(folder.file("store")) == [])
  }
}
