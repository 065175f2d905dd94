import Foundation
import Testing
import TestSupport
import TestTraits

@Suite("Help and completion", .blocking, .enabled(if: Repository.command != nil, "the command is built beside the tests"))
struct HelpTests {
  private static let commands = [
    "generate", "check", "format", "diff", "dump", "graph", "editor-schema", "explain", "init", "release", "migrate", "query",
    "export", "import", "schema", "sql", "ingest", "studio", "encrypt", "decrypt",
  ]

  private func run(_ arguments: String...) throws -> Shell.Result { try Shell.run(#require(Repository.command), arguments) }

  @Test("the command's help names every sub-command, the exit codes and shell completion")
  func root() throws {
    let help = try run("--help")
    #expect((help.status, help.errors) == (0, ""))
    for command in Self.commands { #expect(help.output.contains("\n  \(command) "), "\(command)") }
    #expect(help.output.contains("Exits with 0 on success, 1 if"))
    #expect(help.output.contains("--generate-completion-script"))
  }

  @Test("--version prints the version, which the plugins have as well")
  func version() throws {
    let printed = try run("--version")
    #expect((printed.status, printed.errors) == (0, ""))
    let version = printed.output.trimmingCharacters(in: .newlines)
    #expect(version.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+/) != nil, "\(version)")
    #expect(try Repository.text("Plugins/Shared/PackageVersion.swift").contains("static let current = \"\(version)\""))
  }

  @Test("every sub-command's help has examples of itself, and its exit codes", arguments: commands)
  func examples(command: String) throws {
    let help = try run("help", command)
    #expect((help.status, help.errors) == (0, ""))
    let sections = help.output.components(separatedBy: "Examples:\n")
    #expect(sections.count == 2)
    #expect(sections.last?.hasPrefix("  ashlar \(command)") == true)
    #expect(command == "editor-schema" || help.output.contains("Exits with "))
    #expect(try run(command, "--help").output == help.output)
  }

  @Test("every example's options exist", arguments: commands)
  func options(command: String) throws {
    let help = try run("help", command).output
    let known = Set(help.matches(of: /--[a-z-]+/).map { String($0.0) })
    let examples = help.split(separator: "\n").filter { $0.hasPrefix("  ashlar \(command)") }
    let used = examples.flatMap { $0.matches(of: /--[a-z-]+/).map { String($0.0) } }
    let listed = Set(
      help.split(separator: "\n").filter { $0.hasPrefix("  -") }.flatMap { $0.matches(of: /--[a-z-]+/).map { String($0.0) } })
    for option in used { #expect(known.contains(option) && listed.contains(option), "\(option)") }
  }

  @Test(
    "every sub-command that opens a database file takes its key",
    arguments: [
      "check", "decrypt", "diff", "dump", "encrypt", "export", "graph", "import", "ingest", "inspect", "migrate", "query", "studio",
      "verify",
    ])
  func keys(command: String) throws {
    let help = try run("help", command).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(help.contains("--key-file <file>") && help.contains("--key-env <name>"))
    #expect(help.contains("Other processes of the user can read"))
  }

  @Test("scripts complete sub-commands, schema files and closed sets", arguments: ["bash", "zsh", "fish"])
  func scripts(shell: String) throws {
    let script = try run("--generate-completion-script", shell)
    #expect((script.status, script.errors) == (0, ""))
    for word in Self.commands + ["yaml", "ashlarbin", "package", "mermaid"] { #expect(script.output.contains(word), "\(word)") }
  }

  @Test("a shell takes the script, and completes with it", .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
  func completion() throws {
    let folder = try TemporaryFolder()
    try folder.write(try run("--generate-completion-script", "bash").output, to: "completion.bash")
    try folder.write("", to: "people.yaml")
    try folder.write("", to: "notes.txt")
    func complete(_ words: String...) throws -> [String] {
      let line = words.joined(separator: " ")
      let script = """
        source ./completion.bash
        COMP_LINE='\(line)'; COMP_POINT=\(line.count); COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
        PATH="\(try #require(Repository.command).deletingLastPathComponent().path(percentEncoded: false)):$PATH"
        COMPREPLY=(); _ashlar ashlar "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>errors; printf '%s\\n' "${COMPREPLY[@]}"
        """
      try folder.write(script, to: "try.bash")
      let result = try Shell.run(URL(filePath: "/bin/bash"), ["try.bash"], in: folder.url)
      return result.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.sorted()
    }
    #expect(try complete("ashlar", "ch") == ["check"])
    #expect(try complete("ashlar", "generate", "p") == ["people.yaml"])
    #expect(try complete("ashlar", "generate", "n") == [])
    #expect(try complete("ashlar", "graph", "--format", "m") == ["mermaid"])
    #expect(try complete("ashlar", "explain", "unknown-t") == ["unknown-type"])
  }
}
