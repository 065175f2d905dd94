import Foundation
import Testing
import TestSupport
import TestTraits

@Suite("ashlar migrate", .blocking, .enabled(if: Repository.command != nil, "the command is built beside the tests"))
struct MigrateTests {
  private let folder: TemporaryFolder

  /// A file of version 3 with 320 rows.
  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: Repository.folder.appending(path: "Tests/AshlarStoreTests/Fixtures/format-8.ashlar"),
      to: folder.url.appending(path: "a.realm"))
    try write("turn: Int16", "size: { type: Double, default: 2, backfill: true }")
  }

  private func write(_ properties: String..., number: String = "Int", version: Int = 4) throws {
    let all = ["number: { type: \(number), primaryKey: true }", "born: Int", "step2: String"] + properties
    let lines = all.map { "      \($0)\n" }.joined()
    try folder.write("ashlar: 1\nschema: { version: \(version) }\nobjects:\n  Row:\n    properties:\n\(lines)", to: "rows.yaml")
  }

  private func run(_ arguments: String...) throws -> Shell.Result {
    try Shell.run(#require(Repository.command), ["migrate", "a.realm", "rows.yaml"] + arguments, in: folder.url)
  }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

  @Test("a dry run prints the steps, and only reads")
  func dryRun() throws {
    let before = try Data(contentsOf: folder.url.appending(path: "a.realm"))
    let result = try run("--dry-run")
    #expect((result.status, result.errors) == (0, ""))
    #expect(
      result.output == """
        a.realm: version 3 -> 4, 320 rows, 94208 bytes
          catalog  Property 'Row.size' has been added. (at once)
          catalog  Property 'Row.step3' has been removed. (at once)
          scan     Property 'Row.turn' has been changed from 'int' to 'int16'. (320 rows)
          scan     Property 'Row.number' has been made the primary key. (320 rows)

        """)
    #expect(try Data(contentsOf: folder.url.appending(path: "a.realm")) == before)
    #expect(try names() == ["a.realm", "rows.yaml"])
  }

  @Test("'--format json' prints one object")
  func json() throws {
    let output = try run("--dry-run", "--format", "json").output
    let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    #expect(object?["rows"] as? Int == 320)
    #expect((object?["changes"] as? [[String: Any]])?.compactMap { $0["work"] as? String } == ["catalog", "catalog", "scan", "scan"])
  }

  @Test("an expected failure is reported, and the status is 1")
  func failing() throws {
    try write("turn: Int", number: "Int8")
    let result = try run("--dry-run")
    #expect(result.status == 1)
    #expect(
      result.output.contains(
        "           would fail: 'a.realm' cannot be converted: 'Row.number' becomes an integer of 8 bits, and the value 128 in row 128 "
          + "does not fit"))
    try write("turn: Int", version: 2)
    #expect(try run("--dry-run").output.contains("  would fail: Provided schema version 2 is less than last set version 3 of 'a.realm'."))
  }

  @Test("a copy is migrated to the schema, and the file is unchanged")
  func onCopy() throws {
    let before = try Data(contentsOf: folder.url.appending(path: "a.realm"))
    let result = try run("--on-copy", "b.realm")
    #expect((result.status, result.errors) == (0, ""))
    #expect(result.output.hasSuffix("Wrote 'b.realm' under schema version 4.\n"))
    #expect(try Data(contentsOf: folder.url.appending(path: "a.realm")) == before)
    #expect(try Shell.run(#require(Repository.command), ["verify", "b.realm"], in: folder.url).status == 0)
    let again = try Shell.run(#require(Repository.command), ["migrate", "b.realm", "rows.yaml", "--dry-run"], in: folder.url)
    #expect(again.output.contains("  nothing to do"))
  }

  @Test("a copy that needs code is not created")
  func code() throws {
    try write("turn: String")
    let result = try run("--on-copy", "b.realm")
    #expect(result.status == 1)
    #expect(
      result.errors
        == "error: only your program can migrate 'a.realm': Property 'Row.turn' has been changed from 'int' to 'string'. "
        + "Nothing was written.\n")
    #expect(try names() == ["a.realm", "rows.yaml"])
  }

  @Test("a place that is taken is left alone")
  func taken() throws {
    try folder.write("mine", to: "b.realm")
    let result = try run("--on-copy", "b.realm")
    #expect(result.status == 1)
    #expect(try folder.text("b.realm") == "mine")
  }

  @Test("lists of other elements and embedded objects need no code, and are brought under the schema on a copy")
  func forms() throws {
    func schema(_ version: Int, _ elements: String, _ kind: String) throws {
      try folder.write(
        """
        ashlar: 1
        schema: { version: \(version) }
        objects:
          Row:
            properties: { numbers: List<\(elements)>, box: Box? }
        \(kind == "objects" ? "" : "embedded:\n")  Box: { properties: { n: Int } }
        """, to: "forms\(version).yaml")
    }
    try schema(1, "Int", "objects")
    try schema(2, "Int8?", "embedded")
    func run(_ arguments: String...) throws -> Shell.Result {
      try Shell.run(#require(Repository.command), arguments, in: folder.url)
    }
    try folder.write("{\"$type\":\"Box\",\"$row\":1,\"n\":3}\n{\"$type\":\"Row\",\"numbers\":[1,2],\"box\":{\"$row\":1}}\n", to: "in.jsonl")
    #expect(try run("import", "f.realm", "in.jsonl", "--schema", "forms1.yaml").status == 0)
    let result = try run("migrate", "f.realm", "forms2.yaml", "--on-copy", "g.realm")
    #expect((result.status, result.errors) == (0, ""))
    #expect(try run("export", "g.realm").output == "{\"$type\":\"Row\",\"$row\":0,\"numbers\":[1,2],\"box\":{\"n\":3}}\n")
    try folder.write("{\"$type\":\"Row\",\"numbers\":[300]}\n", to: "in.jsonl")
    #expect(try run("import", "f.realm", "in.jsonl").status == 0)
    for option in [["--dry-run"], ["--on-copy", "h.realm"]] {
      let refused = try Shell.run(#require(Repository.command), ["migrate", "f.realm", "forms2.yaml"] + option, in: folder.url)
      #expect(refused.status == 1)
      #expect(
        refused.output.contains(
          "would fail: 'f.realm' cannot be converted: 'Row.numbers' becomes an integer of 8 bits, and the value 300 in row 1 does not fit"))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("h.realm")))
  }

  @Test("a key that a new property is, which only code can fill, is not migrated to a copy")
  func newKey() throws {
    try folder.write(
      "ashlar: 1\nschema: { version: 4 }\nobjects:\n  Row:\n    properties:\n      fresh: { type: Int, primaryKey: true }\n",
      to: "rows.yaml")
    let result = try run("--on-copy", "b.realm")
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("error: only your program can migrate 'a.realm': Property 'Row.fresh' has been"), "\(result.errors)")
    #expect(try names() == ["a.realm", "rows.yaml"])
  }
}
