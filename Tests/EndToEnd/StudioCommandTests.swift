import Foundation
import Testing
import TestSupport
import TestTraits

@Suite("ashlar studio", .blocking, .enabled(if: Repository.command != nil, "the command is built beside the tests"))
struct StudioCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("a file", to: "a.realm")
    try folder.write("a file", to: "-b.realm")
  }

  private func run(_ arguments: String..., path: String) throws -> Shell.Result {
    try Shell.run(#require(Repository.command), ["studio"] + arguments, in: folder.url, environment: ["PATH": path])
  }

  // A program in PATH that prints its arguments, one on each line.
  private func makeProgram() throws -> String {
    try folder.write("#!/bin/sh\nprintf '%s\\n' \"$0\" \"$@\"\nexit 3\n", to: "bin/ashlar-studio")
    let path = folder.file("bin/ashlar-studio")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return folder.file("bin")
  }

  @Test("without the program, the command says how to build it")
  func missing() throws {
    let result = try run("a.realm", path: folder.path)
    #expect((result.status, result.output) == (2, ""))
    #expect(result.errors.contains("'ashlar-studio' is neither beside this command nor in PATH"))
    #expect(result.errors.contains("swift build -c release --package-path Studio --product ashlar-studio"))
  }

  @Test("the command becomes the program that is in PATH, with the arguments, and has its exit code")
  func arguments() throws {
    let path = try makeProgram()
    let result = try run(
      "a.realm", "--write", "--port", "8080", "--token", "abcdefghijklmnop", "--listen", "127.0.0.2", path: "/nowhere:\(path)")
    #expect(result.status == 3)
    let words = result.output.split(separator: "\n").map(String.init)
    #expect(words.dropFirst() == ["a.realm", "--write", "--port", "8080", "--listen", "127.0.0.2", "--token", "abcdefghijklmnop"])
    let keys = try run("a.realm", "--key-file", "a.key", path: path).output.split(separator: "\n").map(String.init)
    #expect(keys.dropFirst() == ["a.realm", "--key-file", "a.key"])
    #expect(try run("a.realm", "--key-env", "A_KEY", path: path).output.hasSuffix("\n--key-env\nA_KEY\n"))
    // A path is never taken for an option.
    #expect(try run("--", "-b.realm", path: path).output.contains("\n./-b.realm\n"))
  }

  @Test("a file that is missing, and arguments that are not valid, are refused before the program is searched for")
  func refused() throws {
    #expect(try run("nothing.realm", path: "").status == 2)
    #expect(try run(".", path: "").status == 2)
    #expect(try run("a.realm", "--listen", "127.0.0.2", path: "").status == 2)
    #expect(try run("a.realm", "--port", "70000", path: "").status == 2)
    #expect(try run(path: "").status == 2)
  }
}
