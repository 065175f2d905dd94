import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("The README's session and picture", .blocking, .enabled(if: Repository.command != nil, "the command is built beside the tests"))
struct ReadmeTests {
  /// The times of plans differ from run to run.
  private func withoutTimes(_ text: String) -> String { text.replacing(/\d+(\.\d+)? (µs|ms|s)\b/, with: "a time") }

  @Test("the commands of the session print what the README shows")
  func session() throws {
    let readme = try Repository.text("README.md")
    let match = try #require(readme.firstMatch(of: /(?s)<!-- session -->\n```\n(.*?)```\n<!-- end -->/))
    let shown = String(match.1)
    let folder = try TemporaryFolder()
    for name in ["Examples", "Schemas"] {
      try FileManager.default.createSymbolicLink(
        at: folder.url.appending(path: name), withDestinationURL: Repository.folder.appending(path: name))
    }
    let bin = try #require(Repository.command).deletingLastPathComponent().path(percentEncoded: false)
    let path = bin + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    var printed = ""
    for line in shown.split(separator: "\n") where line.hasPrefix("$ ") {
      let command = String(line.dropFirst(2))
      let result = try Shell.run(
        URL(filePath: "/bin/sh"), ["-c", command], in: folder.url, environment: ["PATH": path, "COLUMNS": "120", "NO_COLOR": "1"])
      printed += "\(line)\n\(result.output)\(result.errors)"
    }
    #expect(printed.contains("$ ashlar query"), "the README has no session")
    #expect(withoutTimes(printed) == withoutTimes(shown))
  }

  @Test("the picture is what 'ashlar graph' draws")
  func picture() throws {
    let arguments = ["graph", Repository.folder.appending(path: "Schemas/Bookshop").path(percentEncoded: false), "--format", "svg"]
    let drawn = try Shell.run(#require(Repository.command), arguments)
    #expect((drawn.status, drawn.errors) == (0, ""))
    #expect(drawn.output == (try Repository.text("docs/images/bookshop.svg")), "draw it again: ashlar graph Schemas/Bookshop --format svg")
  }
}
