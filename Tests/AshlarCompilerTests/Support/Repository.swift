import Foundation

/// The package these tests belong to.
enum Repository {
  /// The package's folder.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The text of a file in the package.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  /// The names in a folder of the package, sorted.
  static func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path(percentEncoded: false)).sorted()
  }
}
