import AshlarStore
public import Foundation

/// A folder that is removed together with its owner.
public final class TemporaryFolder {
  /// The folder.
  public let url: URL

  /// Makes a folder.
  public init() throws {
    TestEngine.choose()
    url = FileManager.default.temporaryDirectory.appending(path: "ashlar-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of the folder.
  public var path: String { url.path }

  /// The path of a file in it.
  public func file(_ name: String) -> String { path + "/" + name }

  /// The names of what is in it, sorted.
  public func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

  /// Closes the files in it that are open only because they are idle. Those of other tests stay open.
  public func closeIdleFiles() throws { for name in try names() { EnvironmentRegistry.closeIdleFile(path: file(name)) } }

  /// Writes a file, and the folders above it.
  public func write(_ text: String, to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// The text of a file.
  public func text(_ path: String) throws -> String { try String(contentsOf: url.appending(path: path), encoding: .utf8) }
}
