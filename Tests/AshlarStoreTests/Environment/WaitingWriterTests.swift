import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Writers that wait", .blocking, .serialized)
struct WaitingWriterTests {
  private final class Lines: Sendable {
    let lines = Guarded<[String]>([])
    func contains(_ text: String) -> Bool { lines.withLock { $0.contains { $0.contains(text) } } }
  }

  // Returns the warnings that are logged while a writer waits for `lock`. Calls `unlock` once there are `count` of them.
  private func messages(_ waiting: WriteLock, of path: String, count: Int = 1, until unlock: () -> Void) -> [String] {
    let seen = Lines()
    StoreLog.setSink { level, message in
      let text = message()
      if level == .warning, text.contains(path) { seen.lines.withLock { $0.append(text) } }
    }
    defer { StoreLog.setSink(nil) }
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      try? waiting.lock(for: WriteHolder(place: "B.swift:2"))
      waiting.unlock()
      done.signal()
    }
    for _ in 0..<60_000 where seen.lines.withLock({ $0.count { $0.contains("waiting") } }) < count { usleep(1000) }
    unlock()
    done.wait()
    return seen.lines.withLock { $0 }
  }

  @Test("the message of a thread that waits for another states which, and where its Realm was opened")
  func threads() throws {
    let lock = try WriteLock(path: nil, database: "/threads", patience: .milliseconds(20))
    try lock.lock(for: WriteHolder(place: "A.swift:1"))
    let text = try #require(messages(lock, of: "/threads") { lock.unlock() }.first)
    #expect(text.hasPrefix("'/threads': a write has been waiting for "))
    #expect(text.contains("thread 0x") && text.contains(" of process \(getpid()), for the Realm opened at A.swift:1, since "))
    #expect(text.hasSuffix("whose write transaction is open. It continues when that write is committed or cancelled."))
  }

  @Test("the message of one that waits for another holder of the lock file states the same")
  func processes() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lock")
    let first = try WriteLock(path: path)
    let second = try WriteLock(path: path, patience: .milliseconds(20))
    try first.lock(for: WriteHolder(place: "A.swift:1"))
    let text = try #require(messages(second, of: path) { first.unlock() }.first)
    #expect(text.contains("thread 0x") && text.contains(" of process \(getpid()), for the Realm opened at A.swift:1, since "))
  }

  @Test("messages come after 1, 2, 4 and 8 times the patience, whether a thread waits until they are due or for the time between them")
  func schedule() {
    var schedule = ReportSchedule(patience: .seconds(3))
    var due: [Duration] = []
    var waited = schedule.due
    var sums: [Duration] = []
    for _ in 0..<4 {
      due.append(schedule.due)
      sums.append(waited)
      waited += schedule.next()
    }
    #expect(due == [.seconds(3), .seconds(6), .seconds(12), .seconds(24)])
    #expect(sums == due)
  }

  @Test("messages about a holder of the lock file come no sooner than after twice the time each")
  func fewerOfProcesses() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lock")
    let first = try WriteLock(path: path)
    let second = try WriteLock(path: path, patience: .milliseconds(10))
    try first.lock()
    let start = ContinuousClock.now
    let texts = messages(second, of: path) {
      usleep(100_000)
      first.unlock()
    }
    let time = .now - start
    #expect(!texts.isEmpty)
    #expect(.milliseconds(10) * (1 << (texts.count - 1)) <= time, "\(texts.count) messages in \(time)")
  }

  @Test("messages come after twice the time each")
  func fewer() throws {
    let lock = try WriteLock(path: nil, database: "/fewer", patience: .milliseconds(10))
    try lock.lock()
    let start = ContinuousClock.now
    let texts = messages(lock, of: "/fewer", count: 4) { lock.unlock() }
    let time = .now - start
    #expect(texts.count >= 4)
    // After 10, 20, 40 and 80 ms.
    #expect(.milliseconds(10) * (1 << (texts.count - 1)) <= time, "\(texts.count) messages in \(time)")
    #expect(texts[0].contains("for an operation of the store, since"))
  }

  @Test("whoever could end the write itself that it would wait for is refused")
  func itself() throws {
    let lock = try WriteLock(path: nil)
    try lock.lock(for: WriteHolder(place: "A.swift:1", confinement: .thread))
    let error = #expect(throws: StoreError.self) { try lock.lock(for: WriteHolder(confinement: .thread)) }
    guard case .writeOpenHere(_, let holding)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(holding.place == "A.swift:1" && holding.process == getpid())
    lock.unlock()
    try lock.lock(for: WriteHolder(confinement: .isolated(kind: 0, number: 0)))
    #expect(throws: StoreError.self) { try lock.lock(for: WriteHolder(confinement: .isolated(kind: 0, number: 0))) }
    lock.unlock()
    try lock.lock()
    lock.unlock()
  }
}
