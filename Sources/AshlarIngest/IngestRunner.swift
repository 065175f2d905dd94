import AshlarStore

/// A sender that runs on the calling thread, for the command line.
package final class IngestRunner: Sendable {
  private let file: OutboxFile
  private let server: String
  private let onEvent: @Sendable (Ingest.Event) -> Void
  private let flag = StopFlag()

  package init(file: OutboxFile, server: String, onEvent: @escaping @Sendable (Ingest.Event) -> Void) {
    self.file = file
    self.server = server
    self.onEvent = onEvent
  }

  /// Runs like `Ingest.run` if `isEndless`, otherwise like `Ingest.sendAll`.
  package func run(isEndless: Bool) throws -> Ingest.Figures {
    try Sender(file: file, server: server, options: Ingest.Options(), stop: flag, onEvent: onEvent).run(isEndless: isEndless)
  }

  /// Stops the sender. May be called from any thread.
  package func stop() { flag.set() }

  /// Returns whether a file has an outbox, which a program with asymmetric types creates when it opens the file.
  package static func hasOutbox(_ file: OutboxFile) throws -> Bool { try file.open() != nil }

  // MARK: - Quarantine

  package static func retryQuarantined(in file: OutboxFile) throws -> Int { try file.open()?.retryQuarantined() ?? 0 }

  /// Deletes the given quarantined objects and returns the number of deleted objects.
  package static func discardQuarantined(_ ids: [Int64], in file: OutboxFile) throws -> Int {
    try file.open()?.discardQuarantined(Set(ids)) ?? 0
  }

  package static func quarantined(in file: OutboxFile, limit: Int?) throws -> [Ingest.QuarantinedObject] {
    try QuarantinedObjects.read(file, limit: limit)
  }

  /// Returns the number of quarantined objects for each table and reason.
  package static func quarantinedCounts(in file: OutboxFile) throws -> [(table: String, reason: String, count: Int)] {
    try QuarantinedObjects.counts(file)
  }
}
