#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The path of a file without symbolic links, `.` and `..`. Companion files of a database, such as its lock files, are beside the file at
/// this path, even if the database was opened at another path.
enum RealPath {
  private static let maximumLinks = 40

  /// Resolves a path. The file need not exist, but its folder must; otherwise the path is returned unchanged.
  static func of(_ path: String) -> String {
    var path = path
    for _ in 0..<maximumLinks {
      if let found = existing(path) { return found }
      guard errno == ENOENT, let (folder, name) = split(path), let parent = existing(folder) else { return path }
      let place = parent == "/" ? "/" + name : parent + "/" + name
      // A symbolic link whose target does not exist yet is followed.
      guard let target = target(place) else { return place }
      path = target.utf8.first == UInt8(ascii: "/") ? target : parent + "/" + target
    }
    return path
  }

  private static func existing(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private static func split(_ path: String) -> (folder: String, name: String)? {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let name = String(path[path.index(after: slash)...])
    if name.isEmpty || name == "." || name == ".." { return nil }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
  }

  private static func target(_ link: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(link, start, buffer.count - 1)
      guard count > 0 else { return nil }
      buffer[count] = 0
      return String(cString: start)
    }
  }
}
