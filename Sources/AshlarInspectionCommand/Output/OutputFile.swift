internal import AshlarGeneration
internal import AshlarInspection

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A destination for large output: standard output, or a file that appears only once it is complete.
final class OutputFile: ByteOutput {
  private let path: String?
  /// The path as given by the caller, for messages.
  private let name: String
  private let replaces: Bool
  private let temporary: String
  private let descriptor: Int32
  private var isOpen = true
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 16

  /// - Parameters:
  ///   - path: The path of the file; nil for standard output. A symbolic link is preserved, and its target is replaced.
  ///   - replaces: Whether an existing file is replaced. Otherwise, an existing file is an error, which this initializer throws, or
  ///     `finish` if the file appears meanwhile.
  init(_ path: String?, replaces: Bool = false) throws {
    self.path = path.map(FileSystem.resolved)
    name = path ?? "standard output"
    self.replaces = replaces
    guard let path = self.path else {
      (temporary, descriptor) = ("", 1)
      return
    }
    switch FileSystem.kind(of: path) {
    case .file, .nothing: break
    case .folder: throw CommandFailure.files(FileSystem.Failure("write", name, reason: "it is a folder, not a file"))
    case .other(let what): throw CommandFailure.files(FileSystem.Failure("write", name, reason: "it is \(what), not a file"))
    }
    if !replaces, FileSystem.isTaken(name) { throw OutputFile.taken(name) }
    temporary = "\(path).\(getpid()).tmp"
    unlink(temporary)  // left by a killed process with the same id
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor < 0 {
      isOpen = false
      throw CommandFailure.files(FileSystem.Failure("write", temporary))
    }
  }

  deinit {
    guard isOpen, path != nil else { return }
    close(descriptor)
    unlink(temporary)
  }

  /// Appends to the output the bytes that `body` appends to the buffer.
  func write(_ body: (inout [UInt8]) -> Void) throws {
    body(&buffer)
    if buffer.count >= OutputFile.bufferSize { try flush() }
  }

  /// Writes the remaining bytes. If the output is a file, renames it to its final name.
  func finish() throws {
    try flush()
    guard let path else { return }
    // An empty file is created exclusively first, so that a file created since the check is not replaced.
    if !replaces {
      let placeholder = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      guard placeholder >= 0 else { throw errno == EEXIST ? OutputFile.taken(name) : .files(FileSystem.Failure("write", name)) }
      close(placeholder)
    }
    isOpen = false
    if close(descriptor) != 0 || rename(temporary, path) != 0 {
      let failure = FileSystem.Failure("write", name)
      unlink(temporary)
      if !replaces { unlink(path) }
      throw CommandFailure.files(failure)
    }
  }

  /// Returns the error for an output file that already exists.
  static func taken(_ path: String) -> CommandFailure {
    .usage("'\(path)' already exists; nothing was written. Choose another '--output', or replace it with '--force'")
  }

  private func flush() throws {
    if path == nil, FileSystem.isTerminal(1) {
      // Values may contain characters that a terminal would interpret.
      FileSystem.print(String(decoding: buffer, as: UTF8.self), to: 1)
      return buffer.removeAll(keepingCapacity: true)
    }
    var written = 0
    while written < buffer.count {
      let count = buffer.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written) }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { throw CommandFailure.files(FileSystem.Failure("write", name)) }
      written += count
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

private func systemWrite(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int { write(file, buffer, count) }
