internal import AshlarGeneration
internal import AshlarInspection

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Where much output goes: standard output, or a file that appears when it is finished.
final class OutputFile: ByteOutput {
  private let path: String?
  /// The path as given, for messages.
  private let name: String
  private let replaces: Bool
  private let temporary: String
  private let descriptor: Int32
  private var isOpen = true
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 16

  /// - Parameters:
  ///   - path: nil for standard output. A symbolic link stays one, and the file that it leads to is replaced.
  ///   - replaces: whether a file that exists is replaced. Otherwise it is an error, here or, when it appears meanwhile, in `finish`.
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
    unlink(temporary)  // left by a killed process with the same number
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

  /// Appends what `body` does to the bytes.
  func write(_ body: (inout [UInt8]) -> Void) throws {
    body(&buffer)
    if buffer.count >= OutputFile.bufferSize { try flush() }
  }

  /// Writes what is left, and gives the file its name.
  func finish() throws {
    try flush()
    guard let path else { return }
    // Takes the name first, so that no file that appeared meanwhile is replaced.
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

  /// Why a file is not written where one exists.
  static func taken(_ path: String) -> CommandFailure {
    .usage("'\(path)' exists; nothing was written. Choose another '--output', or '--force' to replace it")
  }

  private func flush() throws {
    if path == nil, FileSystem.isTerminal(1) {
      // Values may hold what a terminal would obey.
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
