import Ashlar
import Dispatch
import Foundation
import People
import AshlarStore
import Testing
import TestSupport

@Suite("Observing what other processes commit")
struct ObservingProcessesTests {
  // The other process finds it by the number of this one.
  private static func folder(_ process: Int32, _ name: String) -> URL {
    FileManager.default.temporaryDirectory.appending(path: "ashlar-observed-\(process)-\(name)")
  }

  private static func configuration(_ process: Int32, _ name: String) -> Realm.Configuration {
    Realm.Configuration(fileURL: folder(process, name).appending(path: "store"), objectTypes: PeopleSchema.objectTypes)
  }

  private static func makeFolder(_ name: String) throws -> URL {
    let folder = folder(getpid(), name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private func until(_ what: Comment, _ isReached: () -> Bool) async throws {
    for _ in 0..<12_000 {
      if isReached() { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record(what)
  }

  @Test("an actor is notified of the rows without calling anything")
  func actor() async throws {
    let folder = try Self.makeFolder("actor")
    defer { try? FileManager.default.removeItem(at: folder) }
    let configuration = Self.configuration(getpid(), "actor")
    do {
      let realm = try Realm(configuration: configuration)
      try realm.write { _ = realm.create(Person.self, value: ["firstName": "Ada"]) }
    }
    let calls = SharedCalls()
    let listener = Listener(calls)
    try await listener.observe(configuration)
    try await until("the first call") { calls.all == ["initial"] }
    await #expect(processExitsWith: .success) {
      TestEngine.choose()
      let realm = try Realm(configuration: ObservingProcessesTests.configuration(getppid(), "actor"))
      try realm.write {
        realm.objects(Person.self).first?.firstName = "Ava"
        realm.create(Person.self, value: ["firstName": "Bob"])
      }
    }
    try await until("the change") { calls.all == ["initial", "-[] +[1] ~[0]"] }
    await listener.letGo()
  }

  @Test("a queue's Realm advances by itself, and notifies")
  func queue() async throws {
    let folder = try Self.makeFolder("queue")
    defer { try? FileManager.default.removeItem(at: folder) }
    let configuration = Self.configuration(getpid(), "queue")
    let queue = DispatchQueue(label: "observed")
    let counts = Guarded<[Int]>([])
    let kept = Guarded<NotificationToken?>(nil)
    try queue.sync {
      let realm = try Realm(configuration: configuration, queue: queue)
      kept.withLock { $0 = realm.observe { _, realm in counts.withLock { $0.append(realm.objects(Person.self).count) } } }
    }
    await #expect(processExitsWith: .success) {
      TestEngine.choose()
      let realm = try Realm(configuration: ObservingProcessesTests.configuration(getppid(), "queue"))
      try realm.write { _ = realm.create(Person.self, value: ["firstName": "Ada"]) }
    }
    try await until("the new version") { counts.withLock { $0 } == [1] }
    queue.sync { kept.withLock { $0 = nil } }
  }
}
