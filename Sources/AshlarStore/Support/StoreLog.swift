/// Logs conditions that are not reported as errors.
public enum StoreLog {
  /// The severity of a message.
  public enum Level: Sendable {
    case error
    case warning
    case info
    case debug
  }

  /// A receiver of messages. It calls `message`, which builds the text, only if it logs the message.
  public typealias Sink = @Sendable (_ level: Level, _ message: () -> String) -> Void

  // A function stored in a generic value is wrapped in another closure each time it is stored or read. After many reads, a call would
  // exhaust the stack.
  private final class Holder: Sendable {
    let sink: Sink

    init(_ sink: @escaping Sink) { self.sink = sink }
  }

  private static let holder = Guarded<Holder?>(nil)

  /// Sets the receiver of messages. With nil, and before the first call, messages are dropped.
  public static func setSink(_ newSink: Sink?) { holder.withLock { $0 = newSink.map(Holder.init) } }

  static func write(_ level: Level, _ message: @autoclosure () -> String) { holder.withLock { $0 }?.sink(level, message) }
}
