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

  // A function as a generic value gets another wrapper whenever it is handed in and out, a read included: in the end a call of all
  // of them would exhaust the stack.
  private final class Holder: Sendable {
    let sink: Sink

    init(_ sink: @escaping Sink) { self.sink = sink }
  }

  private static let holder = Guarded<Holder?>(nil)

  /// Messages go to `newSink` from now on; before, and with nil, they are dropped.
  public static func setSink(_ newSink: Sink?) { holder.withLock { $0 = newSink.map(Holder.init) } }

  static func write(_ level: Level, _ message: @autoclosure () -> String) { holder.withLock { $0 }?.sink(level, message) }
}
