/// How important a message of the log is, from the most important one; as a logger's level, what it takes at most.
public nonisolated enum LogLevel: UInt, Sendable {
  /// Nothing is logged.
  case off = 0
  /// The program is about to stop.
  case fatal = 1
  /// Something failed.
  case error = 2
  /// Something that was probably not meant to happen, such as a write that is cancelled since its thread ends.
  case warn = 3
  /// Something rare that is as it should be, such as a file that is compacted.
  case info = 4
  /// More about such things.
  case detail = 5
  /// What helps to find mistakes, such as the opening of a file.
  case debug = 6
  /// Steps of what is logged with `debug`.
  case trace = 7
  /// Everything.
  case all = 8

  /// What swift-log calls it.
  var commonName: String {
    switch self {
    case .off, .fatal: "critical"
    case .error: "error"
    case .warn: "warning"
    case .info: "info"
    case .detail, .debug: "debug"
    case .trace, .all: "trace"
    }
  }
}
