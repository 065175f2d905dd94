import Foundation

/// Runs other programs.
enum Shell {
  /// What a program left behind.
  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs a program to its end.
  static func run(_ program: URL, _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]) throws -> Result {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
    // Into files, not pipes: a full pipe would stop the program.
    let temporary = try TemporaryFolder()
    let paths = ["out", "err"].map { temporary.url.appending(path: $0) }
    for path in paths { try Data().write(to: path) }
    let handles = try paths.map { try FileHandle(forWritingTo: $0) }
    process.standardOutput = handles[0]
    process.standardError = handles[1]
    try process.run()
    process.waitUntilExit()
    let texts = try paths.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return Result(status: process.terminationStatus, output: texts[0], errors: texts[1])
  }
}

/// A folder that goes away with its owner.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "ashlar-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file, and the folders above it.
  func write(_ text: String, to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// The text of a file.
  func text(_ path: String) throws -> String { try String(contentsOf: url.appending(path: path), encoding: .utf8) }
}

/// Where things are.
enum Places {
  /// The folder of the package.
  static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The command, which is built beside the tests; nil when it was not.
  static let command: URL? = {
    let folders =
      [URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()]
      + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
    return folders.map { $0.appending(path: "ashlar") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }
  }()
}
