import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import StudioServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The server of a studio")
struct ServiceTests {
  @Test("a target as long as permitted reaches the studio, and a longer one is refused with a message", .timeLimit(.minutes(15)))
  func targets() async throws {
    let shop = try Shop()
    let studio = try Studio(StudioOptions(file: shop.path, token: "abcdefghijklmnop"))
    let (links, link) = AsyncStream<String>.makeStream()
    let serving = Task { try await StudioService.run(studio, port: 0) { link.yield($0) } }
    var found = links.makeAsyncIterator()
    let base = try #require(await found.next()?.split(separator: "/?").first.map(String.init))
    // Only the studio answers in JSON.
    for (length, code) in [(100, "access"), (StudioOptions.targetLimit, "access"), (StudioOptions.targetLimit + 1, "size")] {
      let start = "/api/types?client=01234567&x="
      let address = base + start + String(repeating: "x", count: length - start.utf8.count)
      let (bytes, _) = try await URLSession.shared.data(from: try #require(URL(string: address)))
      #expect(String(decoding: bytes, as: UTF8.self).contains(#""code":"\#(code)""#), "\(length)")
    }
    serving.cancel()
    _ = await serving.result
  }

  @Test("each file of the page is served as it is")
  func files() async throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Sources/StudioServer/Page")
    let found = try #require(FileManager.default.enumerator(atPath: folder.path))
    var names: Set<String> = []
    for case let path as String in found where path.contains(".") && !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
      names.insert(path)
      #expect(try PageFiles.all[path] == Array(Data(contentsOf: folder.appendingPathComponent(path))), "\(path)")
      #expect(PageFiles.answer("/\(path)")?.headers[.contentType]?.isEmpty == false, "\(path)")
    }
    #expect(names.contains("index.html"))
    #expect(Set(PageFiles.all.keys) == names)
  }

  @Test("the program alone, copied to another folder, serves the page, and passes the browser no token", .timeLimit(.minutes(15)))
  func copied() async throws {
    let shop = try Shop()
    // The program is in the folder of the tests.
    let folders = [URL(fileURLWithPath: CommandLine.arguments[0]), Bundle.main.bundleURL] + Bundle.allBundles.map(\.bundleURL)
    let candidates = folders.flatMap { [$0, $0.deletingLastPathComponent()] }.map { $0.appendingPathComponent("ashlar-studio") }
    let built = try #require(candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) })
    let program = shop.folder.appendingPathComponent("ashlar-studio")
    #if os(macOS)
      let browser = shop.folder.appendingPathComponent("open")
    #else
      let browser = shop.folder.appendingPathComponent("xdg-open")
    #endif
    let opened = shop.folder.appendingPathComponent("opened")
    // The move makes the file appear as a whole.
    try Data(
      """
      #!/bin/sh
      { echo "$@"; ls -l "$1"; cat "$1"; } > '\(opened.path).part'
      mv '\(opened.path).part' '\(opened.path)'

      """.utf8
    ).write(to: browser)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: browser.path)
    try FileManager.default.copyItem(at: built, to: program)
    let process = Process()
    process.executableURL = program
    process.arguments = [shop.path, "--token", "abcdefghijklmnop", "--open"]
    process.environment = ["PATH": "\(shop.folder.path):/usr/bin:/bin", "TMPDIR": shop.folder.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    defer { process.terminate() }
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let address = try #require(URL(string: line.split(separator: "\n").first.map(String.init) ?? ""))
    // The session follows the redirection with the cookie.
    let (bytes, response) = try await URLSession(configuration: .ephemeral).data(from: address)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    #expect(Array(bytes) == PageFiles.all["index.html"])
    while !FileManager.default.fileExists(atPath: opened.path) { try await Task.sleep(for: .milliseconds(5)) }
    let lines = try String(contentsOf: opened, encoding: .utf8).split(separator: "\n").map(String.init)
    let file = try #require(lines.first)
    #expect(file.hasSuffix(".html") && !file.contains("abcdefghijklmnop"), "\(file)")
    #expect(lines.dropFirst().first?.hasPrefix("-rw-------") == true)
    #expect(lines.last?.contains("/open?token=abcdefghijklmnop") == true)
    process.interrupt()
    process.waitUntilExit()
    #expect(!FileManager.default.fileExists(atPath: file))
  }
}
