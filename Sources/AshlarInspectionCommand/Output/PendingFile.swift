internal import AshlarGeneration

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file that is written under a temporary name, and renamed once it is complete. If `finish` is never called, it is removed.
final class PendingFile {
  /// The path of the temporary file, which is empty at first.
  let temporary: String
  /// The open temporary file.
  let descriptor: Int32
  private let path: String
  /// The path as the caller specified it, for messages.
  private let name: String
  private let replaces: Bool
  private var isOpen = true

  /// - Parameters:
  ///   - path: The final path. A symbolic link is preserved, and its target is replaced.
  ///   - replaces: Whether an existing file is replaced. Otherwise, an existing file is an error, which this initializer throws, or
  ///     `finish` if the file appears meanwhile.
  init(_ name: String, replaces: Bool) throws(CommandFailure) {
    let path = FileSystem.resolved(name)
    self.path = path
    self.name = name
    self.replaces = replaces
    switch FileSystem.kind(of: path) {
    case .file, .nothing: break
    case .folder: throw .files(FileSystem.Failure("write", name, reason: "it is a folder, not a file"))
    case .other(let what): throw .files(FileSystem.Failure("write", name, reason: "it is \(what), not a file"))
    }
    if !replaces, FileSystem.isTaken(name) { throw PendingFile.taken(name) }
    temporary = "\(path).\(getpid()).tmp"
    unlink(temporary)  // left by a killed process with the same id
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor < 0 {
      isOpen = false
      throw .files(FileSystem.Failure("write", temporary))
    }
  }

  deinit {
    guard isOpen else { return }
    close(descriptor)
    unlink(temporary)
  }

  /// Renames the file to its final name.
  /// - Parameter syncs: Whether the file is first synced to the disk.
  func finish(syncing syncs: Bool = false) throws(CommandFailure) {
    if syncs, fsync(descriptor) != 0 { throw .files(FileSystem.Failure("write", name)) }
    // An empty file is created exclusively first, so that a file created since the check is not replaced.
    if !replaces {
      let placeholder = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      guard placeholder >= 0 else { throw errno == EEXIST ? PendingFile.taken(name) : .files(FileSystem.Failure("write", name)) }
      close(placeholder)
    }
    isOpen = false
    if close(descriptor) != 0 || rename(temporary, path) != 0 {
      let failure = FileSystem.Failure("write", name)
      unlink(temporary)
      if !replaces { unlink(path) }
      throw .files(failure)
    }
  }

  /// Returns the error for an output file that already exists.
  static func taken(_ path: String) -> CommandFailure {
    .usage("'\(path)' already exists; nothing was written. Choose another '--output', or replace it with '--force'")
  }
}
