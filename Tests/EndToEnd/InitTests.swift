import Foundation
import Testing
import TestSupport
import TestTraits

@Suite("ashlar init", .blocking, .enabled(if: Repository.command != nil, "the command is built beside the tests"))
struct InitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> Shell.Result {
    try Shell.run(#require(Repository.command), arguments, in: folder.url)
  }

  @Test("the starter schema has no mistakes and generates Swift")
  func start() throws {
    let result = try run("init")
    #expect((result.status, result.errors) == (0, ""))
    #expect(result.output.hasPrefix("wrote models.yaml\n\nNext:\n"))
    #expect(result.output.contains("ashlar check models.yaml\n"))
    let check = try run("check", "models.yaml")
    #expect((check.status, check.errors) == (0, ""))
    #expect(try run("generate", "models.yaml", "--output", "out", "--name", "Models").status == 0)
    #expect(try folder.text("out/models.swift").contains("class Person: Object"))
  }

  @Test("the starter schema is in canonical layout: format keeps its columns")
  func layout() throws {
    _ = try run("init")
    let before = try folder.text("models.yaml")
    #expect(before.contains("nickname: String?     ") && before.contains("name:  String\n"))
    let result = try run("format", "models.yaml", "--check")
    #expect((result.status, result.errors) == (0, ""))
    #expect(try run("format", "models.yaml").status == 0)
    #expect(try folder.text("models.yaml") == before)
  }

  @Test("init and explain print the lines that Package.swift needs")
  func packageLines() throws {
    let next = try run("init").output
    for text in [next, try run("explain", "plugin").output, try run("explain", "cannot find 'PersonSchema' in scope").output] {
      #expect(text.contains(".package(path:") && text.contains(#".product(name: "Ashlar", package: "ashlar")"#))
      #expect(text.contains(#".plugin(name: "AshlarGenerate", package: "ashlar")"#))
    }
    #expect(try run("explain", "plugin").output.contains("cannot find 'PeopleSchema' in scope"))
  }

  @Test("folders are made")
  func folders() throws {
    #expect(try run("init", "Sources/People/").output.hasPrefix("wrote Sources/People/models.yaml\n"))
    #expect(try run("check", "Sources").status == 0)
  }

  @Test("a file that is there is left alone")
  func refusal() throws {
    try folder.write("mine", to: "a/models.yaml")
    let result = try run("init", "a")
    #expect((result.status, result.output) == (2, ""))
    #expect(result.errors == "error: 'a/models.yaml' already exists; nothing was written\n")
    #expect(try folder.text("a/models.yaml") == "mine")
    let file = try run("init", "a/models.yaml")
    #expect((file.status, file.errors) == (2, "error: 'a/models.yaml' is a file, not a folder\n"))
  }
}
