import AshlarStore
import Dispatch
import Foundation
import People
import Synchronization
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

private final class Card: Projection<Person> {
  @Projected(\Person.firstName) var name
  @Projected(\Person.friends.projectTo.firstName) var friendNames
}

/// An actor that can be blocked.
private actor Sleeper {
  private let calls: SharedCalls
  init(_ calls: SharedCalls) { self.calls = calls }

  // Not for longer than the test has its commits.
  func sleep(_ gate: DispatchSemaphore) {
    calls.add("asleep")
    gate.wait()
  }
  nonisolated func add<C>(_ change: RealmCollectionChange<C>) { calls.add(change) }
  nonisolated func add<T>(_ change: ObjectChange<T>) { calls.add(change) }
}

@Suite("Queues and actors that are blocked", .blocking, .serialized)
struct LatePlacesTests {
  private let folder: TemporaryFolder
  private let configuration: Realm.Configuration
  private let realm: Realm
  private let people: [Person]
  private let queue = DispatchQueue(label: "late")
  private let gate = DispatchSemaphore(value: 0)

  init() throws {
    folder = try TemporaryFolder()
    configuration = folder.configuration("store", PeopleSchema.objectTypes)
    realm = try Realm(configuration: configuration)
    people = try realm.write { [realm] in (0..<2_000).map { realm.create(Person.self, value: ["firstName": "\($0)", "lastName": "n"]) } }
    try realm.write { [people] in people[0].friends.append(objectsIn: people[0..<10]) }
  }

  // Waits until the queue has nothing to do and has called often enough, and blocks it then.
  private func block(_ calls: SharedCalls, after count: Int) throws {
    for _ in 0..<4_000 where calls.all.count < count { usleep(5_000) }
    try #require(calls.all.count == count)
    queue.sync {}
    // A turn may still be enqueued before the block that waits. It has to end before the first commit, or it delivers some of the commits.
    let blocked = DispatchSemaphore(value: 0)
    queue.async { [gate] in
      blocked.signal()
      gate.wait()
    }
    blocked.wait()
  }

  private func commit(_ times: Int) throws {
    for number in 0..<times {
      try realm.write {
        people[number % 1_000 + 1].lastName = "\(number)"
        people[0].firstName = "\(number)"
      }
    }
  }

  private var size: Int {
    (try? configuration.fileURL?.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
  }

  // What the process has written to and is not of a file, in bytes.
  private var memory: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
    return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
  }

  // The oldest version that is read, counted back from the newest.
  private func lateness() throws -> UInt64 {
    let oldest = try #require(try realm.pinnedVersions().first).version
    return realm._core.session.engine.newestVersion - oldest
  }

