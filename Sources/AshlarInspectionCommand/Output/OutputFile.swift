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
  /// The file; nil for standard output.
  private let file: PendingFile?
  /// The path as the caller specified it, for messages.
  private let name: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 16

  /// - Parameters:
  ///   - path: The path of the file; nil for standard output.
  ///   - replaces: Whether an existing file is replaced; see `PendingFile`.
  init(_ path: String?, replaces: Bool = false) throws {
    file = try path.map { try PendingFile($0, replaces: replaces) }
    name = path ?? "standard output"
    descriptor = file?.descriptor ?? 1
  }

  /// Appends to the output the bytes that `body` appends to the buffer.
  func write(_ body: (inout [UInt8]) -> Void) throws {
    body(&buffer)
    if buffer.count >= OutputFile.bufferSize { try flush() }
  }

  /// Writes the remaining bytes. If the output is a file, renames it to its final name.
  func finish() throws {
    try flush()
    try file?.finish()
  }

  private func flush() throws {
    if file == nil, FileSystem.isTerminal(1) {
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
