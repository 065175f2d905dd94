import Ashlar
import Foundation
import TestSupport
import TestTraits
import Testing
import Weather

@testable import AshlarIngest

@Suite("Types that wait until a fault is removed", .blocking, .enabled(if: hasServer, noServer))
struct BlockedTypeTests {
  /// A sender that runs on a thread of its own.
  private final class Running: @unchecked Sendable {
    let events = Events()
    private let flag = StopFlag()
    private let sender: Sender
    private let done = DispatchSemaphore(value: 0)

    init(_ fixture: IngestFixture, _ options: Ingest.Options) {
      sender = Sender(
        file: OutboxFile(fixture.folder.file("data.realm"), key: nil), server: fixture.server.address, options: options, stop: flag,
        onEvent: events.add)
      Thread.detachNewThread { [self] in
        _ = try? sender.run(isEndless: true)
        done.signal()
      }
    }

    /// Ends it. Returns how many rows of the outbox it has looked at.
    func end() -> Int {
      flag.set()
      done.wait()
      return sender.visitedRows
    }
  }

  private static let blocked = rounds(.blockedObjects)
  private static let batch = max(50, blocked / 1000)
  private static let dropped = #"DROP TABLE "order""#

  // A server without a table for events, and events that wait.
  private func fixture() throws -> IngestFixture {
    let fixture = try IngestFixture()
    try fixture.server.query(BlockedTypeTests.dropped)
    try fixture.write { realm in
      for number in 0..<BlockedTypeTests.blocked { realm.create(Event.self, value: ["select": number]) }
    }
    return fixture
  }

  private func createReading(_ fixture: IngestFixture) throws {
    try fixture.write { $0.create(Reading.self, value: ["_id": UUID()]) }
  }

  @Test("waiting objects are skipped once, however many of other types are sent after them")
  func scanning() async throws {
    let fixture = try fixture()
    var options = IngestFixture.options(batch: BlockedTypeTests.batch)
    options.firstDelay = 1000
    options.longestDelay = 1000
    let running = Running(fixture, options)
    #expect(await running.events.wait(for: "next attempt in"))
    for number in 1...20 {
      try createReading(fixture)
      try await until { try fixture.server.query(#"SELECT count(*) FROM "Reading""#) == "\(number)" }
    }
    let visited = running.end()
    if Soak.isOn { print("20 objects behind \(BlockedTypeTests.blocked) that wait: \(visited) rows looked at") }
    // The last object of a window that is full is looked at for the next one again.
    #expect(visited <= BlockedTypeTests.blocked + BlockedTypeTests.blocked / BlockedTypeTests.batch + 1 + 20)
    #expect(try fixture.status().waiting == BlockedTypeTests.blocked)
  }

  @Test("a trial reads at most a batch of them")
  func trials() async throws {
    let fixture = try fixture()
    let running = Running(fixture, IngestFixture.options(batch: BlockedTypeTests.batch))
    // One is announced after each. What each met is not asked: one that looks at several batches meets several faults.
    func trials() -> Int { running.events.all.filter { if case .waiting = $0 { true } else { false } }.count }
    try await until { trials() > 10 }
    let visited = running.end()
    if Soak.isOn { print("\(trials()) trials of \(BlockedTypeTests.blocked) that wait: \(visited) rows looked at") }
    #expect(
      visited <= BlockedTypeTests.blocked + BlockedTypeTests.blocked / BlockedTypeTests.batch + 1 + (trials() + 1)
        * (BlockedTypeTests.batch + 1))
    #expect(try fixture.status().waiting == BlockedTypeTests.blocked)
  }

  @Test("if the faults of two types are removed one after the other, the objects arrive once, those of a type in order")
  func mending() async throws {
    let fixture = try IngestFixture()
    try fixture.server.query(BlockedTypeTests.dropped + #"; ALTER TABLE "Reading" RENAME celsius TO kelvin"#)
    for number in 0..<300 {
      try fixture.write { realm in
        realm.create(Event.self, value: ["select": number])
        if number % 3 == 0 { realm.create(Reading.self, value: ["_id": UUID(), "celsius": Double(number)] as [String: Any]) }
        if number % 100 == 0 { realm.create(Everything.self, value: ["key": "\(number)", "date": Date(timeIntervalSince1970: 0)]) }
      }
    }
    let running = Running(fixture, IngestFixture.options(batch: 20))
    try await until { try fixture.server.query(#"SELECT count(*) FROM "Everything""#) == "3" }
    #expect(await running.events.wait(for: "order: objects wait") && running.events.text.contains("Reading: objects wait"))
    try fixture.server.query(#"ALTER TABLE "Reading" RENAME kelvin TO celsius"#)
    try await until { try fixture.server.query(#"SELECT count(*) FROM "Reading""#) == "100" }
    #expect(try fixture.status().waiting == 300)
    try fixture.server.query(#"CREATE TABLE "order" (ashlar_id uuid PRIMARY KEY, "select" bigint, "from ""x""" text, place serial)"#)
    try await until { try fixture.status().waiting == 0 }
    _ = running.end()
    #expect(try fixture.server.query(#"SELECT count(*), count(DISTINCT "select") FROM "order""#) == "300|300")
    #expect(
      try fixture.server.query(#"SELECT count(*) FROM "order" a JOIN "order" b ON a.place < b.place AND a."select" > b."select""#) == "0")
    let known = running.events.all.reduce(0) { if case .sent(_, _, let known, _) = $1 { $0 + known } else { $0 } }
    #expect(known == 0)
  }

  @Test("objects that somebody lets wait again are sent by a sender that runs, before and while a type is blocked")
  func retrying() async throws {
    let fixture = try IngestFixture()
    try fixture.server.query(#"ALTER TABLE "Reading" ADD CONSTRAINT cold CHECK (celsius < 0)"#)
    try createReading(fixture)
    let running = Running(fixture, IngestFixture.options())
    #expect(await running.events.wait(for: #"violates check constraint "cold""#))
    try fixture.server.query(#"ALTER TABLE "Reading" DROP CONSTRAINT cold"#)
    #expect(try fixture.ingest().retryQuarantined() == 1)
    try await until { try fixture.server.query(#"SELECT count(*) FROM "Reading""#) == "1" }
    try fixture.server.query(#"ALTER TABLE "Reading" ADD CONSTRAINT cold CHECK (celsius < 0) NOT VALID; DROP TABLE "order""#)
    try fixture.write { $0.create(Event.self) }
    try createReading(fixture)
    try await until { try fixture.status().quarantined == 1 }
    #expect(await running.events.wait(for: "order: objects wait"))
    try fixture.server.query(#"ALTER TABLE "Reading" DROP CONSTRAINT cold"#)
    #expect(try fixture.ingest().retryQuarantined() == 1)
    try await until { try fixture.server.query(#"SELECT count(*) FROM "Reading""#) == "2" }
    _ = running.end()
    #expect(try fixture.status().waiting == 1)
  }
}
