/// The severity of a log message. As the level of a logger, the least severe level that is logged.
///
/// ```swift
/// Logger.shared.level = .warn
/// ```
public nonisolated enum LogLevel: UInt, Sendable {
  /// Nothing is logged.
  case off = 0
  /// The program is about to stop.
  case fatal = 1
  /// An operation has failed.
  case error = 2
  /// An unusual event that is probably not intended, such as a write that is cancelled because its thread ends.
  case warn = 3
  /// A rare but expected event, such as the compaction of a file.
  case info = 4
  /// Details of events that are logged with `info`.
  case detail = 5
  /// Events that help in debugging, such as the opening of a file.
  case debug = 6
  /// Steps of events that are logged with `debug`.
  case trace = 7
  /// Everything is logged.
  case all = 8

  /// The name of the level in swift-log.
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
