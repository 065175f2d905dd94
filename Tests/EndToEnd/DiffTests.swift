import Foundation
import Testing
import TestSupport
import TestTraits

@Suite("ashlar diff and check --against", .blocking, .enabled(if: Repository.command != nil, "the command is built beside the tests"))
struct DiffTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("ashlar: 1\nobjects:\n  Dog:\n    properties:\n      name: String\n", to: "old/dogs.yaml")
    try folder.write("ashlar: 1\nobjects:\n  Dog:\n    properties:\n      name: String\n      age: Int\n", to: "new/dogs.yaml")
    _ = try run("generate", "old", "--name", "Kennel", "--descriptor", "old.ashlarbin")
  }

  private func run(_ arguments: String...) throws -> Shell.Result {
    try Shell.run(#require(Repository.command), arguments, in: folder.url)
  }

  @Test("diff takes folders, files and descriptors, and exits with 0")
  func diff() throws {
    let result = try run("diff", "old", "new/dogs.yaml")
    #expect((result.status, result.errors) == (0, ""))
    #expect(result.output == "automatic: old/dogs.yaml:3:3 -> new/dogs.yaml:6:7: Property 'Dog.age' has been added.\n")
    #expect(
      try run("diff", "new", "old.ashlarbin").output
        == "migration: new/dogs.yaml:6:7 -> dogs.yaml:3:3: Property 'Dog.age' has been removed.\n")
    _ = try run("generate", "old", "--name", "Kennel", "--descriptor", "stripped.ashlarbin", "--strip")
    #expect(
      try run("diff", "new", "stripped.ashlarbin").output
        == "migration: new/dogs.yaml:6:7 -> stripped.ashlarbin: Property 'Dog.age' has been removed.\n")
    let json = try run("diff", "old.ashlarbin", "new", "--format", "json")
    #expect(
      json.output.hasPrefix(
        "{\"group\":\"automatic\",\"message\":\"Property 'Dog.age' has been added.\",\"old\":{\"file\":\"dogs.yaml\",\"line\":3,\"column\":3}"
      ))
    #expect(try run("diff", "old", "old.ashlarbin").output == "")
  }

  @Test("check --against exits with 1 when the version was not raised, and with 0 when it was")
  func version() throws {
    let result = try run("check", "new", "--against", "old.ashlarbin")
    #expect((result.status, result.output) == (1, ""))
    #expect(result.errors.hasPrefix("new/dogs.yaml:1:1: error: the stored form has changed"))
    try folder.write("ashlar: 1\nschema: { version: 1 }\n", to: "new/version.yaml")
    #expect(try run("check", "new", "--against", "old.ashlarbin").status == 0)
    #expect(try run("check", "new", "--against", "old/dogs.yaml", "--against", "old/dogs.yaml").status == 0)
  }

  @Test("a type of another module is refused by name, as only a program knows how it is stored")
  func foreignType() throws {
    try folder.write("class Dog: Object { @Persisted var state: Other.State? }\n", to: "dog.swift")
    let message =
      "error: 'dog.swift' does not state how 'Dog.state' is stored: 'Other.State' is declared in another module; declare it in a YAML file "
      + "of the target, see 'ashlar explain foreign-type'\n"
    for arguments in [["diff", "dog.swift", "old"], ["diff", "old", "dog.swift"], ["check", "dog.swift", "--against", "old"]] {
      let result = try Shell.run(#require(Repository.command), arguments, in: folder.url)
      #expect((result.status, result.output, result.errors) == (1, "", message))
    }
    #expect(try run("check", "dog.swift").status == 0)
    #expect(try run("generate", "dog.swift", "--name", "Dogs", "--descriptor", "dogs.ashlarbin").status == 0)
    #expect(try run("dump", "dogs.ashlarbin", "--format", "json").output.contains("\"type\": \"Other.State?\""))
  }

  @Test("data loss is refused unless it is allowed")
  func dataLoss() throws {
    try folder.write("ashlar: 1\nschema: { version: 1 }\nobjects: { Dog: {} }\n", to: "less.yaml")
    let result = try run("check", "less.yaml", "--against", "old")
    #expect(result.status == 1)
    #expect(result.errors.contains("[data-loss]"))
    #expect(try run("check", "less.yaml", "--against", "old", "--allow-data-loss").status == 0)
    #expect(try run("check", "less.yaml", "--allow-data-loss").status == 2)
  }

  @Test("missing files, damaged database files, broken schemas and broken descriptors are refused")
  func refusals() throws {
    let page = [UInt8](repeating: 0, count: 16) + [0xDE, 0xC0, 0xEF, 0xBE] + [UInt8](repeating: 0, count: 100)
    try Data(page).write(to: folder.url.appending(path: "dogs.realm"))
    let database = try run("check", "new", "--against", "dogs.realm")
    #expect(database.status == 1)
    #expect(database.errors.hasPrefix("error: 'dogs.realm' is not an Ashlar database: 120 bytes are too small for a header."))
    #expect(try run("diff", "old", "none").status == 2)
    #expect(try run("diff", "old").status == 2)
    try folder.write("nonsense", to: "x.ashlarbin")
    let broken = try run("diff", "x.ashlarbin", "new")
    #expect(broken.status == 1)
    #expect(broken.errors.hasPrefix("error: 'x.ashlarbin' is not a readable descriptor: "))
    try folder.write("ashlar: 1\nzebra: 1\n", to: "bad.yaml")
    #expect(try run("diff", "bad.yaml", "new").status == 1)
    #expect(try run("check", "new", "--against", "bad.yaml").errors.contains("[unknown-key]"))
  }
}
