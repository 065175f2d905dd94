import Foundation
import Testing
import TestSupport
import TestTraits

@Suite("ashlar release", .blocking, .enabled(if: Repository.command != nil, "the command is built beside the tests"))
struct ReleaseTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write("age: Int", "name: String")
  }

  private func write(_ properties: String..., version: String = "history") throws {
    let lines = properties.map { "      \($0)\n" }.joined()
    try folder.write(
      "ashlar: 1\nschema: { name: Kennel, version: \(version) }\nobjects:\n  Dog:\n    properties:\n\(lines)", to: "dogs/dogs.yaml")
  }

  private func run(_ arguments: String...) throws -> Shell.Result {
    try Shell.run(#require(Repository.command), arguments, in: folder.url)
  }

  private func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: path).path).sorted()
  }

  private func releases() throws -> [String] { try names("dogs/History") }

  @Test("the first release is written")
  func first() throws {
    let result = try run("release", "dogs")
    #expect((result.status, result.errors) == (0, ""))
    #expect(result.output == "Wrote 'dogs/History/1.ashlarbin'. Commit it.\n")
    #expect(try releases() == ["1.ashlarbin"])
  }

  @Test("a schema that stores what its newest release does is not released again")
  func same() throws {
    _ = try run("release", "dogs")
    try write("age: Int", "name: { type: String, default: Rex }")
    let result = try run("release", "dogs")
    #expect((result.status, result.output) == (0, "Nothing to release: files have the same form as in release 1.\n"))
    #expect(try releases() == ["1.ashlarbin"])
  }

  @Test("what changed is shown, and what needs code")
  func changed() throws {
    _ = try run("release", "dogs")
    try write("age: Int")
    let result = try run("release", "dogs/dogs.yaml", "--dry-run")
    #expect(
      result.output == """
        migration: release 1 -> dogs/dogs.yaml:4:3: Property 'Dog.name' has been removed.
        'Dog' needs migration code from version 1 to 2: see 'KennelSchema.migration'.
        Would write 'dogs/History/2.ashlarbin'.

        """)
    #expect(try releases() == ["1.ashlarbin"])
    #expect(try run("release", "dogs").status == 0)
    #expect(try releases() == ["1.ashlarbin", "2.ashlarbin"])
  }

  @Test("'version: history' is the newest release's version, or one more")
  func version() throws {
    func dumped() throws -> String {
      _ = try run("generate", "dogs", "--name", "Kennel", "--descriptor", "d.ashlarbin")
      return try run("dump", "d.ashlarbin").output.split(separator: "\n").first { $0.contains("version") }.map(String.init) ?? ""
    }
    _ = try run("release", "dogs")
    #expect(try dumped().hasSuffix("version: 1"))
    try write("age: Int", "name: String", "size: Double")
    #expect(try dumped().hasSuffix("version: 2"))
  }

  @Test("a version that is released cannot be released with other types")
  func released() throws {
    try write("age: Int", version: "5")
    _ = try run("release", "dogs")
    try write("age: Int", "size: Double", version: "5")
    let result = try run("release", "dogs")
    #expect(result.status == 1)
    #expect(result.errors.contains("the stored form has changed, but the version is still 5; raise it [version-not-raised]"))
  }

  @Test("a release that was changed stops every command with its name")
  func tampered() throws {
    _ = try run("release", "dogs")
    try write("age: Int")
    _ = try run("release", "dogs")
    try FileManager.default.removeItem(at: folder.url.appending(path: "dogs/History/1.ashlarbin"))
    for command in ["check", "release"] {
      let result = try run(command, "dogs")
      #expect(result.status == 1)
      #expect(
        result.errors
          == "error: in 'dogs/History': '1.ashlarbin' is missing from the history, and 2 was made from it; restore it from version control\n"
      )
    }
  }

  @Test("a schema with errors is not released")
  func errors() throws {
    try write("age: Imt")
    #expect(try run("release", "dogs").status == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "dogs/History").path))
  }

  @Test("the code between releases is generated beside the models")
  func generated() throws {
    _ = try run("release", "dogs")
    try write("age: Int")
    let result = try run("generate", "dogs", "--output", "out", "--name", "Kennel")
    #expect(result.status == 0)
    #expect(try names("out") == ["KennelMigration.swift", "KennelSchema.swift", "dogs.swift"])
    #expect(
      try folder.text("out/KennelMigration.swift").contains(
        "dog1to2: @escaping @Sendable (_ old: V1.Dog, _ new: V2.Dog, _ migration: Migration) throws -> Void"))
    #expect(try folder.text("out/KennelSchema.swift").contains("migrations: [2]"))
  }

  @Test("a file that needs code between two releases is not migrated by the command")
  func needsCode() throws {
    try FileManager.default.copyItem(
      at: Repository.folder.appending(path: "Tests/AshlarStoreTests/Fixtures/format-8.ashlar"), to: folder.url.appending(path: "a.realm"))
    func write(_ property: String, _ version: Int) throws {
      try folder.write(
        "ashlar: 1\nschema: { name: Rows, version: \(version) }\nobjects:\n  Row:\n    properties:\n      \(property)\n",
        to: "rows/rows.yaml")
    }
    try write("number: Int", 4)
    _ = try run("release", "rows")
    try write("other: String", 5)
    let result = try run("migrate", "a.realm", "rows", "--on-copy", "b.realm")
    #expect(result.status == 1)
    #expect(result.output.contains("  code     'Row' needs migration code from version 4 to 5. (320 rows)"))
    #expect(result.errors.hasPrefix("error: only your program can migrate 'a.realm': 'Row' needs migration code"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "b.realm").path))
  }
}
