/// Where the store says what happens that no caller is told by an error.
public enum StoreLog {
  /// How important a message is.
  public enum Level: Sendable {
    case error
    case warning
    case info
    case debug
  }

  /// Takes messages; the text is built only when a message is written.
  public typealias Sink = @Sendable (_ level: Level, _ message: () -> String) -> Void

  private static let sink = Guarded<Sink?>(nil)

  /// Messages go to `newSink` from now on; before, and with nil, they are dropped.
  public static func setSink(_ newSink: Sink?) { sink.withLock { $0 = newSink } }

  static func write(_ level: Level, _ message: @autoclosure () -> String) {
    guard let sink = sink.withLock({ $0 }) else { return }
    sink(level, message)
  }
}
