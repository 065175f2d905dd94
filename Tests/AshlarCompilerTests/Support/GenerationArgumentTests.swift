import AshlarGeneration
import AshlarSchema
import TestSupport
import Testing

@Suite("Arguments of the plugins' tool")
struct GenerationArgumentTests {
  @Test("it takes what the plugins write")
  func taken() throws {
    let generation = try Generation(
      arguments: ["generate", "a.yaml", "b.yaml", "--output", "Generated", "--name", "People", "--verbose"])
    #expect(generation.schemas == ["a.yaml", "b.yaml"])
    #expect(generation.output == "Generated")
    #expect(generation.name == "People")
    #expect(generation.isVerbose)
    #expect(!generation.isDryRun)
    #expect(try Generation(arguments: ["--for", AshlarVersion.current, "generate", "a", "--name", "A", "--output", "o"]).name == "A")
    #expect(try Generation(arguments: ["generate", "a.yaml", "--check", "--name", "A", "--output", "o"]).isDryRun)
  }

  @Test("the plugins have the version of the command")
  func version() throws {
    #expect(try Repository.text("Plugins/Shared/PackageVersion.swift").contains("static let current = \"\(AshlarVersion.current)\""))
  }

  @Test(
    "it refuses everything else, and says what to use",
    arguments: [
      (
        ["--for", "9.9.9", "generate"],
        "the installed 'ashlar' has version \(AshlarVersion.current), and the package uses Ashlar 9.9.9; install that version of the "
          + "command, or use the plugin AshlarGenerate, which builds a tool of its own"
      ),
      (["--for", AshlarVersion.current, "graph"], "the plugins' tool only generates; everything else is in the command 'ashlar'"),
      (["--for"], "'--for' needs a value"),
      ([], "the plugins' tool only generates; everything else is in the command 'ashlar'"),
      (["graph", "a.yaml"], "the plugins' tool only generates; everything else is in the command 'ashlar'"),
      (["generate", "a.yaml", "--print", "swift"], "the plugins' tool has no option '--print'; use the command 'ashlar'"),
      (["generate", "--output", "o", "--name", "A"], "no schema is named"),
      (["generate", "a.yaml", "--name", "A"], "'--output' is missing"),
      (["generate", "a.yaml", "--output", "o"], "'--name' is missing"),
      (["generate", "a.yaml", "--output"], "'--output' needs a value"),
      (["generate", "a.yaml", "--output", "o", "--name", "4"], "'4' is not a Swift identifier"),
    ])
  func refused(_ arguments: [String], message: String) {
    let failure = #expect(throws: CommandFailure.self) { try Generation(arguments: arguments) }
    #expect(failure?.message == message)
    #expect(failure?.exitCode == 2)
  }
}
