import AshlarIngest
import AshlarIngestService
import Foundation
import InMemoryLogging
import Logging
import Metrics
import MetricsTestKit
import ServiceLifecycle
import ServiceLifecycleTestKit
import Station
import Testing

/// Scripts/with-postgresql starts a server and passes its address in the environment.
let hasServer = ProcessInfo.processInfo.environment["PGHOST"] != nil

@Suite("A sender as a service", .serialized)
struct IngestServiceTests {
  private let folder: Folder
  private let file: StationFile
  private let log: InMemoryLogHandler
  private let logger: Logging.Logger
  private let metrics = TestMetrics()

  init() throws {
    folder = try Folder()
    file = StationFile(folder.url.appending(path: "station.realm"), code: "OSL", name: "Oslo")
    var log = InMemoryLogHandler()
    log.logLevel = .trace
    self.log = log
    logger = Logging.Logger(label: "test", factory: { _ in log })
  }

  private func service(_ server: String, key: Data? = nil) -> IngestService {
    var configuration = file.configuration
    configuration.encryptionKey = key
    var options = Ingest.Options()
    options.firstDelay = 0.01
    options.longestDelay = 0.05
    options.pollInterval = 0.01
    return IngestService(configuration: configuration, server: server, options: options, logger: logger, metrics: metrics)
  }

  private func record(_ count: Int, celsius: Double = 1) throws {
    try file.record((0..<count).map { _ in Measurement(at: Date(timeIntervalSince1970: 0), celsius: celsius) })
  }

  private func entry(_ message: String) -> InMemoryLogHandler.Entry? { log.entries.first { "\($0.message)" == message } }

  private func counter(_ name: String, _ table: String? = nil) -> Int64 {
    metrics.counterTotal(label: name, dimensions: table.map { [("table", $0)] } ?? [])
  }

  private func gauge(_ name: String) throws -> Double? { try metrics.expectGauge(name).lastValue }

