public import Ashlar
import AshlarStore
import Foundation

/// Sends the objects in a file's outbox to a server that uses PostgreSQL's protocol, each object exactly once.
///
/// An object is removed from the outbox after the server has committed it. If the sender, the server or the connection fails before the
/// removal is committed to the file, the object is sent again, and the server recognizes it by its primary key. Objects whose values the
/// server rejects are quarantined with the server's message; they remain in the file. The command `ashlar sql` prints the SQL statements
/// that create the server's tables.
///
///     let ingest = Ingest(configuration: configuration, server: "service=weather")
///     try await ingest.run()
///
/// Several senders of one file, in one process or in several, take turns. docs/outbox.md describes tables, senders and quarantine.
public final class Ingest: Sendable {
  let file: OutboxFile
  private let server: String
  private let options: Options
  private let onEvent: @Sendable (Event) -> Void

  /// Creates a sender. Does not open the file or connect to the server.
  ///
  ///     let ingest = Ingest(configuration: configuration, server: "postgresql://db.example/weather") { event in print(event) }
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the Realm with the outbox. Only the path of its file and its encryption key are used.
  ///     If the key is not that of the file, sending fails. The configuration of an in-memory Realm, which has no outbox, stops the
  ///     program.
  ///   - server: A libpq connection string, either a URL (`postgresql://host/database`) or pairs (`host=… dbname=…`). libpq's environment
  ///     variables, service file and password file supply omitted parameters, in particular the password. `sslmode` determines whether TLS
  ///     is used.
  ///   - options: Batch sizes, delays and timeouts.
  ///   - onEvent: Called for every event, on the sender's thread.
  public init(
    configuration: Realm.Configuration, server: String, options: Options = Options(),
    onEvent: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    guard let path = configuration.fileURL?.path else {
      preconditionFailure("An in-memory Realm has no file whose objects could be sent: set 'fileURL'.")
    }
    file = OutboxFile(path, Result { try configuration.key })
    self.server = server
    self.options = options
    self.onEvent = onEvent
  }

  /// Sends the objects in the outbox, and those that are added later, until the task is cancelled.
  ///
  ///     let sending = Task { try await ingest.run() }
  ///     // … and when the program ends:
  ///     sending.cancel()
  ///     let figures = try await sending.value
  ///
  /// After cancellation, the method returns without waiting for the result of the statement in progress; the next run sends the objects of
  /// that statement again, and the server recognizes those that it already stores. While the server or the file is unavailable, the method
  /// waits and retries. The only error is `CancellationError`, which is thrown if the task was cancelled before the call.
  @discardableResult
  public func run() async throws -> Figures {
    try Task.checkCancellation()
    return try await start(isEndless: true)
  }

  /// Sends the objects in the outbox, and returns when only quarantined objects remain. While another sender sends from the file, the
  /// method waits.
  ///
  ///     let figures = try await ingest.sendAll()
  ///     print("\(figures.sent) sent, \(figures.quarantined) quarantined")
  ///
  /// Throws `Failure` for the first problem that persists or must be corrected by hand, such as an unreachable server or a missing table.
  /// Objects that were sent before the problem occurred remain on the server. Throws `CancellationError` if the task is cancelled.
  public func sendAll() async throws -> Figures {
    try Task.checkCancellation()
    return try await start(isEndless: false)
  }

  private func start(isEndless: Bool) async throws -> Figures {
    let stop = StopFlag()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // The sender runs on a dedicated thread, because waiting for the file and the server blocks.
        let thread = Thread { [file, server, options, onEvent] in
          let sender = Sender(file: file, server: server, options: options, stop: stop, onEvent: onEvent)
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
