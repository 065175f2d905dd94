import Testing
import TestSupport
import TestTraits

@Suite("ashlar explain", .blocking, .enabled(if: Repository.command != nil, "the command is built beside the tests"))
struct ExplainTests {
  @Test("a code is explained on standard output, and no code lists all")
  func explain() throws {
    let one = try Shell.run(#require(Repository.command), ["explain", "unknown-type"])
    #expect((one.status, one.errors) == (0, ""))
    #expect(one.output.hasPrefix("unknown-type (error)\nA type is not declared.\n"))
    let all = try Shell.run(#require(Repository.command), ["explain"])
    #expect(all.status == 0)
    #expect(all.output.contains("\nunknown-type                  A type is not declared\n"))
  }

  @Test("an explanation that does not fit a screen ends with the number of other lines, and --all prints them")
  func whole() throws {
    let short = try Shell.run(#require(Repository.command), ["explain", "link-to-asymmetric"])
    let whole = try Shell.run(#require(Repository.command), ["explain", "link-to-asymmetric", "--all"])
    #expect((short.status, whole.status) == (0, 0))
    #expect(short.output.count { $0 == "\n" } <= 24)
    #expect(short.output.hasSuffix(" more lines; 'ashlar explain link-to-asymmetric --all' prints them\n"))
    #expect(whole.output.count { $0 == "\n" } > 24 && whole.output.contains("\nCorrected:\n"))
  }

  @Test("what a target without the plugin looks like is explained by its name and by Swift's own message")
  func plugin() throws {
    let byName = try Shell.run(#require(Repository.command), ["explain", "plugin"])
    #expect((byName.status, byName.errors) == (0, ""))
    #expect(byName.output.contains("the target does not use the build plugin"))
    let byMessage = try Shell.run(#require(Repository.command), ["explain", "cannot find type 'Dog' in scope"])
    #expect(byMessage.output == byName.output)
  }

  @Test("a code that does not exist exits with 2 and names the nearest")
  func unknown() throws {
    let result = try Shell.run(#require(Repository.command), ["explain", "unknown-tpye"])
    #expect((result.status, result.output) == (2, ""))
    #expect(result.errors == "error: unknown diagnostic 'unknown-tpye'; did you mean 'unknown-type'?\n")
  }
}