  // Runs a service until a condition holds, and shuts it down gracefully.
  private func run(_ service: IngestService, until isDone: @Sendable @escaping () throws -> Bool) async throws {
    try await testGracefulShutdown { trigger in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await service.run() }
        try await wait(until: isDone)
        trigger.triggerGracefulShutdown()
        try await group.waitForAll()
      }
    }
  }

  @Test("without a server it warns with the reason, counts its attempts and what waits, and keeps it when it is shut down")
  func away() async throws {
    try record(3)
    let server = "host=\(folder.url.path) dbname=nowhere"
    try await run(service(server)) { counter("ashlar_ingest_delays") >= 2 }
    let warning = try #require(entry("trying again later"))
    #expect(warning.level == .warning)
    let reason = "\(warning.metadata["reason"] ?? "")"
    #expect(reason.contains("Is the server running locally"))
    #expect(Double("\(warning.metadata["seconds"] ?? "")") != nil)
    #expect(try gauge("ashlar_outbox_waiting") == 3 && gauge("ashlar_outbox_quarantined") == 0)
    #expect(try gauge("ashlar_outbox_bytes") ?? 0 > 0)
    #expect(counter("ashlar_ingest_connections") == 0)
    #expect(try file.status()?.waiting == 3)
  }

  @Test("with a key it logs no reasons, because the words of a server may contain values")
  func encrypted() async throws {
    try record(1)
    // The file is not encrypted, and the reason names it.
    try await run(service("host=\(folder.url.path)", key: Data(count: 64))) { counter("ashlar_ingest_delays") >= 1 }
    let warning = try #require(entry("trying again later"))
    #expect("\(warning.metadata["reason"] ?? "")" == "left out, because the file is encrypted")
    #expect(log.entries.allSatisfy { !"\($0.metadata)".contains(folder.url.path) })
  }

  @Test("a service that is shut down before it begins ends without an error")
  func early() async throws {
    try record(1)
    let service = service("host=\(folder.url.path)")
    try await testGracefulShutdown { trigger in
      trigger.triggerGracefulShutdown()
      try await service.run()
      // The sender does not start.
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.cancelAll()
        group.addTask { try await service.run() }
        try await group.waitForAll()
      }
    }
    #expect(try file.status()?.waiting == 1)
  }

  @Test("a cancelled service ends")
  func cancelled() async throws {
    try record(1)
    let service = service("host=\(folder.url.path)")
    let task = Task { try await service.run() }
    try await wait { counter("ashlar_ingest_delays") >= 1 }
    task.cancel()
    _ = await task.result
    #expect(try file.status()?.waiting == 1)
  }

  @Test("it logs and counts what it sends, quarantines and cannot send yet", .enabled(if: hasServer))
  func sending() async throws {
    let schema = "s\(UInt32.random(in: 0 ... .max))"
    try query(
      """
      CREATE SCHEMA \(schema); CREATE TABLE \(schema)."Reading" ("_id" uuid PRIMARY KEY, place text, at timestamptz,
        celsius double precision CHECK (celsius < 100))
      """)
    defer { _ = try? query("DROP SCHEMA \(schema) CASCADE") }
    try record(5)
    try record(2, celsius: 1000)
    try await run(service("options='-c search_path=\(schema)'")) {
      if counter("ashlar_ingest_blocked", "Reading") > 0 {
        try query(#"ALTER TABLE \#(schema)."Reading" ADD COLUMN IF NOT EXISTS humidity double precision"#)
      }
      return counter("ashlar_ingest_sent", "Reading") == 5 && counter("ashlar_ingest_quarantined", "Reading") == 2
    }
    #expect(entry("connected")?.level == .info)
    let sent = log.entries.filter { "\($0.message)" == "sent" }
    #expect(sent.allSatisfy { $0.level == .debug && $0.metadata["table"] == "Reading" && $0.metadata["known"] == "0" })
    #expect(sent.compactMap { Int("\($0.metadata["rows"] ?? "")") }.reduce(0, +) == 5)
    let blocked = try #require(entry("objects wait until an error is corrected"))
    #expect(blocked.level == .warning && "\(blocked.metadata["reason"] ?? "")".contains(#"has no column "humidity""#))
    let quarantined = log.entries.filter { "\($0.message)" == "an object is quarantined" }
    #expect(quarantined.count == 2 && quarantined.allSatisfy { $0.level == .warning })
    let reasons = quarantined.map { "\($0.metadata["reason"] ?? "")" }
    #expect(reasons.allSatisfy { $0.contains("violates check constraint") })
    #expect(log.entries.filter { "\($0.message)" == "outbox" }.allSatisfy { $0.level == .trace })
    #expect(counter("ashlar_ingest_known", "Reading") == 0)
    #expect(counter("ashlar_ingest_batches", "Reading") == Int64(sent.count))
    #expect(counter("ashlar_ingest_bytes", "Reading") > 0)
    #expect(counter("ashlar_ingest_connections") == 1)
    #expect(try gauge("ashlar_outbox_waiting") == 0 && gauge("ashlar_outbox_quarantined") == 2)
    #expect(try query("SELECT count(*) FROM \(schema).\"Reading\"") == "5")
  }

  @Test("a group of services sends what is measured, and ends when all is there", .enabled(if: hasServer))
  func group() async throws {
    let schema = "s\(UInt32.random(in: 0 ... .max))"
    try query(
      """
      CREATE SCHEMA \(schema); CREATE TABLE \(schema)."Reading" ("_id" uuid PRIMARY KEY, place text, at timestamptz,
        celsius double precision, humidity double precision)
      """)
    defer { _ = try? query("DROP SCHEMA \(schema) CASCADE") }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [
          .init(service: service("options='-c search_path=\(schema)'")),
          .init(
            service: Measuring(file, readings: 1000, every: .zero, logger: logger),
            successTerminationBehavior: .gracefullyShutdownGroup),
        ], logger: logger))
    try await group.run()
    #expect(try query("SELECT count(*), count(DISTINCT \"_id\"), min(place) FROM \(schema).\"Reading\"") == "1000|1000|OSL")
    #expect(try file.status()?.waiting == 0)
  }
}
