#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is known of a file before it is mapped. LMDB maps first and looks later: a truncated file would stop the process
/// with a signal. This reads the two header pages with plain reads and changes nothing.
///
/// Layout of an LMDB 0.9 meta page on 64-bit systems: page header 16 bytes; magic UInt32, version UInt32, address 8 bytes,
/// map size 8; two database records of 48 bytes, the first of which begins with the page size UInt32; last page UInt64;
/// transaction id UInt64.
enum FileCheck {
  enum Outcome: Equatable {
    /// Missing or empty: a new database.
    case new
    case existing
  }

  private static let magic: UInt32 = 0xBEEF_C0DE
  private static let version: UInt32 = 1
  private static let metaSize = 152

  static func check(_ path: String) throws(StoreError) -> Outcome {
    var info = stat()
    guard stat(path, &info) == 0 else {
      switch errno {
      case ENOENT:
        try checkParent(of: path)
        return .new
      case EACCES, EPERM: throw .permissionDenied(path: path)
      case ENOTDIR: throw .notAFile(path: path)
      default: throw .failed(path: path, operation: "stat", code: errno, message: String(cString: strerror(errno)))
      }
    }
    guard info.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    let size = UInt64(info.st_size)
    if size == 0 { return .new }

    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == EACCES || errno == EPERM { throw .permissionDenied(path: path) }
      throw .failed(path: path, operation: "open", code: errno, message: String(cString: strerror(errno)))
    }
    defer { close(file) }
    guard size >= UInt64(metaSize) else { throw .notADatabase(path: path, reason: .tooSmall(bytes: size)) }
    guard let first = readMeta(file, at: 0), first.pageSize >= 512, first.pageSize <= 65536,
      first.pageSize & (first.pageSize - 1) == 0
    else { throw .notADatabase(path: path, reason: .wrongSignature) }
    guard let second = readMeta(file, at: first.pageSize) else {
      if size < UInt64(first.pageSize * 2) {
        throw .truncated(path: path, needed: UInt64(first.pageSize * 2), found: size)
      }
      throw .damaged(path: path, detail: "its second header page has no signature")
    }
    let newest = second.transaction > first.transaction ? second : first
    let (needed, overflow) = (newest.lastPage &+ 1).multipliedReportingOverflow(by: UInt64(first.pageSize))
    guard !overflow, newest.lastPage < UInt64.max else {
      throw .damaged(path: path, detail: "its header names page \(newest.lastPage) as the last")
    }
    guard needed <= size else { throw .truncated(path: path, needed: needed, found: size) }
    return .existing
  }

  private static func checkParent(of path: String) throws(StoreError) {
    guard let slash = path.lastIndex(of: "/") else { return }
    let parent = String(path[..<slash])
    guard !parent.isEmpty else { return }
    var info = stat()
    guard stat(parent, &info) == 0 else { throw .notFound(path: parent) }
    guard info.st_mode & S_IFMT == S_IFDIR else { throw .notAFile(path: parent) }
  }

  private static func readMeta(_ file: Int32, at offset: Int) -> (pageSize: Int, lastPage: UInt64, transaction: UInt64)? {
    withUnsafeTemporaryAllocation(byteCount: metaSize, alignment: 8) { buffer in
      guard pread(file, buffer.baseAddress, metaSize, off_t(offset)) == metaSize,
        buffer.load(fromByteOffset: 16, as: UInt32.self) == magic,
        buffer.load(fromByteOffset: 20, as: UInt32.self) == version
      else { return nil }
      return (
        Int(buffer.load(fromByteOffset: 40, as: UInt32.self)), buffer.load(fromByteOffset: 136, as: UInt64.self),
        buffer.load(fromByteOffset: 144, as: UInt64.self)
      )
    }
  }
}
