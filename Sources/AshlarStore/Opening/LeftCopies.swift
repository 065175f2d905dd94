#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The temporary files of new files, `NAME.PROCESS-NUMBER.copying`, that remain if a process is killed while it writes a copy.
///
/// The number of a process does not show whether it still writes: other processes may get the number, and processes of other containers are
/// not visible. A writer therefore locks its temporary file (`flock`), and the system releases the lock when the process ends.
enum LeftCopies {
  private static let ending = ".copying"
  // The temporary files that this process writes. It does not open them to examine their locks: closing such a descriptor would release the
  // locks that SQLite has acquired on a file that it writes.
  private static let own = Guarded<Set<String>>([])

  /// The lock of a temporary file, which its writer holds.
  struct Writing {
    private let path: String
    private let descriptor: Int32

    /// Locks a file that the caller has just created. Returns nil if another process has removed it before it was locked.
    /// - Parameter descriptor: The descriptor of the file, which `end` closes.
    init?(_ path: String, _ descriptor: Int32) {
      var info = stat()
      // File systems without such locks report other errors. No process removes a file that it cannot lock.
      let isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
      guard !isTaken, fstat(descriptor, &info) == 0, info.st_nlink > 0 else {
        close(descriptor)
        return nil
      }
      (self.path, self.descriptor) = (path, descriptor)
      LeftCopies.own.withLock { _ = $0.insert(path) }
    }

    func end() {
      LeftCopies.own.withLock { _ = $0.remove(path) }
      close(descriptor)
    }
  }

  /// Returns the path of a temporary file of this process.
  /// - Parameters:
  ///   - place: The path of the file that it becomes.
  ///   - number: A number that is unique in the process.
  static func path(_ place: String, _ number: UInt64) -> String { "\(place).\(getpid())-\(number)\(ending)" }

  /// Removes the temporary files of a path that no process writes, and their lock files. A file that cannot be examined stays.
  static func remove(of place: String) {
    let folder = place.lastIndex(of: "/").map { place[...$0] } ?? ""
    let start = Array(place.dropFirst(folder.count).utf8) + [UInt8(ascii: ".")]
    guard let entries = opendir(folder.isEmpty ? "." : String(folder)) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in Array(bytes.prefix { $0 != 0 }) }
      if isCopy(name, start) { removeUnlocked(folder + String(decoding: name, as: UTF8.self)) }
    }
  }

  // Returns whether a name consists of `start`, two numbers and the ending, as `path` composes it.
  private static func isCopy(_ name: [UInt8], _ start: [UInt8]) -> Bool {
    guard name.starts(with: start), name.reversed().starts(with: ending.utf8.reversed()) else { return false }
    let middle = String(decoding: name.dropFirst(start.count).dropLast(ending.utf8.count), as: UTF8.self)
    let numbers = middle.split(separator: "-", omittingEmptySubsequences: false)
    return numbers.count == 2 && numbers.allSatisfy { UInt64($0) != nil }
  }

  private static func removeUnlocked(_ path: String) {
    if own.withLock({ $0.contains(path) }) { return }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    if descriptor < 0 { return }
    defer { close(descriptor) }
    // The lock is held until the file is removed, so that a process that has just created it notices.
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { NewFile.discard(path) }
  }
}
