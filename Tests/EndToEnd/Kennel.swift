import Foundation
import TestSupport
import Testing

/// A copy of the package of `Fixtures/Kennel`, which uses Ashlar from outside, and builds of it. Slow, and so only with
/// ASHLAR_END_TO_END=1.
struct Kennel {
  static let isWanted = ProcessInfo.processInfo.environment["ASHLAR_END_TO_END"] == "1"
  /// Where release builds are put, and with them the library.
  static let optimizedScratch = FileManager.default.temporaryDirectory.appending(path: "ashlar-end-to-end-build")
  /// Debug builds take the folder that `make test` names, where the library is built already; without one, they build it once more.
  private static let scratch =
    ProcessInfo.processInfo.environment["ASHLAR_SCRATCH"].map { URL(filePath: $0) }
    ?? FileManager.default.temporaryDirectory.appending(path: "ashlar-end-to-end-debug-build")

  let folder: TemporaryFolder
  var url: URL { folder.url.appending(path: "Kennel") }

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(at: Repository.folder.appending(path: "Tests/EndToEnd/Fixtures/Kennel"), to: url)
  }

  func swift(_ arguments: String..., environment: [String: String] = [:]) throws -> Shell.Result {
    try swift(arguments, environment: environment)
  }

  func swift(_ arguments: [String], environment: [String: String] = [:]) throws -> Shell.Result {
    try swift(arguments, in: Self.scratch, environment: environment)
  }

  /// Release builds use the plug-in that runs the installed command, which is the one beside the tests: they compile no tool.
  func optimized(_ arguments: String..., command: String? = nil) throws -> Shell.Result {
    let command = try command ?? #require(Repository.command).path(percentEncoded: false)
    return try swift(
      [arguments[0], "-c", "release"] + arguments.dropFirst(), in: Self.optimizedScratch,
      environment: ["KENNEL_PLUGIN": "AshlarGenerateInstalled", "ASHLAR": command])
  }

  private func swift(_ arguments: [String], in scratch: URL, environment: [String: String]) throws -> Shell.Result {
    try Shell.run(
      URL(filePath: "/usr/bin/env"),
      ["swift", arguments[0], "--scratch-path", scratch.path(percentEncoded: false), "-j", "2"] + arguments.dropFirst(),
      in: url,
      environment: environment.merging(["ASHLAR_PACKAGE": Repository.folder.path(percentEncoded: false)]) { _, package in package })
  }

  /// What its program prints.
  static let output = """
    dogs: Bello Fido Rex
    old: 2
    of Ada: 3
    collar: red
    of Kay: Fido Rex
    toy: rope
    for bones: Kay 30 90
    stored: 1

    """
}
