import Testing
import TestSupport
import TestTraits

@Suite("Names of sub-commands", .blocking, .enabled(if: Repository.command != nil, "the command is built beside the tests"))
struct SubcommandTests {
  @Test("one that is not there is named, with what was perhaps meant")
  func unknown() throws {
    let result = try Shell.run(#require(Repository.command), ["generat", "a.yaml"])
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(
      result.errors == "error: unknown subcommand 'generat'; did you mean 'generate'?\n'ashlar --help' lists all subcommands.\n")
    #expect(try Shell.run(#require(Repository.command), ["help", "check"]).status == 0)
  }
}
