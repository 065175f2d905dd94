#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Checks a file before it is mapped. LMDB maps a file before it checks it, so a truncated or damaged file could stop the process with a
/// signal. This check uses plain reads and does not change the file. It creates no other file, unless another process changes the file
/// during several attempts; see `StructureWalk.check`.
enum FileCheck {
  enum Outcome: Equatable {
    /// The file is missing or empty: a new database.
    case new
    /// A file that LMDB created, but without a commit: the process that created it was killed or is about to commit. Opening it for writing
    /// creates its trees.
    case withoutTrees
    case existing
  }

  /// Checks a file. Throws `StoreError.keyMissing`, `.wrongKey` or `.notEncrypted` if `key` is not that of the file. Complexity: O(pages)
  /// if the file has at most `StructureWalk.sizeLimit` bytes; of a larger file, only a few pages are read.
  static func check(_ path: String, key: EncryptionKey? = nil) throws(StoreError) -> Outcome { try check(path, FileStatus(path), key: key) }

  /// Checks a file whose status is known.
  /// - Parameters:
  ///   - key: The key of an encrypted file; nil for a file that is not encrypted.
  ///   - isWritable: Whether the process must have permission to write to the file.
  ///   - isWriting: Whether the file is refused if unknown features prevent writing to it; nil for the value of `isWritable`.
  static func check(
    _ path: String, _ status: FileStatus, key: EncryptionKey?, isWritable: Bool = true, isWriting: Bool? = nil
  ) throws(StoreError) -> Outcome {
    guard status.code == 0 else {
      switch status.code {
      case ENOENT:
        try checkParent(of: path)
        return .new
      case EACCES, EPERM: throw .permissionDenied(path: path)
      // The error names the lock file, which would be created first.
      case ENOTDIR: throw .failed(path: path + ".lock", operation: "open", code: ENOTDIR, message: String(cString: strerror(ENOTDIR)))
      default: throw .failed(path: path, operation: "stat", code: status.code, message: String(cString: strerror(status.code)))
      }
    }
    guard status.isRegular else { throw .notAFile(path: path) }
    let file = try PageFile(path, isWritable: isWritable)
    if status.size == 0 { return .new }
    return try StructureWalk.check(file, key: key, scope: nil, isWriting: isWriting ?? isWritable) ? .existing : .withoutTrees
  }

  private static func checkParent(of path: String) throws(StoreError) {
    guard let slash = path.lastIndex(of: "/") else { return }
    let parent = String(path[..<slash])
    guard !parent.isEmpty else { return }
    var info = stat()
    guard stat(parent, &info) == 0 else { throw .notFound(path: parent) }
    guard info.st_mode & S_IFMT == S_IFDIR else { throw .notAFile(path: parent) }
  }
}
