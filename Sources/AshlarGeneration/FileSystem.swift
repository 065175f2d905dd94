#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

internal import AshlarSchema
internal import AshlarCompiler

/// The command's file operations. They use only the C library, because Foundation would double the command's start-up time.
package enum FileSystem {
  /// The type of the file at a path.
  package enum Kind: Equatable {
    case file, folder, nothing
    /// A pipe, a socket or a device, with a description for messages.
    case other(String)
  }

  /// A failed system call, with the system's reason.
  package struct Failure: Error {
    package var path: String
    package var action: String
    package var reason: String

    package init(_ action: String, _ path: String, code: Int32 = errno) {
      self.init(action, path, reason: String(cString: strerror(code)))
    }

    package init(_ action: String, _ path: String, reason: String) {
      self.path = path
      self.action = action
      self.reason = reason
    }
  }

  /// Identifies a file: equal for two paths only if both refer to the same file.
  package struct Identity: Hashable {
    package var device: UInt64
    package var node: UInt64
  }

  /// Returns the type of the file at a path, following symbolic links.
  package static func kind(of path: String) -> Kind {
    status(of: path).map(kind) ?? .nothing
  }

  /// Returns whether a path is a symbolic link whose target does not exist.
  package static func isDanglingLink(_ path: String) -> Bool {
    var status = stat()
    return kind(of: path) == .nothing && lstat(path, &status) == 0
  }

  private static func kind(of status: stat) -> Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFIFO: .other("a pipe")
    case S_IFSOCK: .other("a socket")
    default: .other("a device")
    }
  }

  /// Opens a regular file for reading. Other types are rejected. `O_NONBLOCK` is set because opening a pipe without a writer would
  /// otherwise block.
  private static func openFile(_ path: String) throws(Failure) -> Int32 {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else {
      let failure = Failure("read", path)
      // A socket cannot be opened.
      if case .other(let what) = kind(of: path) { throw Failure("read", path, reason: "it is \(what), not a file") }
      throw failure
    }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      let failure = Failure("read", path)
      close(file)
      throw failure
    }
    switch kind(of: status) {
    case .file: return file
    case .folder, .nothing:
      close(file)
      throw Failure("read", path, reason: "it is a folder, not a file")
    case .other(let what):
      close(file)
      throw Failure("read", path, reason: "it is \(what), not a file")
    }
  }

  /// Returns the file's identity; nil if the file does not exist or is inaccessible.
  package static func identity(of path: String) -> Identity? {
    status(of: path).map { Identity(device: UInt64(truncatingIfNeeded: $0.st_dev), node: UInt64(truncatingIfNeeded: $0.st_ino)) }
  }

  /// Returns the identity of an open file; nil if it is not a regular file.
  package static func identity(ofOpen descriptor: Int32) -> Identity? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Identity(device: UInt64(truncatingIfNeeded: status.st_dev), node: UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// Returns whether anything exists at a path, including a symbolic link whose target does not exist.
  package static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Returns the names in a folder, sorted by their bytes, except names that begin with a dot.
  package static func names(in folder: String) throws(Failure) -> [String] {
    guard let stream = opendir(folder) else { throw Failure("read the folder", folder) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.ordered(byBytes: { $0 })
  }

  /// Returns the bytes of a file. If there are more than `limit`, returns the first `limit` + 1, so that the caller can determine that the
  /// limit is exceeded.
  package static func read(_ path: String, limit: Int = .max) throws(Failure) -> [UInt8] {
    let file = try openFile(path)
    defer { close(file) }
    return try read(file, path, limit: limit)
  }

  /// Returns all bytes of standard input.
  package static func readStandardInput() throws(Failure) -> [UInt8] { try read(0, "standard input", limit: .max) }

  private static func read(_ file: Int32, _ path: String, limit: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    // Reserve the capacity, because the first access to new memory costs more than reading. The size is an estimate: the file may grow.
    var status = stat()
    if fstat(file, &status) == 0, status.st_size > 0, Int(status.st_size) <= limit { bytes.reserveCapacity(Int(status.st_size)) }
    let most = limit == .max ? limit : limit + 1
    var chunk = [UInt8](repeating: 0, count: min(1 << 18, most))
    while bytes.count < most {
      let count = systemRead(file, &chunk, min(chunk.count, most - bytes.count))
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure("read", path)
      }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Returns whether the contents of a file are exactly these bytes.
  package static func holds(_ bytes: [UInt8], _ path: String) throws(Failure) -> Bool {
    let file = try openFile(path)
    defer { close(file) }
    var status = stat()
    if fstat(file, &status) == 0, Int(status.st_size) != bytes.count { return false }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var compared = 0
    while true {
      let count = systemRead(file, &chunk, chunk.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure("read", path)
      }
      if count == 0 { return compared == bytes.count }
      guard count <= bytes.count - compared else { return false }
      let isEqual = bytes.withUnsafeBytes { all in chunk.withUnsafeBytes { part in equal(all, from: compared, part, count) } }
      guard isEqual else { return false }
      compared += count
    }
  }

  private static func equal(_ all: UnsafeRawBufferPointer, from start: Int, _ part: UnsafeRawBufferPointer, _ count: Int) -> Bool {
    guard let a = all.baseAddress, let b = part.baseAddress else { return count == 0 }
    return memcmp(a + start, b, count) == 0
  }

  /// Creates a folder and its missing parents. Throws if there is anything but a folder at one of these paths.
  package static func makeFolder(_ path: String) throws(Failure) {
    if path.isEmpty { return }
    switch kind(of: path) {
    case .folder: return
    case .file: throw Failure("make the folder", path, reason: "it is a file, not a folder")
    case .other(let what): throw Failure("make the folder", path, reason: "it is \(what), not a folder")
    case .nothing: break
    }
    if let slash = path.dropLast().lastIndex(of: "/") { try makeFolder(String(path[..<slash])) }
    if mkdir(path, 0o777) == 0 { return }
    let failure = Failure("make the folder", path)
    // Another process may have created the folder.
    if kind(of: path) != .folder { throw failure }
  }

  /// Writes a file atomically. If the path is a symbolic link to a file, that file is replaced. The permissions of an existing file are
  /// retained.
  package static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let before = status(of: path)
    switch before.map(kind) {
    case nil, .file?, .nothing?: break
    case .folder?: throw Failure("write", path, reason: "it is a folder, not a file")
    case .other(let what)?: throw Failure("write", path, reason: "it is \(what), not a file")
    }
    let path = resolved(path)
    let temporary = "\(path).\(getpid()).tmp"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    var file = open(temporary, flags, 0o666)
    if file < 0, errno == EEXIST {
      // A process that was killed left the file. It is not opened: it can be a link to another file.
      unlink(temporary)
      file = open(temporary, flags, 0o666)
    }
    guard file >= 0 else { throw Failure("write", temporary) }
    // Ignore errors: not every file system supports permissions.
    if let before { _ = fchmod(file, before.st_mode & 0o7777) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { systemWrite(file, $0.baseAddress.map { $0 + written }, $0.count - written) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let failure = Failure("write", temporary)
        close(file)
        unlink(temporary)
        throw failure
      }
      written += count
    }
    guard close(file) == 0, rename(temporary, path) == 0 else {
      let failure = Failure("write", path)
      unlink(temporary)
      throw failure
    }
  }

  /// Returns the size of a file, and its modification time in seconds and nanoseconds, as text.
  package static func state(of path: String) throws(Failure) -> String {
    guard let status = status(of: path) else { throw Failure("read", path) }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return "\(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
  }

  /// Removes a file.
  package static func remove(_ path: String) throws(Failure) {
    if unlink(path) != 0 { throw Failure("remove", path) }
  }

  /// Creates a file. Returns false, and changes nothing, if the path exists.
  package static func create(_ bytes: [UInt8], at path: String) throws(Failure) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if file < 0, errno == EEXIST { return false }
    guard file >= 0 else { throw Failure("write", path) }
    close(file)
    do throws(Failure) {
      try write(bytes, to: path)
    } catch {
      unlink(path)
      throw error
    }
    return true
  }

  /// Returns the path without symbolic links; the same path if it cannot be resolved, for example because no file exists there.
  package static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Prints to standard output (1) or standard error (2). On a terminal, control characters, which names may contain, are escaped.
  ///
  /// Ends the process with an error if standard output does not accept the text: a command whose output is truncated has failed.
  package static func print(_ text: String, to file: Int32) {
    printVerbatim(isTerminal(file) ? PrintableText.escaped(text, keepsLines: true) : text, to: file)
  }

  /// Prints text without escaping its control characters, which must come from the command itself.
  package static func printVerbatim(_ text: String, to file: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var written = 0
      while written < bytes.count {
        let count = systemWrite(file, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count < 0, errno == EINTR { continue }
        // A failure to write to standard error cannot be reported.
        if count <= 0, file == 1 { CommandFailure.files(Failure("write", "standard output")).end() }
        if count <= 0 { return }
        written += count
      }
    }
  }

  /// Returns whether standard output (1) or standard error (2) is a terminal.
  package static func isTerminal(_ file: Int32) -> Bool { isatty(file) == 1 }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}

// Inside `FileSystem`, name lookup finds its own `read` and `write` first.
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int { read(file, buffer, count) }
private func systemWrite(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int { write(file, buffer, count) }
