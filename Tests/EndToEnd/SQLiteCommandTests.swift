import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("The command and SQLite", .blocking, .enabled(if: Repository.command != nil, "the command is built beside the tests"))
struct SQLiteCommandTests {
  private static let schema = """
    ashlar: 1
    schema: { name: People }
    objects:
      Person: { properties: { name: { type: String, primaryKey: true }, born: Date?, dogs: List<Dog> } }
      Dog: { properties: { name: String } }
    """
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.schema, to: "people.yaml")
    let lines = """
      {"$type":"Person","name":"Ada","born":"1815-12-10","dogs":[{"$row":1}]}
      {"$type":"Dog","$row":1,"name":"Rex"}
      """
    try folder.write(lines, to: "in.jsonl")
    #expect(try run("import", "a.realm", "in.jsonl", "--schema", "people.yaml").status == 0)
  }

  private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Shell.Result {
    try Shell.run(#require(Repository.command), arguments, in: folder.url, environment: environment)
  }

  @Test("an export creates a database, and replaces one only if requested")
  func export() throws {
    let first = try run("export", "a.realm", "--to", "sqlite", "a.sqlite")
    #expect((first.status, first.output, first.errors) == (0, "Copied 2 objects to 'a.sqlite'.\n", ""))
    let bytes = try Data(contentsOf: folder.url.appending(path: "a.sqlite"))
    #expect(bytes.starts(with: Data("SQLite format 3\0".utf8)))
    let second = try run("export", "a.realm", "--to", "sqlite", "--output", "a.sqlite")
    #expect(second.status == 2)
    #expect(second.errors.contains("'a.sqlite' already exists; nothing was written"))
    let third = try run("export", "a.realm", "--to", "sqlite", "a.sqlite", "--force", "--dates", "unix")
    #expect(third.status == 0)
    #expect(try Data(contentsOf: folder.url.appending(path: "a.sqlite")) != bytes)
    #expect(try folder.names().filter { $0.hasPrefix("a.sqlite") } == ["a.sqlite"])
  }

  @Test("without SQLite's library, the command states what to install, and writes nothing")
  func missingLibrary() throws {
    let result = try run("export", "a.realm", "--to", "sqlite", "a.sqlite", environment: ["ASHLAR_SQLITE": "/no/such/library"])
    #expect((result.status, result.output) == (1, ""))
    #expect(result.errors.hasPrefix("error: SQLite's library cannot be loaded: /no/such/library"))
    #expect(result.errors.contains("'apt-get install libsqlite3-0'"))
    #expect(try folder.names().filter { $0.hasPrefix("a.sqlite") }.isEmpty)
    // Other exports do not load it.
    #expect(try run("export", "a.realm", environment: ["ASHLAR_SQLITE": "/no/such/library"]).status == 0)
  }

  @Test("a log that another database has left is not applied to the copy", arguments: ["-wal", "-journal"])
  func leftovers(suffix: String) throws {
    try folder.write("left", to: "a.sqlite\(suffix)")
    let result = try run("export", "a.realm", "--to", "sqlite", "a.sqlite")
    #expect((result.status, result.output) == (2, ""))
    #expect(result.errors.contains("'a.sqlite\(suffix)' belongs to an SQLite database of this name"))
    #expect(try folder.names().filter { $0.hasPrefix("a.sqlite") } == ["a.sqlite\(suffix)"])
  }

  @Test(
    "arguments that do not fit are refused",
    arguments: [
      ["--to", "sqlite"], ["--to", "sqlite", "a.sqlite", "b.sqlite"], ["--to", "sqlite", "a.sqlite", "--output", "b.sqlite"],
      ["--to", "sqlite", "a.sqlite", "--format", "csv"], ["--dates", "unix"], ["--force"], ["--to", "sqlite", "a.realm", "--force"],
      ["--to", "sqlite", "a.realm-lock"],
    ])
  func arguments(arguments: [String]) throws {
    let result = try Shell.run(#require(Repository.command), ["export", "a.realm"] + arguments, in: folder.url)
    #expect((result.status, result.output) == (2, ""))
    #expect(try !folder.names().contains("a.sqlite"))
  }

  @Test("an export is drafted, imported, and then equals the file")
  func roundTrip() throws {
    #expect(try run("export", "a.realm", "--to", "sqlite", "a.sqlite").status == 0)
    let draft = try run("schema", "--from", "a.sqlite", "--output", "draft.yaml")
    #expect((draft.status, draft.output, draft.errors) == (0, "", ""))
    #expect(try folder.text("draft.yaml").contains("List<Dog>"))
    let result = try run("import", "a.sqlite", "--schema", "draft.yaml", "--output", "b.realm")
    #expect((result.status, result.output, result.errors) == (0, "Stored 2 objects in 'b.realm'.\n", ""))
    #expect(try run("export", "b.realm").output == run("export", "a.realm").output)
    // The new file is never an existing one.
    let again = try run("import", "a.sqlite", "--schema", "draft.yaml", "--output", "b.realm")
    #expect(again.status == 2)
    #expect(again.errors.contains("'b.realm' already exists"))
    let other = try run("schema", "--from", "a.sqlite", "--output", "draft.yaml")
    #expect(other.status == 2)
    #expect(other.errors.contains("'draft.yaml' already exists"))
  }

  @Test("databases need a schema and an output, and their options need a database")
  func importArguments() throws {
    #expect(try run("export", "a.realm", "--to", "sqlite", "a.sqlite").status == 0)
    let missing = try run("import", "a.sqlite", "--output", "b.realm")
    #expect(missing.status == 2)
    #expect(missing.errors.contains("'ashlar schema --from a.sqlite' drafts a schema"))
    let update = try run("import", "a.sqlite", "--schema", "people.yaml", "--output", "b.realm", "--update")
    #expect(update.status == 2)
    #expect(update.errors.contains("'--update' does not apply to SQLite databases"))
    let dates = try run("import", "a.realm", "in.jsonl", "--dates", "unix")
    #expect(dates.status == 2)
    #expect(dates.errors.contains("'--dates' applies to SQLite databases"))
    let noDatabase = try run("schema", "--from", "in.jsonl")
    #expect(noDatabase.status == 1)
    #expect(noDatabase.errors.contains("file is not a database"))
    #expect(try run("schema", "--from", "missing.sqlite").status == 2)
    #expect(try !folder.names().contains("b.realm"))
  }
}
