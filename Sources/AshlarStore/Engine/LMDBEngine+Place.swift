import CAshlar
import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// The file's path, its companion files and its free space.
extension LMDBEngine {
  /// Stores the descriptor of an environment's file and registers the descriptor to be closed in a forked child. Returns the identity of
  /// the file.
  static func watch(
    _ descriptor: UnsafeMutablePointer<Int32>, of environment: OpaquePointer
  ) -> (FileStatus.Identity?, ForkHandler) {
    descriptor.initialize(to: -1)
    mdb_env_get_fd(environment, descriptor)
    // LMDB leaves the descriptor inheritable; a program started by this process would hold the descriptor's locks as long as it runs.
    _ = fcntl(descriptor.pointee, F_SETFD, FD_CLOEXEC)
    return (FileStatus(descriptor.pointee).identity, ForkHandler(descriptor, ashlar_close_in_child))
  }

  /// Opens a second descriptor of the file, to hold locks. LMDB's own descriptor is inherited by any program that another thread starts
  /// while LMDB opens the file, and a lock on it would last as long as that program; the second descriptor is never inherited. Throws
  /// `StoreError.notAtItsPath` if the file at the path is no longer the one that LMDB opened.
  func openPairing() throws(StoreError) -> PrivateDescriptor {
    let number = open(path, O_RDWR | O_CLOEXEC)
    if number < 0 { throw LMDBCode.error(errno, path, "open") }
    let opened = PrivateDescriptor(number)
    if FileStatus(number).identity != identity { throw .notAtItsPath(path: path, isMissing: false) }
    return opened
  }

  /// Ensures that all processes that have the file open use the same lock files, and that all processes that use these lock files have this
  /// file open. Throws `StoreError.otherName` if the first condition is not met, and `.replacedInUse` if the second one is not met.
  /// - Parameter data: A descriptor of the file, which will hold the locks.
  func pairFiles(_ data: Int32) throws(StoreError) {
    var code: Int32 = 0
    var user: FileUser?
    let limit = ContinuousClock.now + LMDBEngine.longestInheritance
    for attempt in 0... {
      code = ashlar_pair_files(data, lockDescriptor, path + "-lock")
      if code != EBUSY, code != EEXIST { break }
      // If two processes try at the same time, both may fail, so each retries after a random time.
      if attempt >= 5 {
        // A child that another thread of a process forks has its descriptors, and their locks, until it executes its program. So these
        // locks can be those of a file that the process has closed, and end soon. A process that has the file open by another name is no
        // such child.
        user = identity.flatMap(FileUser.find)
        if code == EBUSY, let user, user.name != path { break }
        if .now > limit { break }
      }
      usleep(.random(in: 1000...20_000))
    }
    switch code {
    case 0: return
    case EBUSY: throw .otherName(path: path, process: user?.process, name: user?.name)
    case EEXIST: throw .replacedInUse(path: path)
    default: throw LMDBCode.error(code, path, "lock")
    }
  }

  // The maximum time for which an opening waits for inherited locks to end.
  private static let longestInheritance = Duration.seconds(2)

  /// Returns the durability of the next commit. Throws if the file is no longer at its path. A file with several names must not have a
  /// checkpoint, because a process that opens the file by another name would not find the checkpoint; so `.relaxed` becomes `.full`.
  func durabilityAtItsPath(_ durability: CommitDurability) throws(StoreError) -> CommitDurability {
    try linksAtItsPath() > 1 && durability == .relaxed ? .full : durability
  }

  /// Throws `StoreError.notAtItsPath` if the file is no longer at its path. The check is skipped if the file was found there less than a
  /// millisecond ago: if it has been moved since then, the next commit detects this.
  package func checkPath() throws(StoreError) {
    if isInMemory { return }
    if let pathFound, .now - pathFound < .milliseconds(1) { return }
    _ = try linksAtItsPath()
  }

  /// Returns the number of names (hard links) of the file. Throws if its path is no longer one of them.
  private func linksAtItsPath() throws(StoreError) -> UInt32 {
    guard let identity else { return 1 }
    var links: UInt32 = 1
    pathFound = nil
    let code = ashlar_find_file(path, identity.device, identity.inode, &links)
    switch code {
    case 0:
      pathFound = .now
      return links
    case ENOENT, ENOTDIR: throw .notAtItsPath(path: path, isMissing: true)
    case ESTALE: throw .notAtItsPath(path: path, isMissing: false)
    default: throw LMDBCode.error(code, path, "look for the file")
    }
  }

  /// Throws the error for a nonzero result code of a commit or a reservation of space. LMDB reports a short write only as a failure (EIO),
  /// so the reason is determined by a probe.
  func check(_ code: Int32, _ operation: String) throws(StoreError) {
    if code == 0 { return }
    let reason = code == EIO ? ashlar_probe_room(dataDescriptor) : code
    switch reason {
    case ENOSPC, EDQUOT, EFBIG: throw .noSpace(path: path)
    default: throw LMDBCode.error(code, path, operation)
    }
  }
}

/// Another process that has a file open.
struct FileUser {
  var process: Int32
  var name: String

  /// Returns another process that has the file open and is visible to this one; nil if there is none. Complexity: O(open files of the
  /// system).
  static func find(_ identity: FileStatus.Identity) -> FileUser? {
    guard let processes = opendir("/proc") else { return nil }
    defer { closedir(processes) }
    while let entry = readdir(processes) {
      guard let process = Int32(name(entry)), process != getpid(), let link = descriptor(of: process, to: identity).found else { continue }
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      guard readlink(link, &buffer, buffer.count - 1) > 0 else { continue }
      return FileUser(process: process, name: buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) })
    }
    return nil
  }

  /// Returns whether a process has a file open, or nil if this process may not inspect it. Complexity: O(open files of the process).
  static func hasOpen(_ process: Int32, _ identity: FileStatus.Identity) -> Bool? {
    let (isVisible, found) = descriptor(of: process, to: identity)
    return isVisible ? found != nil : nil
  }

  // Returns whether the process's descriptors can be listed, and the path in /proc of a descriptor that refers to the file; nil if there is
  // no such descriptor.
  private static func descriptor(of process: Int32, to identity: FileStatus.Identity) -> (isVisible: Bool, found: String?) {
    guard let files = opendir("/proc/\(process)/fd") else { return (false, nil) }
    defer { closedir(files) }
    while let file = readdir(files) {
      let link = "/proc/\(process)/fd/\(name(file))"
      if FileStatus(link).identity == identity { return (true, link) }
    }
    return (true, nil)
  }

  private static func name(_ entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafeBytes(of: &entry.pointee.d_name) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
