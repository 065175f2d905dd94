public import Foundation

/// The package these tests belong to.
public enum Repository {
  /// The package's folder.
  public static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a file in the package.
  public static func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  /// The names in a folder of the package, sorted.
  public static func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path(percentEncoded: false)).sorted()
  }

  /// The command, which is built beside the tests; nil when it was not.
  public static let command: URL? = {
    let folders =
      [URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()]
      + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
    return folders.map { $0.appending(path: "ashlar") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }
  }()
}
