public import Ashlar
import AshlarStore
import Foundation

/// Sends what waits in a file's outbox to a server that speaks PostgreSQL's protocol, each object exactly once.
///
/// An object leaves the outbox when the server has committed it. When the sender, the server or the connection ends before that is written
/// down, it is sent again, and its primary key tells the server that it has it. Objects that the server refuses for their values are
/// quarantined with its words; they stay in the file. Tables are made with `ashlar sql`.
///
///     let ingest = Ingest(configuration: configuration, server: "service=weather")
///     try await ingest.run()
///
/// Several senders of one file, in one process or in several, take turns.
public final class Ingest: Sendable {
  let path: String
  private let server: String
  private let options: Options
  private let onEvent: @Sendable (Event) -> Void

  /// A sender; nothing is opened yet.
  /// - Parameters:
  ///   - configuration: of the Realm with the outbox; only its file matters. A Realm in memory has none, and stops the program.
  ///   - server: what libpq connects to: a URL (`postgresql://host/database`) or pairs (`host=… dbname=…`). What it leaves out, a
  ///     password above all, comes from libpq's environment variables, service file and password file. TLS is up to `sslmode`.
  ///   - onEvent: called with what happens, on the sender's thread.
  public init(
    configuration: Realm.Configuration, server: String, options: Options = Options(),
    onEvent: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    guard let path = configuration.fileURL?.path else { preconditionFailure("A Realm in memory has no file to send from: set 'fileURL'.") }
    self.path = path
    self.server = server
    self.options = options
    self.onEvent = onEvent
  }

  /// Sends what waits, and what comes, until the task is cancelled; then ends after the statement that is under way, or at once when the
  /// server does not answer. Outages are waited out. Never throws but `CancellationError` where the task was cancelled before it began.
  @discardableResult
  public func run() async throws -> Figures {
    try Task.checkCancellation()
    return try await start(isEndless: true)
  }

  /// Sends what waits, and returns when nothing does but what is quarantined.
  ///
  /// Throws `Failure` with the first thing that somebody has to mend, or that lasts: the server cannot be reached, a table is missing. What
  /// was sent until then is sent. Throws `CancellationError` when the task is cancelled.
  public func sendAll() async throws -> Figures {
    try Task.checkCancellation()
    return try await start(isEndless: false)
  }

  private func start(isEndless: Bool) async throws -> Figures {
    let stop = StopFlag()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A thread of its own: the file and the server are waited for.
        let thread = Thread { [path, server, options, onEvent] in
          let sender = Sender(path: path, server: server, options: options, stop: stop, onEvent: onEvent)
          continuation.resume(with: Result { try sender.run(isEndless: isEndless) })
        }
        thread.name = "ashlar ingest"
        thread.start()
      }
    } onCancel: {
      stop.set()
    }
  }
}
