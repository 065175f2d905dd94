#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is known of a file before it is mapped. LMDB maps first and looks later: a truncated or damaged file would stop
/// the process with a signal. This reads with plain reads, changes nothing, and makes no file beside it.
enum FileCheck {
  enum Outcome: Equatable {
    /// Missing or empty: a new database.
    case new
    /// LMDB has created it, and nobody has committed yet: the process that created it was killed, or is about to commit. Opening it
    /// to write creates its trees.
    case withoutTrees
    case existing
  }

  /// O(pages) up to `StructureWalk.sizeLimit`, a few pages for larger files.
  static func check(_ path: String) throws(StoreError) -> Outcome { try check(path, FileStatus(path)) }

  /// As `check`, for a file whose status is known.
  /// - Parameter isWritable: whether the process must be allowed to write to it.
  static func check(_ path: String, _ status: FileStatus, isWritable: Bool = true) throws(StoreError) -> Outcome {
    guard status.code == 0 else {
      switch status.code {
      case ENOENT:
        try checkParent(of: path)
        return .new
      case EACCES, EPERM: throw .permissionDenied(path: path)
      // The first file that would be made.
      case ENOTDIR: throw .failed(path: path + ".lock", operation: "open", code: ENOTDIR, message: String(cString: strerror(ENOTDIR)))
      default: throw .failed(path: path, operation: "stat", code: status.code, message: String(cString: strerror(status.code)))
      }
    }
    guard status.isRegular else { throw .notAFile(path: path) }
    let file = try PageFile(path, isWritable: isWritable)
    if status.size == 0 { return .new }
    return try StructureWalk.check(file, scope: nil) ? .existing : .withoutTrees
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
