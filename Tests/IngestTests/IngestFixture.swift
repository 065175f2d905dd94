import Ashlar
import AshlarCompiler
import AshlarIngest
import AshlarSchema
import AshlarSchemaTools
import Foundation
import TestSupport
import Testing
import Weather

/// A file with an outbox, and a server with its tables.
final class IngestFixture {
  let folder: TemporaryFolder
  let server: PostgreSQLServer
  /// The limits of the outbox.
  var limit = Realm.Configuration.Outbox()
  /// The key of the file; nil if the file is not encrypted.
  private let key: Data?

  init(tables: Bool = true, port: Int? = nil, key: Data? = nil) throws {
    self.key = key
    folder = try TemporaryFolder()
    server = try PostgreSQLServer(port: port)
    if tables { try server.query(IngestFixture.tables()) }
  }

  static func tables() throws -> String {
    let file = SourceFile(path: "weather.yaml", text: try Repository.text("Schemas/Weather/weather.yaml"))
    let schema = try #require(SchemaCompiler(needsName: false).check([file]).schema)
    return try #require(TableStatements.create(schema.model))
  }

  var configuration: Realm.Configuration {
    var configuration = Realm.Configuration(
      fileURL: folder.url.appending(path: "data.realm"),
      objectTypes: WeatherSchema.objectTypes + [Reading.self, Event.self, Everything.self], durability: .unsynced)
    configuration.outbox = limit
    configuration.encryptionKey = key
    return configuration
  }

  /// Opens the file for one write: after each `await` a test may be on another thread.
  func write(_ body: (Realm) throws -> Void) throws {
    let realm = try Realm(configuration: configuration)
    try realm.write { try body(realm) }
  }

  /// What waits now.
  func status() throws -> Realm.OutboxStatus {
    let realm = try Realm(configuration: configuration)
    realm.refresh()
    return try #require(realm.outboxStatus)
  }

  /// A sender; short delays, and its events.
  func ingest(_ address: String? = nil, batch: Int = 5000, events: Events = Events()) -> Ingest {
    Ingest(configuration: configuration, server: address ?? server.address, options: IngestFixture.options(batch: batch)) { events.add($0) }
  }

  static func options(batch: Int = 5000) -> Ingest.Options {
    var options = Ingest.Options()
    options.batchObjects = batch
    options.firstDelay = 0.01
    options.longestDelay = 0.05
    options.pollInterval = 0.01
    options.timeout = 20
    return options
  }
}

/// What a sender said.
final class Events: @unchecked Sendable {
  private let lock = NSLock()
  private var events: [Ingest.Event] = []

  func add(_ event: Ingest.Event) { lock.withLock { events.append(event) } }
  var all: [Ingest.Event] { lock.withLock { events } }
  /// Without how much was in the outbox.
  var text: String {
    all.filter { if case .backlog = $0 { false } else { true } }.map(\.description).joined(separator: "\n")
  }

  /// Waits until an event is there; false after five minutes.
  func wait(for text: String) async -> Bool {
    for _ in 0..<30_000 {
      if self.text.contains(text) { return true }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return false
  }
}
