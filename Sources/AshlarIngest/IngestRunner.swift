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

  // MARK: - Quarantine

  package static func retryQuarantined(in file: String) throws -> Int { try OutboxSession(path: file)?.retryQuarantined() ?? 0 }

  /// Removes these quarantined objects. Returns how many there were.
  package static func discardQuarantined(_ ids: [Int64], in file: String) throws -> Int {
    try OutboxSession(path: file)?.discardQuarantined(Set(ids)) ?? 0
  }

  package static func quarantined(in file: String, limit: Int?) throws -> [Ingest.QuarantinedObject] {
    try QuarantinedObjects.read(file, limit: limit)
  }

  /// How many quarantined objects there are for each table and reason.
  package static func quarantinedCounts(in file: String) throws -> [(table: String, reason: String, count: Int)] {
    try QuarantinedObjects.counts(file)
  }
}
