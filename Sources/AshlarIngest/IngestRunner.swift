import AshlarStore

/// A sender that runs on the calling thread, for the command line.
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

  /// Runs like `Ingest.run` if `isEndless`, otherwise like `Ingest.sendAll`.
  package func run(isEndless: Bool) throws -> Ingest.Figures {
    try Sender(path: path, server: server, options: Ingest.Options(), stop: flag, onEvent: onEvent).run(isEndless: isEndless)
  }

  /// Stops the sender. May be called from any thread.
  package func stop() { flag.set() }

  /// Returns whether a file has an outbox, which a program with asymmetric types creates when it opens the file.
  package static func hasOutbox(_ file: String) throws -> Bool { try OutboxSession(path: file) != nil }

  // MARK: - Quarantine

  package static func retryQuarantined(in file: String) throws -> Int { try OutboxSession(path: file)?.retryQuarantined() ?? 0 }

  /// Deletes the given quarantined objects and returns the number of deleted objects.
  package static func discardQuarantined(_ ids: [Int64], in file: String) throws -> Int {
    try OutboxSession(path: file)?.discardQuarantined(Set(ids)) ?? 0
  }

  package static func quarantined(in file: String, limit: Int?) throws -> [Ingest.QuarantinedObject] {
    try QuarantinedObjects.read(file, limit: limit)
  }

  /// Returns the number of quarantined objects for each table and reason.
  package static func quarantinedCounts(in file: String) throws -> [(table: String, reason: String, count: Int)] {
    try QuarantinedObjects.counts(file)
  }
}
