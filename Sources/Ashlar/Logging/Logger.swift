import AshlarStore
import Synchronization

/// Logs events that no caller receives as an error: a write that waits for another one for several seconds, a file that is restored to its
/// last sync, a compaction.
///
/// ```swift
/// // Forwards messages to `log`, a logger of swift-log.
/// Logger.shared = Logger(level: .info) { level, text in
///   log.log(level: level == .info ? .info : .warning, "\(text)")
/// }
/// ```
public nonisolated final class Logger: Sendable {
  private let function: @Sendable (LogLevel, String) -> Void
  private let threshold: Atomic<UInt>

  /// Creates a logger.
  ///
  /// ```swift
  /// let logger = Logger(level: .debug) { level, text in print(level, text) }
  /// ```
  ///
  /// - Parameters:
  ///   - level: The least severe level that is logged.
  ///   - logFunction: Called with each message, on any thread and possibly on several at once. It must not use a Realm.
  public init(level: LogLevel, logFunction: @escaping @Sendable (LogLevel, String) -> Void) {
    function = logFunction
    threshold = Atomic(level.rawValue)
  }

  /// The least severe level that is logged. Thread-safe.
  public var level: LogLevel {
    get { LogLevel(rawValue: threshold.load(ordering: .relaxed)) ?? .all }
    set { threshold.store(newValue.rawValue, ordering: .relaxed) }
  }

  private static let current = Guarded(Logger(level: .info, logFunction: StandardError.write))

  /// The logger of the process; thread-safe. Initially, it writes messages of `.info` and more severe ones to standard error, one line
  /// each, in the format of swift-log's stream handler.
  ///
  /// ```swift
  /// Logger.shared.level = .debug
  /// ```
  public static var shared: Logger {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  package func log(_ level: LogLevel, _ message: @autoclosure () -> String) {
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

  /// Forwards messages of the store to the shared logger from now on.
  static func connectStore() { _ = storeIsConnected }
}