  @Test("a blocked queue keeps no version, the file does not grow, and the changes notified in the end are right")
  func blocked() throws {
    let calls = SharedCalls()
    let tokens = [
      realm.objects(Person.self).where { $0.lastName != "x" }.sorted(byKeyPath: "firstName").observe(on: queue) { change in
        if case .update(let found, _, let insertions, let modifications) = change {
          calls.add("sorted \(found.count) \(insertions.count) \(modifications.count > 0)")
        } else {
          calls.add("initial")
        }
      }, people[0].friends.observe(on: queue) { calls.add($0) },
      people[0].observe(keyPaths: [\Person.firstName], on: queue) { (change: ObjectChange<Person>) in calls.add(change) },
    ]
    try block(calls, after: 2)
    try commit(600)
    #expect(try lateness() < 300, "the queue's version was taken from it")
    let (before, memoryBefore) = (size, memory)
    try commit(rounds(.missedCommits))
    #expect(try lateness() < 300)
    #expect(size <= before + before / 4)
    if Soak.isOn {
      // 4 MB of the feed, and 1 MB of changes an observer: the rows of 100,000 commits would be more than 20 MB. The process's memory is
      // this test's where no others run beside it.
      #expect(memory - memoryBefore < 8 << 20)
      print("file \(before) → \(size), memory \(memoryBefore) → \(memory), oldest version \(try lateness()) back")
    }
    try realm.write {
      realm.delete(people[1])
      people[0].firstName = "last"
    }
    gate.signal()
    for _ in 0..<4_000 where calls.all.count < 5 { usleep(5_000) }
    // Which rows were stored to is not known any more: all that stay are modified. Of the object the values of before are.
    #expect(
      Array(calls.all.suffix(3)) == [
        "sorted 1999 1 true", "-[1] +[] ~[0, 2, 3, 4, 5, 6, 7, 8, 9]", "firstName: 0 → last",
      ])
    for token in tokens { token.invalidate() }
  }

  @Test("a blocked actor keeps no version, and is notified in the end")
  func blockedActor() async throws {
    let calls = SharedCalls()
    let sleeper = Sleeper(calls)
    let configuration = configuration
    let tokens = try await observing(configuration, sleeper)
    for _ in 0..<4_000 where calls.all.count < 1 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(calls.all == ["initial"])
    let sleeping = Task { [gate] in await sleeper.sleep(gate) }
    for _ in 0..<4_000 where calls.all.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
    try await writes(configuration)
    gate.signal()
    await sleeping.value
    for _ in 0..<4_000 where calls.all.count < 4 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(calls.all.count == 4)
    #expect(calls.all.contains("firstName: 0 → last"))
    // Which rows were stored to is not known any more.
    #expect(calls.all.contains("-[] +[2000] ~\(Array(0..<2_000))"))
    for token in tokens { token.invalidate() }
  }

  private nonisolated func observing(_ configuration: Realm.Configuration, _ sleeper: Sleeper) async throws -> [NotificationToken] {
    let realm = try await Realm.open(configuration: configuration)
    let people = realm.objects(Person.self)
    let first = people[0]
    return [
      await people.observe(on: sleeper) { $0.add($1) },
      await first.observe(keyPaths: ["firstName"], on: sleeper) { (sleeper, change: ObjectChange<Person>) in sleeper.add(change) },
    ]
  }

  private nonisolated func writes(_ configuration: Realm.Configuration) async throws {
    let realm = try await Realm.open(configuration: configuration)
    let person = realm.objects(Person.self)[0]
    for number in 0..<600 { try await realm.asyncWrite { person.firstName = "\(number)" } }
    let newest = realm._core.session.engine.newestVersion
    #expect(try realm.pinnedVersions().filter { $0.version + 300 < newest }.isEmpty)
    try await realm.asyncWrite {
      person.firstName = "last"
      realm.create(Person.self, value: ["firstName": "new"])
    }
  }

  @Test("a projection on a blocked queue keeps no version, and the difference is notified with the old values")
  func blockedProjection() throws {
    let calls = SharedCalls()
    let card = Card(projecting: people[0])
    let token = card.observe(on: queue) { change in
      switch change {
      case .change(_, let properties):
        calls.add(
          properties.map { change in
            "\(change.name): \(change.oldValue as? String ?? "") → \(change.newValue as? String ?? "")"
          }.joined(separator: ", "))
      case .deleted: calls.add("deleted")
      case .error: calls.add("error")
      }
    }
    let first = people[10].observe(on: queue) { (change: ObjectChange<Person>) in calls.add(change) }
    try realm.write { people[10].firstName = "shown" }
    try block(calls, after: 1)
    try commit(600)
    #expect(try lateness() < 300, "the queue's version was taken from it")
    try realm.write { people[0].firstName = "last" }
    gate.signal()
    for _ in 0..<4_000 where calls.all.count < 3 { usleep(5_000) }
    #expect(calls.all.contains { $0.hasPrefix("name: 0 → last") })
    for token in [token, first] { token.invalidate() }
  }

  @Test("a queue that is a little late is notified of what was stored, and nothing else")
  func slightly() throws {
    let calls = SharedCalls()
    let token = realm.objects(Person.self).observe(on: queue) { calls.add($0) }
    try block(calls, after: 1)
    try realm.write { people[30].lastName = "x" }
    try realm.write { people[50].lastName = "x" }
    gate.signal()
    for _ in 0..<4_000 where calls.all.count < 2 { usleep(5_000) }
    #expect(calls.all == ["initial", "-[] +[] ~[30, 50]"])
    token.invalidate()
  }

  @Test("what a block keeps of a queue's Realm stays valid, and its version is kept for it")
  func kept() throws {
    let calls = SharedCalls()
    let kept = Mutex<Kept?>(nil)
    let token = realm.objects(Person.self).observe(on: queue) { change in
      if case .initial(let people) = change { kept.withLock { $0 = Kept(person: people[0]) } }
      calls.add(change)
    }
    try block(calls, after: 1)
    try commit(600)
    #expect(try lateness() >= 600)
    gate.signal()
    queue.sync { #expect(kept.withLock { $0?.person.isInvalidated } == false) }
    queue.sync { kept.withLock { $0 = nil } }
    token.invalidate()
  }

  private struct Kept: @unchecked Sendable {
    let person: Person
  }

  @Test("a Realm that the queue opens while its observers rest is awake, and is not taken from it")
  func opened() throws {
    let calls = SharedCalls()
    let token = realm.objects(Person.self).observe(on: queue) { calls.add($0) }
    try block(calls, after: 1)
    gate.signal()
    let (configuration, queue, gate) = (configuration, queue, gate)
    let isOpen = DispatchSemaphore(value: 0)
    let seen = Mutex<[Bool]>([])
    queue.async {
      guard let own = try? Realm(configuration: configuration, queue: queue) else { return }
      let person = own.objects(Person.self)[0]
      isOpen.signal()
      gate.wait()
      seen.withLock { $0 = [person.isInvalidated, person.firstName == "0"] }
    }
    isOpen.wait()
    try commit(600)
    gate.signal()
    queue.sync {}
    #expect(seen.withLock { $0 } == [false, true])
    token.invalidate()
  }

  @Test("released tokens leave nothing of the queue's Realm, late or not", arguments: [10, 600])
  func released(commits: Int) throws {
    let calls = SharedCalls()
    var tokens: [NotificationToken] = [
      realm.objects(Person.self).observe(on: queue) { calls.add($0) }, people[0].friends.observe(on: queue) { calls.add($0) },
      people[0].observe(on: queue) { (change: ObjectChange<Person>) in calls.add(change) },
    ]
    try block(calls, after: 2)
    weak let registration = tokens[0].registration
    weak let core = tokens[0].registration.core
    #expect(registration != nil && core != nil)
    try commit(commits)
    tokens = []
    gate.signal()
    queue.sync {}
    for _ in 0..<12_000 where core != nil { usleep(5_000) }
    #expect(registration == nil && core == nil)
    #expect(!realm._core.session.engine.changes.isObserved)
  }
}
