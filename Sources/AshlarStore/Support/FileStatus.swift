#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The status of a file, as the system reports it for a path or a descriptor.
package struct FileStatus {
  /// The identity of a file, independent of the path.
  package struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  /// The error number, or 0. If it is not 0, the file's properties have default values.
  let code: Int32
  /// Whether the path itself is a symbolic link; everything else describes the link's target.
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

  /// Reads the status of an open file.
  init(_ descriptor: Int32) {
    var info = stat()
    code = fstat(descriptor, &info) == 0 ? 0 : errno
    isLink = false
    self.info = info
  }

  var isRegular: Bool { code == 0 && info.st_mode & S_IFMT == S_IFREG }

  /// The user who owns the file; `UInt32.max` if `code` is not 0.
  var owner: UInt32 { code == 0 ? info.st_uid : .max }

  /// The number of names (hard links) of the file; 0 if `code` is not 0.
  var links: Int { code == 0 ? Int(info.st_nlink) : 0 }

  /// The size in bytes; 0 if `code` is not 0.
  var size: Int { code == 0 ? Int(info.st_size) : 0 }

  /// The identity of the file; nil if `code` is not 0.
  var identity: Identity? {
    code == 0 ? Identity(device: UInt64(truncatingIfNeeded: info.st_dev), inode: UInt64(info.st_ino)) : nil
  }
}
