/// One file of a schema, already read: the compiler itself touches no file system.
public struct SourceFile: Hashable, Sendable {
  /// The maximum size of a file, in bytes. A reader may stop one byte after it.
  public static let sizeLimit = 8 << 20

  /// The path as the caller gave it; diagnostics print it unchanged.
  public var path: String
  /// The file's bytes.
  public var bytes: [UInt8]

  /// Whether it is read as Swift.
  public var isSwift: Bool { path.hasSuffix(".swift") }

  /// Whether `@Persisted` occurs in it.
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

  /// Makes a source file from bytes.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Makes a source file from text.
  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }
}
