import AshlarStore
import Dispatch
import Foundation
import People
import Synchronization
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

/// Runs an actor's jobs one by one, when it is told to.
private final class SteppedExecutor: SerialExecutor {
  private let jobs = Guarded<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// Waits for a job; false when none comes for a long time.
  func waitForJob() -> Bool {
    for _ in 0..<6_000 where jobs.withLock({ $0.isEmpty }) { usleep(5_000) }
    return jobs.withLock { !$0.isEmpty }
  }

  /// Runs the jobs that are there.
  func runAll() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { job.runSynchronously(on: asUnownedSerialExecutor()) }
    usleep(1_000)
  }

  /// Waits for a job and runs it.
  func step() -> Bool {
    guard waitForJob() else { return false }
    jobs.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedSerialExecutor())
    return true
  }
}

private actor Opener {
  private let executor: SteppedExecutor
  init(_ executor: SteppedExecutor) { self.executor = executor }
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func open(_ configuration: Realm.Configuration) async throws -> Int {
    try await Realm(configuration: configuration, actor: self).objects(Dog.self).count
  }
}

@Suite("Files that are closed while something waits for a queue or an actor", .blocking, .serialized)
struct ClosedBeforeTurnsTests {
  private let folder: TemporaryFolder
  private let configuration: Realm.Configuration

  init() throws {
    folder = try TemporaryFolder()
    configuration = folder.configuration("data.realm", [Dog.self, Person.self, Address.self])
  }

  // Runs a body in a block of a queue, which runs nothing else meanwhile: what is scheduled there waits.
  private func busy<R>(_ body: (DispatchQueue) throws -> R) rethrows -> R {
    let queue = DispatchQueue(label: "busy")
    return try queue.sync { try body(queue) }
  }

  // Every Realm of the file is gone by now.
  private func delete(_ configuration: Realm.Configuration? = nil) throws {
    #expect(try Realm.deleteFiles(for: configuration ?? self.configuration))
  }

  // True as soon as the file is there and can be deleted.
  private func isDeletedSoon() -> Bool {
    for _ in 0..<1_000 {
      if (try? Realm.deleteFiles(for: configuration)) == true { return true }
      usleep(5_000)
    }
    return false
  }

  private func observeAndWrite(_ configuration: Realm.Configuration, _ queue: DispatchQueue) throws {
    let realm = try Realm(configuration: configuration, queue: queue)
    let token = realm.objects(Dog.self).observe { _ in }
    try realm.write { realm.create(Dog.self) }
    token.invalidate()
  }

  @Test("a turn for observers that is scheduled keeps no file open")
  func turn() throws {
    try busy { queue in
      try observeAndWrite(configuration, queue)
      try delete()
      try observeAndWrite(configuration, queue)
      #expect(try Realm(configuration: configuration, queue: queue).objects(Dog.self).count == 1)
    }
  }

  @Test("a program whose queue never runs opens any number of files, one after the other")
  func many() throws {
    try busy { queue in
      for number in 0..<300 { try observeAndWrite(folder.configuration("\(number).realm", [Dog.self, Person.self, Address.self]), queue) }
    }
  }

  @Test("a block that waits for its turn to write keeps no file open")
  func asynchronousWrite() throws {
    try busy { queue in
      try {
        let realm = try Realm(configuration: configuration, queue: queue)
        realm.writeAsync {}
      }()
      try delete()
    }
  }

  @Test("a block that was notified of a free write lock keeps no file open")
  func toldWrite() throws {
    let configuration = configuration
    let queue = DispatchQueue(label: "waiting")
    let writer = try RealmQueue(configuration)
    writer.run { $0.beginWrite() }
    var waiting: Realm?
    try queue.sync {
      waiting = try Realm(configuration: configuration, queue: queue)
      waiting?.writeAsync {}
    }
    // Its turn has found the right taken, and lines up.
    queue.sync {}
    try queue.sync {
      writer.run { $0.cancelWrite() }
      waiting = nil
      writer.close()
      try delete()
    }
  }

  @Test("a commit whose completion waits for its queue keeps no file open, and the completion is called", arguments: [false, true])
  func completion(isDurable: Bool) throws {
    let configuration = isDurable ? Realm.Configuration(fileURL: folder.url(), objectTypes: configuration.objectTypes) : configuration
    let calls = SharedCalls()
    let queue = DispatchQueue(label: "busy")
    try queue.sync {
      try {
        let realm = try Realm(configuration: configuration, queue: queue)
        realm.beginWrite()
        realm.create(Dog.self)
        realm.commitAsyncWrite { calls.add("stored \($0 == nil)") }
      }()
      try delete(configuration)
      #expect(calls.all == [])
    }
    for _ in 0..<4_000 where calls.all.isEmpty { usleep(5_000) }
    queue.sync {}
    #expect(calls.all == ["stored true"])
  }

  @Test("an observation that waits for its queue keeps the file open until its token is released")
  func handover() throws {
    let queue = DispatchQueue(label: "late", attributes: .initiallyInactive)
    let token = Mutex<NotificationToken?>(nil)
    try onThread { [configuration] in
      let realm = try Realm(configuration: configuration)
      try realm.write { realm.create(Dog.self) }
      let observation = realm.objects(Dog.self).observe(on: queue) { _ in }
      token.withLock { $0 = observation }
    }
    #expect(throws: Realm.Error(.alreadyOpen)) { try Realm.deleteFiles(for: configuration) }
    token.withLock { $0 = nil }
    try delete()
    queue.activate()
    queue.sync {}
  }

  @Test("an opening whose callback waits for its queue keeps no file open; the queue gets a Realm all the same")
  func asyncOpen() throws {
    let queue = DispatchQueue(label: "late", attributes: .initiallyInactive)
    let calls = SharedCalls()
    Realm.asyncOpen(configuration: configuration, callbackQueue: queue) { result in
      calls.add((try? result.get().objects(Dog.self).count).map { "\($0)" } ?? "failed")
    }
    #expect(isDeletedSoon())
    queue.activate()
    queue.sync {}
    #expect(calls.all == ["0"])
  }

  @Test("an opening asks once whether to compact the file")
  func compacting() throws {
    try onThread { [configuration] in try Realm(configuration: configuration).write {} }
    let calls = SharedCalls()
    var configuration = configuration
    configuration.shouldCompactOnLaunch = { _, _ in
      calls.add("asked")
      return true
    }
    let done = DispatchSemaphore(value: 0)
    Realm.asyncOpen(configuration: configuration, callbackQueue: DispatchQueue(label: "callbacks")) { result in
      calls.add((try? result.get().isEmpty).map { "\($0)" } ?? "failed")
      done.signal()
    }
    #expect(done.wait(timeout: .now() + 300) == .success)
    #expect(calls.all == ["asked", "true"])
  }

  @Test("an opening for an actor that does not run keeps no file open; the actor gets a Realm all the same")
  func actorOpens() async throws {
    let executor = SteppedExecutor()
    let opener = Opener(executor)
    let opening = Task { [configuration] in try await opener.open(configuration) }
    #expect(executor.step(), "the actor runs until the file is opened elsewhere")
    #expect(executor.waitForJob(), "the file was opened, and the actor is to go on")
    try delete()
    let isOver = Atomic(false)
    let counted = Task {
      defer { isOver.store(true, ordering: .sequentiallyConsistent) }
      return try await opening.value
    }
    while !isOver.load(ordering: .sequentiallyConsistent) { executor.runAll() }
    #expect(try await counted.value == 0)
  }
}
