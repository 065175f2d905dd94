public import Foundation

/// Runs other programs.
public enum Shell {
  /// What a program left behind.
  public struct Result {
    /// The exit status, or the signal that ended it.
    public var status: Int32
    /// What it wrote to standard output.
    public var output: String
    /// What it wrote to standard error.
    public var errors: String
  }

  /// A program of this package: beside the test bundle, or beside the folder that holds it.
  public static func built(_ name: String) -> URL {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") { folder = bundle.bundleURL.deletingLastPathComponent() }
    return folder.appendingPathComponent(name)
  }

  /// Runs a program to its end.
  public static func run(_ program: URL, _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]) throws -> Result
  {
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
