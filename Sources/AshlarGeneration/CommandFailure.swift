#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

internal import AshlarSchema
internal import AshlarCompiler

/// Why a sub-command ended early.
package enum CommandFailure: Error {
  /// Bad usage, an unreadable or missing file, no schema: exit code 2.
  case usage(String)
  /// The system refused something: exit code 2.
  case files(FileSystem.Failure)
  /// Everything has been said already: exit code 1.
  case refused
  /// A check failed, or a file is damaged: exit code 1.
  case failed(String)

  /// A symbolic link that leads to nothing.
  package static func danglingLink(_ path: String) -> CommandFailure {
    .usage("'\(path)' is a symbolic link to something that does not exist")
  }

  package var exitCode: Int32 {
    switch self {
    case .usage, .files: 2
    case .refused, .failed: 1
    }
  }

  /// What is still to be said.
  package var message: String? {
    switch self {
    case .usage(let text), .failed(let text): text
    case .files(let failure): "cannot \(failure.action) '\(failure.path)': \(failure.reason)"
    case .refused: nil
    }
  }

  /// Says what is still to be said, and ends the process.
  package func end() -> Never {
    if let message { FileSystem.print("error: \(PrintableText.escaped(message, keepsLines: true))\n", to: 2) }
    exit(exitCode)
  }
}
