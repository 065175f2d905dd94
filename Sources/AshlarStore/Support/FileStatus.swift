#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the system says of a path.
struct FileStatus {
  /// A file, whichever path leads to it.
  struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  /// 0, or the error number for which nothing else is known.
  let code: Int32
  /// Whether the path's last name is that of a symbolic link; all else is said of what it leads to.
  let isLink: Bool
  private let info: stat

  init(_ path: String) {
    var info = stat()
    var code = lstat(path, &info) == 0 ? 0 : errno
    isLink = code == 0 && info.st_mode & S_IFMT == S_IFLNK
    if isLink { code = stat(path, &info) == 0 ? 0 : errno }
    self.code = code
    self.info = info
  }

  /// The file of a descriptor.
  init(_ descriptor: Int32) {
    var info = stat()
    code = fstat(descriptor, &info) == 0 ? 0 : errno
    isLink = false
    self.info = info
  }

  var isRegular: Bool { code == 0 && info.st_mode & S_IFMT == S_IFREG }

  /// The user that owns the file; nobody's number when there is no file.
  var owner: UInt32 { code == 0 ? info.st_uid : .max }

  /// How many names the file has.
  var links: Int { code == 0 ? Int(info.st_nlink) : 0 }

  /// In bytes; 0 when there is no file.
  var size: Int { code == 0 ? Int(info.st_size) : 0 }

  /// Nil when there is no file.
  var identity: Identity? {
    code == 0 ? Identity(device: UInt64(truncatingIfNeeded: info.st_dev), inode: UInt64(info.st_ino)) : nil
  }
}
