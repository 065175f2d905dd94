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

  // MARK: - Batches

  // Creates a database with objects that link to each other in a cycle, and its draft.
  private func makeRing(_ count: Int) throws {
    let schema = """
      ashlar: 1
      schema: { name: Ring }
      objects:
        Node: { properties: { number: { type: Int, primaryKey: true }, next: Node?, others: List<Node>, leaf: Leaf? } }
        Leaf: { properties: { text: String } }
      """
    try folder.write(schema, to: "ring.yaml")
    var lines: [String] = []
    for number in 0..<count {
      lines.append(
        #"{"$type":"Node","number":\#(number),"next":\#((number + 1) % count),"others":[0,\#(count - 1)],"leaf":{"$row":\#(number)}}"#)
      lines.append(#"{"$type":"Leaf","$row":\#(number),"text":"leaf \#(number)"}"#)
    }
    try folder.write(lines.joined(separator: "\n"), to: "ring.jsonl")
    #expect(try run("import", "ring.realm", "ring.jsonl", "--schema", "ring.yaml").status == 0)
    #expect(try run("export", "ring.realm", "--to", "sqlite", "ring.sqlite").status == 0)
    #expect(try run("schema", "--from", "ring.sqlite", "--output", "ring-draft.yaml").status == 0)
  }

  @Test("an import that is killed is continued by the same command, and the file is as if it had not been killed")
  func killed() throws {
    try makeRing(1500)
    let arguments = ["import", "ring.sqlite", "--schema", "ring-draft.yaml", "--output", "new.realm", "--batch", "40"]
    let expected = try run("export", "ring.realm").output
    let command: URL = try #require(Repository.command)
    var random = SeededGenerator(seed: seed())
    for round in 0..<rounds(.killedImports) {
      var kills = 0
      while true {
        let process = Process()
        process.executableURL = command
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        // Every run may take longer than the one before, so that the import ends on a slow machine as well.
        let deadline = ContinuousClock.now + .milliseconds(random.below(100) + 40 * kills)
        while process.isRunning, ContinuousClock.now < deadline { Thread.sleep(forTimeInterval: 0.002) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        if process.terminationReason == .exit {
          let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
          #expect(process.terminationStatus == 0, "round \(round), after \(kills) kills: \(text)")
          // The report is the same if the process was killed between its last two steps and nothing is left to store.
          #expect(text == "Stored 3000 objects in 'new.realm'.\n", "round \(round)")
          break
        }
        kills += 1
      }
      #expect(try run("export", "new.realm").output == expected, "round \(round), after \(kills) kills")
      #expect(try folder.names().filter { $0.hasPrefix("new.realm.p") } == [], "round \(round)")
      for name in try folder.names() where name.hasPrefix("new.realm") {
        try FileManager.default.removeItem(at: folder.url.appending(path: name))
      }
    }
  }

  @Test("an import in batches continues only with the same database, schema and options, and says what to remove")
  func otherBatches() throws {
    try makeRing(30)
    let batch = ["import", "ring.sqlite", "--schema", "ring-draft.yaml", "--output", "new.realm", "--batch", "10"]
    func run(_ arguments: [String]) throws -> Shell.Result { try Shell.run(#require(Repository.command), arguments, in: folder.url) }
    // A partial file of another import.
    try folder.write("", to: "new.realm.partial")
    let unknown = try run(batch)
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("'new.realm.partial' exists without 'new.realm.progress'"), "\(unknown.errors)")
    try folder.write("Ashlar import 1\ndatabase 1 2 none\n", to: "new.realm.progress")
    let changed = try run(batch)
    #expect(changed.status == 2)
    #expect(changed.errors.contains("the database 'ring.sqlite' has changed"), "\(changed.errors)")
    #expect(changed.errors.contains("remove 'new.realm.progress' and 'new.realm.partial'"), "\(changed.errors)")
    for name in ["new.realm.partial", "new.realm.progress"] { try FileManager.default.removeItem(at: folder.url.appending(path: name)) }
    let whole = try run(batch)
    #expect((whole.status, whole.output, whole.errors) == (0, "Stored 60 objects in 'new.realm'.\n", ""))
    #expect(try folder.names().filter { $0.hasPrefix("new.realm.p") } == [])
    #expect(try run(batch).errors.contains("'new.realm' already exists"))
    #expect(try run(Array(batch.dropLast()) + ["0"]).status != 0)
    #expect(try run(["import", "a.realm", "in.jsonl", "--batch", "5"]).errors.contains("'--batch' applies to SQLite databases"))
  }

  @Test("an import in batches that stores nothing leaves no file, and the corrected command begins again")
  func nothingStored() throws {
    try makeRing(3)
    let draft = try folder.text("ring-draft.yaml")
    try folder.write(draft.replacing("  Leaf:\n", with: "  Leaf:\n    table: Leaves\n"), to: "wrong.yaml")
    let wrong = try run("import", "ring.sqlite", "--schema", "wrong.yaml", "--output", "new.realm", "--batch", "1")
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains("the database has no table 'Leaves'"), "\(wrong.errors)")
    #expect(wrong.errors.contains("Nothing was stored."), "\(wrong.errors)")
    #expect(try folder.names().filter { $0.hasPrefix("new.realm") } == [])
    let right = try run("import", "ring.sqlite", "--schema", "ring-draft.yaml", "--output", "new.realm", "--batch", "1")
    #expect((right.status, right.output, right.errors) == (0, "Stored 6 objects in 'new.realm'.\n", ""))
  }

  @Test("a file that is missing, empty or not a database is named as such")
  func noDatabase() throws {
    func errors(_ file: String) throws -> String {
      let result = try run("import", file, "--schema", "people.yaml", "--output", "b.realm")
      #expect(result.status != 0 && result.output.isEmpty)
      return result.errors
    }
    #expect(try errors("missing.sqlite").contains("'missing.sqlite' does not exist"))
    try folder.write("", to: "empty.sqlite")
    #expect(try errors("empty.sqlite").contains("'empty.sqlite' is not an SQLite database: it is empty"))
    var random = SeededGenerator(seed: seed())
    try Data((0..<4096).map { _ in UInt8.random(in: 0...255, using: &random) }).write(to: folder.url.appending(path: "secret.sqlite"))
    #expect(try errors("secret.sqlite").contains("'secret.sqlite' is not an SQLite database, or is an encrypted one"))
    #expect(try run("import", "missing.sqlite", "--dates", "unix").errors.contains("'missing.sqlite' does not exist"))
    #expect(try !folder.names().contains("b.realm"))
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
