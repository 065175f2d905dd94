import Ashlar
import AshlarStore
import Dispatch
import Foundation
import People
import Testing
import TestSupport
import TestTraits

// Three processes watch, each with the rows that it was told of; others write, and are killed.
@Suite("Watching while writers are killed", .blocking)
struct KilledWritersTests {
  private static let watchers = 3

  private static func folder(_ process: Int32) -> URL {
    FileManager.default.temporaryDirectory.appending(path: "ashlar-killed-\(process)")
  }

  private static func configuration(_ process: Int32) -> Realm.Configuration {
    TestEngine.choose()
    var configuration = Realm.Configuration(
      fileURL: folder(process).appending(path: "store"), objectTypes: PeopleSchema.objectTypes)
    configuration.durability = .unsynced
    return configuration
  }

  // The one row that stays counts the commits.
  private static func counter(_ realm: Realm) -> Person? { realm.objects(Person.self).where { $0.firstName == "counter" }.first }

  private static func shown(_ realm: Realm) -> [String] {
    realm.objects(Person.self).sorted(byKeyPath: "firstName").map { "\($0.firstName) \($0.lastName)" }
  }

  // MARK: - In other processes

  /// Commits until a thread kills the process.
  private static func write() throws {
    let realm = try Realm(configuration: configuration(getppid()))
    var random = SystemRandomNumberGenerator()
    let delay = useconds_t.random(in: 1_000...60_000, using: &random)
    Thread.detachNewThread {
      usleep(delay)
      kill(getpid(), SIGKILL)
    }
    while true {
      try realm.write {
        guard let counter = counter(realm), let number = Int(counter.lastName) else { return }
        counter.lastName = "\(number + 1)"
        let people = realm.objects(Person.self)
        realm.create(Person.self, value: ["firstName": "p\(Int.random(in: 0..<1_000))", "lastName": "\(number)"])
        if people.count > 60, let other = people.where({ $0.firstName != "counter" }).randomElement() { realm.delete(other) }
        people.randomElement()?.nickname = "\(number)"
      }
      if Bool.random() { usleep(.random(in: 0..<500)) }
    }
  }

  /// Keeps what it is told, and writes it down after each call, until the counter is deleted.
  private static func watch(_ number: Int) throws {
    let (configuration, file) = (configuration(getppid()), folder(getppid()).appending(path: "watcher-\(number)"))
    let queue = DispatchQueue(label: "watcher")
    let end = DispatchSemaphore(value: 0)
    let kept = Guarded<NotificationToken?>(nil)
    try queue.sync {
      let realm = try Realm(configuration: configuration, queue: queue)
      var rows: [String] = []
      var calls = 0
      let token = realm.objects(Person.self).sorted(byKeyPath: "firstName").observe { change in
        calls += 1
        let now = shown(realm)
        switch change {
        case .initial: rows = now
        case .update(let people, let deletions, let insertions, let modifications):
          for index in modifications { rows[index] = "modified" }
          for index in deletions.reversed() { rows.remove(at: index) }
          for index in insertions { rows.insert("\(people[index].firstName) \(people[index].lastName)", at: index) }
          let modified = rows.indices.filter { rows[$0] == "modified" }
          for index in modified { rows[index] = now[index] }
          #expect(rows == now)
        case .error: Issue.record("an error")
        }
        try? Data((["\(calls)"] + rows).joined(separator: "\n").utf8).write(to: file, options: .atomic)
        if counter(realm) == nil { end.signal() }
      }
      kept.withLock { $0 = token }
    }
    // Until the end, or until the test itself was ended.
    let parent = getppid()
    while end.wait(timeout: .now() + 1) == .timedOut { if getppid() != parent { exit(EXIT_FAILURE) } }
    queue.sync { kept.withLock { $0 = nil } }
  }

  // MARK: - In this one

  private func told(_ number: Int) -> (calls: Int, rows: [String]) {
    let text = try? String(contentsOf: Self.folder(getpid()).appending(path: "watcher-\(number)"), encoding: .utf8)
    let lines = (text ?? "").split(separator: "\n").map(String.init)
    return (lines.first.flatMap { Int($0) } ?? 0, Array(lines.dropFirst()))
  }

  private func until(_ what: Comment, _ isReached: () -> Bool) async throws {
    for _ in 0..<6_000 {
      if isReached() { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record(what)
  }

  @Test("three watchers are notified of all commits of writers that were killed")
  func killed() async throws {
    let least = rounds(.killedWriters)
    let folder = Self.folder(getpid())
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try onOwnRealm { realm in
      try realm.write { _ = realm.create(Person.self, value: ["firstName": "counter", "lastName": "0"]) }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await #expect(processExitsWith: .success) { try Self.watch(0) } }
      group.addTask { await #expect(processExitsWith: .success) { try Self.watch(1) } }
      group.addTask { await #expect(processExitsWith: .success) { try Self.watch(2) } }
      try await until("the watchers begin") { (0..<Self.watchers).allSatisfy { told($0).calls > 0 } }
      var writers = 0
      while try writers < least / 50 || onOwnRealm({ Self.counter($0).flatMap { Int($0.lastName) } ?? least }) < least {
        writers += 1
        if writers > 20 * least {
          Issue.record("the writers commit nothing")
          break
        }
        await #expect(processExitsWith: .signal(SIGKILL)) { try Self.write() }
      }
      // Nothing is committed any more: what the killed have left must come by itself.
      let last = try onOwnRealm { Self.shown($0) }
      try await until("the watchers have the last version") { (0..<Self.watchers).allSatisfy { told($0).rows == last } }
      for number in 0..<Self.watchers { #expect(told(number).rows == last, "watcher \(number)") }
      if Soak.isOn { print("\(writers) writers killed; calls: \((0..<Self.watchers).map { told($0).calls }), \(last.last ?? "")") }
      try onOwnRealm { realm in try realm.write { Self.counter(realm).map { realm.delete($0) } } }
      try await group.waitForAll()
    }
  }

  // A Realm that is closed again: no version is kept, and none is read by way of observation.
  private func onOwnRealm<Result>(_ body: (Realm) throws -> Result) throws -> Result {
    let realm = try Realm(configuration: Self.configuration(getpid()))
    realm.refresh()
    return try body(realm)
  }
}
