import AshlarStore

/// A sender that is run on the calling thread: for the command.
package final class IngestRunner: Sendable {
  private let path: String
  private let server: String
  private let onEvent: @Sendable (Ingest.Event) -> Void
  private let flag = StopFlag()

  package init(file: String, server: String, onEvent: @escaping @Sendable (Ingest.Event) -> Void) {
    path = file
    self.server = server
    self.onEvent = onEvent
  }

  /// As `Ingest.run` and `Ingest.sendAll`.
  package func run(isEndless: Bool) throws -> Ingest.Figures {
    try Sender(path: path, server: server, options: Ingest.Options(), stop: flag, onEvent: onEvent).run(isEndless: isEndless)
  }

  /// Ends it, from any thread.
  package func stop() { flag.set() }

  package func retryQuarantined() throws -> Int { try OutboxSession(path: path)?.retryQuarantined() ?? 0 }

  package func quarantined() throws -> [(table: String, reason: String)] { try QuarantinedObjects.read(path) }
}
