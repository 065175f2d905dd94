#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The memory that the process may use.
package enum ProcessMemory {
  /// Returns the size in bytes: that of the machine, or the smallest limit of the control groups that contain the process.
  /// - Parameter root: The folder that contains `/proc` and `/sys`, for tests.
  static func limit(root: String = "") -> Int {
    let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    return groupLimits(root).reduce(machine, min)
  }

  /// Returns the limits in bytes of the control groups that contain the process.
  static func groupLimits(_ root: String) -> [Int] {
    guard let groups = text(root + "/proc/self/cgroup") else { return [] }
    var limits: [Int] = []
    for line in groups.split(separator: "\n") {
      // The number of the hierarchy, its controllers, and the path of the group.
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let (folder, file): (String, String)
      if fields[0] == "0", fields[1].isEmpty {
        (folder, file) = ("/sys/fs/cgroup", "memory.max")
      } else if fields[1].split(separator: ",").contains("memory") {
        (folder, file) = ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
      } else {
        continue
      }
      // The limits of all ancestors apply. In a container, the path may be that outside of it; then only the root exists.
      var parts = fields[2].split(separator: "/")
      while true {
        let path = root + folder + parts.map { "/" + $0 }.joined() + "/" + file
        // Without a limit, the file contains `max`, or a number that exceeds all memory.
        if let limit = text(path).flatMap({ Int($0.filter { !$0.isWhitespace }) }), limit > 0 { limits.append(limit) }
        if parts.isEmpty { break }
        parts.removeLast()
      }
    }
    return limits
  }

  // Returns the text of a small file; nil if it cannot be read.
  private static func text(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 16384)
    let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }
}
