/// A file of a schema, with its contents, because the compiler itself does not access the file system.
public struct SourceFile: Hashable, Sendable {
  /// The maximum size of a file, in bytes. A caller need not read more than one byte beyond this size.
  public static let sizeLimit = 8 << 20

  /// The path as the caller specified it, which diagnostics contain unchanged.
  public var path: String
  /// The contents of the file.
  public var bytes: [UInt8]

  /// Whether the file is Swift rather than YAML: whether its path ends in `.swift`.
  public var isSwift: Bool { Self.isSwift(path) }

  /// Returns whether the file at a path is Swift rather than YAML: whether the path ends in `.swift`.
  package static func isSwift(_ path: String) -> Bool { path.hasSuffix(".swift") }

  /// Whether the file contains the text `@Persisted`.
  public var mentionsPersisted: Bool {
    let word = Array("@Persisted".utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index + word.count <= bytes.count {
        if bytes[index] == word[0], word.indices.allSatisfy({ bytes[index + $0] == word[$0] }) { return true }
        index += 1
      }
      return false
    }
  }

  /// Creates a source file from bytes.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Creates a source file from text.
  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }
}
