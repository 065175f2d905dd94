#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

internal import AshlarSchema
internal import AshlarCompiler

/// The reason why a subcommand failed.
package enum CommandFailure: Error {
  /// Bad usage, an unreadable or missing file, or no schema. Exit code 2.
  case usage(String)
  /// A system call failed. Exit code 2.
  case files(FileSystem.Failure)
  /// All errors have already been printed. Exit code 1.
  case refused
  /// A check failed, or a file is damaged. Exit code 1.
  case failed(String)

  /// Returns the failure for a symbolic link whose target does not exist.
  package static func danglingLink(_ path: String) -> CommandFailure {
    .usage("'\(path)' is a symbolic link to something that does not exist")
  }

  package var exitCode: Int32 {
    switch self {
    case .usage, .files: 2
    case .refused, .failed: 1
    }
  }

  /// The message to print; nil if all errors have already been printed.
  package var message: String? {
    switch self {
    case .usage(let text), .failed(let text): text
    case .files(let failure): "cannot \(failure.action) '\(failure.path)': \(failure.reason)"
    case .refused: nil
    }
  }

  /// Prints the message, if there is one, and ends the process.
  package func end() -> Never {
    if let message { FileSystem.print("error: \(PrintableText.escaped(message, keepsLines: true))\n", to: 2) }
    exit(exitCode)
  }
}
