import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("Files that no command replaces", .blocking, .enabled(if: Repository.command != nil, "the command is built beside the tests"))
struct OutputProtectionTests {
  private static let schema = """
    ashlar: 1
    schema: { name: People }
    objects:
      Person: { properties: { name: { type: String, primaryKey: true } } }
      Dog: { properties: { name: String } }
    """
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.schema, to: "people.yaml")
    try folder.write("{\"$type\":\"Person\",\"name\":\"Ada\"}\n{\"$type\":\"Dog\",\"name\":\"Rex\"}\n", to: "in.jsonl")
    #expect(try run("import", "a.realm", "in.jsonl", "--schema", "people.yaml").status == 0)
    // Opening makes the lock files.
    #expect(try run("import", "a.realm", "in.jsonl", "--update").status == 0)
  }

  private func run(_ arguments: String...) throws -> Shell.Result { try run(arguments) }

  private func run(_ arguments: [String]) throws -> Shell.Result {
    try Shell.run(#require(Repository.command), arguments, in: folder.url)
  }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.url.appending(path: name)) }

  private func link(_ name: String, to target: String, hard: Bool) throws {
    let files = FileManager.default
    if hard {
      try files.linkItem(atPath: folder.file(target), toPath: folder.file(name))
    } else {
      try files.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target)
    }
  }

  @Test("an export replaces neither its database nor a file beside it, under any name and with --force", arguments: [[], ["--force"]])
  func exportOverItself(force: [String]) throws {
    try FileManager.default.createDirectory(atPath: folder.file("sub"), withIntermediateDirectories: true)
    try link("soft", to: "a.realm", hard: false)
    try link("hard", to: "a.realm", hard: true)
    try link("soft-lock", to: "a.realm-lock", hard: false)
    try link("hard-lock", to: "a.realm-lock", hard: true)
    try link("hard.lock", to: "a.realm.lock", hard: true)
    let before = try (bytes("a.realm"), bytes("a.realm-lock"), bytes("a.realm.lock"))
    for output in [
      "a.realm", "./a.realm", "sub/../a.realm", folder.file("a.realm"), "soft", "hard", "a.realm-lock", "a.realm.lock", "soft-lock",
      "hard-lock", "hard.lock", "a.realm.checkpoint",
    ] {
      let result = try run(["export", "a.realm", "--output", output] + force)
      #expect(result.status == 2, "\(output)")
      #expect(
        result.errors.hasPrefix("error: '\(output)' ") && result.errors.contains("is never replaced; nothing was written"),
        "\(result.errors)")
    }
    #expect(try (bytes("a.realm"), bytes("a.realm-lock"), bytes("a.realm.lock")) == before)
    #expect(!FileManager.default.fileExists(atPath: folder.file("a.realm.checkpoint")))
    #expect(try run("verify", "a.realm").status == 0)
  }

  @Test("an export replaces no other database, nor its lock file")
  func exportOverAnother() throws {
    #expect(try run("import", "b.realm", "in.jsonl", "--schema", "people.yaml").status == 0)
    #expect(try run("import", "b.realm", "in.jsonl", "--update").status == 0)
    try link("b-lock", to: "b.realm-lock", hard: true)
    let before = try bytes("b.realm")
    for (output, what) in [
      ("b.realm", "is a database file"), ("b.realm-lock", "belongs to the database 'b.realm'"),
      ("b-lock", "is the lock file of a database"),
    ] {
      let result = try run("export", "a.realm", "--output", output, "--force")
      #expect(result.status == 2)
      #expect(result.errors == "error: '\(output)' \(what) and is never replaced; nothing was written. Choose another path\n")
    }
    #expect(try bytes("b.realm") == before)
  }

  @Test("an export replaces a file only with --force, and none of several when one exists")
  func exportOverFiles() throws {
    try folder.write("mine", to: "mine.jsonl")
    try folder.write("mine", to: "csv/Person.csv")
    let refused = try run("export", "a.realm", "--output", "mine.jsonl")
    #expect(refused.status == 2)
    #expect(
      refused.errors
        == "error: 'mine.jsonl' already exists; nothing was written. Choose another '--output', or replace it with '--force'\n")
    #expect(try run("export", "a.realm", "--format", "csv", "--output", "csv").status == 2)
    #expect(try folder.text("mine.jsonl") == "mine")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("csv")) == ["Person.csv"])
    #expect(try run("export", "a.realm", "--output", "mine.jsonl", "--force").status == 0)
    #expect(try run("export", "a.realm", "--format", "csv", "--output", "csv", "--force").status == 0)
    #expect(try folder.text("mine.jsonl") == run("export", "a.realm").output)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("csv")).sorted() == ["Dog.csv", "Person.csv"])
  }

  @Test("a database in a folder of CSV is not replaced, nor is anything beside it written")
  func exportFolder() throws {
    try FileManager.default.createDirectory(atPath: folder.file("csv"), withIntermediateDirectories: true)
    try link("csv/Person.csv", to: "a.realm", hard: true)
    #expect(try run("export", "a.realm", "--format", "csv", "--output", "csv", "--force").status == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("csv")) == ["Person.csv"])
    #expect(try run("verify", "a.realm").status == 0)
  }

  @Test("a symbolic link stays one, and the file that it leads to is replaced")
  func symbolicLink() throws {
    try folder.write("mine", to: "mine.jsonl")
    try link("link", to: "mine.jsonl", hard: false)
    #expect(try run("export", "a.realm", "--output", "link").status == 2)
    #expect(try run("export", "a.realm", "--output", "link", "--force").status == 0)
    #expect(try folder.text("mine.jsonl") == run("export", "a.realm").output)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link")) == "mine.jsonl")
  }

  @Test("standard output is not appended to the database that is read", arguments: ["export a.realm", "query a.realm Person"])
  func standardOutput(arguments: String) throws {
    let before = try bytes("a.realm")
    let result = try Shell.run(
      URL(filePath: "/bin/sh"), ["-c", "'\(#require(Repository.command).path)' \(arguments) >> a.realm"], in: folder.url)
    #expect(result.status == 2)
    #expect(result.errors == "error: standard output is 'a.realm', an input of this command; nothing was written. Choose another file\n")
    #expect(try bytes("a.realm") == before)
  }

  @Test("a descriptor is not written over a release, nor over a file beside a database")
  func generate() throws {
    #expect(try run("release", "people.yaml").status == 0)
    let release = try bytes("History/0.ashlarbin")
    let locks = try bytes("a.realm.lock")
    for output in ["History/0.ashlarbin", "a.realm", "a.realm-lock", "a.realm.lock", "people.yaml"] {
      let result = try run("generate", "people.yaml", "--name", "People", "--descriptor", output)
      #expect(result.status == 2, "\(output): \(result.errors)")
    }
    #expect(try bytes("History/0.ashlarbin") == release)
    #expect(try bytes("a.realm.lock") == locks)
    #expect(try run("verify", "a.realm").status == 0)
  }

  @Test("models are rewritten over their own file with --overwrite, and over no other input and no database")
  func models() throws {
    let older = "import RealmSwift\nclass Cat: Object {\n  @objc dynamic var name = \"\"\n}\n"
    try folder.write(older, to: "Cat.swift")
    try folder.write(older.replacing("Cat", with: "Cow"), to: "sub/Cow.swift")
    try link("out/Cat.swift", to: "sub/Cow.swift")
    let other = try run("import", "Cat.swift", "sub/Cow.swift", "--to", "persisted", "--output", "out", "--overwrite")
    #expect(other.status == 2)
    #expect(other.errors.hasPrefix("error: 'out/Cat.swift' is the same file as 'sub/Cow.swift', an input of this command"))
    #expect(try folder.text("sub/Cow.swift") == older.replacing("Cat", with: "Cow"))
    try link("models.yaml", to: "a.realm", hard: true)
    #expect(try run("import", "Cat.swift", "--output", "models.yaml", "--overwrite").status == 2)
    #expect(try run("verify", "a.realm").status == 0)
    #expect(try run("import", "Cat.swift", "--to", "persisted", "--output", "Cat.swift", "--overwrite").status == 0)
    #expect(try folder.text("Cat.swift").contains("@Persisted var name"))
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: name).deletingLastPathComponent(), withIntermediateDirectories: true)
    try link(name, to: target, hard: true)
  }

  @Test("no database is made under the name of a file beside another")
  func newDatabases() throws {
    try FileManager.default.removeItem(atPath: folder.file("a.realm-lock"))
    for arguments in [
      ["import", "a.realm-lock", "in.jsonl", "--schema", "people.yaml"],
      ["migrate", "a.realm", "people.yaml", "--on-copy", "a.realm-lock"],
    ] {
      let result = try run(arguments)
      #expect(result.status == 2)
      #expect(
        result.errors == "error: 'a.realm-lock' belongs to the database 'a.realm' and is never replaced; nothing was written. "
          + "Choose another path\n")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("a.realm-lock")))
  }
}
