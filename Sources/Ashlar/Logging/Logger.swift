import AshlarStore
import Synchronization

/// Takes messages about what happens and no caller is told by an error: a write that waits for another one for seconds, a file
/// that goes back to its last sync, a compaction.
///
/// To hand them to swift-log, where `log` is one of its loggers:
///
///     Logger.shared = Logger(level: .info) { level, text in
///       log.log(level: level == .info ? .info : .warning, "\(text)")
///     }
public nonisolated final class Logger: Sendable {
  private let function: @Sendable (LogLevel, String) -> Void
  private let threshold: Atomic<UInt>

  /// Makes a logger.
  /// - Parameters:
  ///   - level: what is less important than this is dropped.
  ///   - logFunction: called with each message, on any thread and on several at once. It must not use a Realm.
  public init(level: LogLevel, logFunction: @escaping @Sendable (LogLevel, String) -> Void) {
    function = logFunction
    threshold = Atomic(level.rawValue)
  }

  /// What is less important than this is dropped. May be set at any time, on any thread.
  public var level: LogLevel {
    get { LogLevel(rawValue: threshold.load(ordering: .relaxed)) ?? .all }
    set { threshold.store(newValue.rawValue, ordering: .relaxed) }
  }

  private static let current = Guarded(Logger(level: .info, logFunction: StandardError.write))

  /// The logger of the process. At first it writes messages from `.info` on to standard error, a line for each, as swift-log's
  /// handler for streams does. May be set at any time, on any thread.
  public static var shared: Logger {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  func log(_ level: LogLevel, _ message: @autoclosure () -> String) {
    if level != .off, level.rawValue <= threshold.load(ordering: .relaxed) { function(level, message()) }
  }

  private static let storeIsConnected: Void = StoreLog.setSink { level, message in
    let level: LogLevel =
      switch level {
      case .error: .error
      case .warning: .warn
      case .info: .info
      case .debug: .debug
      }
    shared.log(level, message())
  }

  /// From now on messages of the store arrive here.
  static func connectStore() { _ = storeIsConnected }
}
