import Ashlar
import AshlarStore
import Foundation
import Kinds
import People
import Testing
import TestSupport
import TestTraits

private actor Ledger {
  private var realm: Realm!
  init(_ configuration: Realm.Configuration) async throws { realm = try await Realm(configuration: configuration, actor: self) }
  func add(_ name: String) async throws -> Int {
    try await realm.asyncWrite {
      realm.create(Dog.self, value: ["name": name])
      return realm.objects(Dog.self).count
    }
  }
  /// Holds the right to write over suspensions, as a careless actor does.
  func hold(_ body: @Sendable () async throws -> Void) async throws {
    realm.beginWrite()
    try await body()
    realm.cancelWrite()
  }
  func fail() async throws {
    try await realm.asyncWrite {
      realm.create(Dog.self)
      throw CocoaError(.userCancelled)
    }
  }
  var count: Int { realm.objects(Dog.self).count }
  var isBusy: Bool { realm.isPerformingAsynchronousWriteOperations }
  func refresh() async -> Bool { await realm.asyncRefresh() }
  func stay() { realm.autorefresh = false }
}

@Suite("asyncWrite", .blocking)
struct AsyncWriteTests {
  private static let durabilities: [Realm.Configuration.Durability] = [.full, .relaxed, .unsynced]

  @Test("64 tasks count in one file, and each sees a count of its own", arguments: AsyncWriteTests.durabilities)
  func counting(_ durability: Realm.Configuration.Durability) async throws {
    let folder = try TemporaryFolder()
    var configuration = folder.durable()
    configuration.durability = durability
    let counts = try await withThrowingTaskGroup(of: [Int].self) { [configuration] group in
      for task in 0..<64 {
        group.addTask {
          let realm = try await Realm.open(configuration: configuration)
          var seen: [Int] = []
          for number in 0..<4 {
            seen.append(
              try await realm.asyncWrite {
                realm.create(Dog.self, value: ["name": "\(task)-\(number)"])
                return realm.objects(Dog.self).count
              })
          }
          return seen
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(counts.sorted() == Array(1...256))
    #expect(try Set(Realm(configuration: configuration).objects(Dog.self).map(\.name)).count == 256)
  }

  @Test("tasks, actors and threads write in turn")
  func mixed() async throws {
    let folder = try TemporaryFolder()
    let configuration = Realm.Configuration(fileURL: folder.url())
    let ledger = try await Ledger(configuration)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask { for _ in 0..<10 { _ = try await ledger.add("actor \(number)") } }
        group.addTask {
          try await onItsThread {
            let realm = try Realm(configuration: configuration)
            for _ in 0..<10 { try realm.write { _ = realm.create(Dog.self) } }
          }
        }
      }
      try await group.waitForAll()
    }
    _ = await ledger.refresh()
    #expect(await ledger.count == 160)
  }

  @MainActor
  @Test("on the main actor objects are used before, in and after it")
  func mainActor() async throws {
    let folder = try TemporaryFolder()
    let realm = try await Realm.open(configuration: .init(fileURL: folder.url()))
    let dog = try await realm.asyncWrite { realm.create(Dog.self, value: ["name": "Rex"]) }
    for age in 1...5 {
      try await realm.asyncWrite { dog.age += 1 }
      #expect(dog.age == age && dog.name == "Rex" && !realm.isPerformingAsynchronousWriteOperations)
    }
  }

  @Test("a task that waits for another write does not block a thread, and writes after it")
  func waiting() async throws {
    let configuration = memory()
    let (first, second) = (try await Ledger(configuration), try await Ledger(configuration))
    let task = Guarded<Task<Int, any Error>?>(nil)
    try await first.hold {
      let waiting = Task { try await second.add("later") }
      task.withLock { $0 = waiting }
      while await !second.isBusy { await Task.yield() }
      // The actor that waits is free meanwhile.
      for _ in 0..<10 { #expect(await second.count == 0) }
    }
    let waiting = try #require(task.withLock { $0 })
    #expect(try await waiting.value == 1)
    #expect(await !second.isBusy)
  }

  @Test("cancelling a task that waits throws, and its block does not run; the others continue")
  func cancelling() async throws {
    let configuration = memory()
    let (first, second, third) = (try await Ledger(configuration), try await Ledger(configuration), try await Ledger(configuration))
    let tasks = Guarded<[Task<Int, any Error>]>([])
    try await first.hold {
      for (ledger, name) in [(second, "cancelled"), (third, "goes on")] {
        let waiting = Task { try await ledger.add(name) }
        tasks.withLock { $0.append(waiting) }
        while await !ledger.isBusy { await Task.yield() }
      }
      let cancelled = tasks.withLock { $0[0] }
      cancelled.cancel()
      await #expect(throws: CancellationError.self) { try await cancelled.value }
    }
    let other = tasks.withLock { $0[1] }
    #expect(try await other.value == 1)
    #expect(try await second.add("again") == 2)
  }

  @Test("cancelling later has no effect")
  func cancellingLater() async throws {
    let folder = try TemporaryFolder()
    let configuration = Realm.Configuration(fileURL: folder.url())
    let task = Task {
      let realm = try await Realm.open(configuration: configuration)
      return try await realm.asyncWrite {
        withUnsafeCurrentTask { $0?.cancel() }
        realm.create(Dog.self)
        return 7
      }
    }
    #expect(try await task.value == 7)
    #expect(try Realm(configuration: configuration).objects(Dog.self).count == 1)
  }

  @Test("an error of the block cancels its changes and is rethrown; the next one writes")
  func errors() async throws {
    let ledger = try await Ledger(memory())
    await #expect(throws: CocoaError.self) { try await ledger.fail() }
    #expect(await ledger.count == 0)
    #expect(try await ledger.add("next") == 1)
  }

  @Test("the block may end the transaction itself, and begin another one, which is committed")
  func ending() async throws {
    let realm = try await Realm.open(configuration: memory())
    try await realm.asyncWrite {
      realm.create(Dog.self)
      realm.cancelWrite()
    }
    #expect(realm.isEmpty)
    try await realm.asyncWrite {
      realm.create(Dog.self)
      realm.cancelWrite()
      realm.beginWrite()
      realm.create(Dog.self)
    }
    #expect(realm.objects(Dog.self).count == 1)
    try await realm.asyncWrite {
      realm.create(Dog.self)
      try realm.commitWrite()
    }
    #expect(realm.objects(Dog.self).count == 2)
  }

  @Test("of another Realm of the same task, whose write is open, it throws instead of waiting for itself")
  func itself() async throws {
    let name = UUID().uuidString
    let first = try await Realm.open(configuration: memory(name, [TextKey.self]))
    let second = try await Realm.open(configuration: memory(name, [SmallKey.self]))
    first.beginWrite()
    await #expect(throws: Realm.Error.self) { try await second.asyncWrite {} }
    first.cancelWrite()
    try await second.asyncWrite {}
  }

  @Test("what is committed is on the disk when it returns: no checkpoint is older")
  func durable() async throws {
    let folder = try TemporaryFolder()
    let configuration = Realm.Configuration(fileURL: folder.url())
    let realm = try await Realm.open(configuration: configuration)
    for number in 1...10 {
      try await realm.asyncWrite { _ = realm.create(Dog.self) }
      #expect(realm.objects(Dog.self).count == number)
      #expect(FileManager.default.fileExists(atPath: folder.url().path + ".checkpoint"))
    }
    // It waits for the same checkpoints, as long as others lately did.
    let engine = try EnvironmentRegistry.open(path: folder.url().path)
    engine.setSyncLimits(SyncLimits(joining: .seconds(1000)))
    try realm.write { _ = realm.create(Dog.self) }
    #expect(FileManager.default.fileExists(atPath: folder.url().path + ".checkpoint"))
    engine.setSyncLimits(SyncLimits(joining: .zero))
    try realm.write { _ = realm.create(Dog.self) }
    #expect(!FileManager.default.fileExists(atPath: folder.url().path + ".checkpoint"))
  }

  @Test("tasks and threads that write durably share checkpoints, and each finds one of its own version or a later one")
  func sharing() async throws {
    let folder = try TemporaryFolder()
    let configuration = Realm.Configuration(fileURL: folder.url())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let realm = try await Realm.open(configuration: configuration)
          for _ in 0..<20 { try await realm.asyncWrite { _ = realm.create(Dog.self, value: ["name": "task \(number)"]) } }
        }
        group.addTask {
          try await onItsThread {
            let realm = try Realm(configuration: configuration)
            for _ in 0..<20 { try realm.write { _ = realm.create(Dog.self, value: ["name": "thread \(number)"]) } }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try Realm(configuration: configuration).objects(Dog.self).count == 160)
  }

  @Test("asyncRefresh is true if it advanced, and false without a new version and in a cancelled task; all that wait continue")
  func refreshing() async throws {
    let configuration = memory()
    let (ledger, writer) = (try await Ledger(configuration), try await Ledger(configuration))
    await ledger.stay()
    _ = await ledger.refresh()
    #expect(await !ledger.refresh())
    _ = try await writer.add("news")
    let cancelled = Task { () -> Bool in
      withUnsafeCurrentTask { $0?.cancel() }
      return await ledger.refresh()
    }
    #expect(await !cancelled.value)
    #expect(await ledger.count == 0)
    #expect(await ledger.refresh())
    #expect(await ledger.count == 1)
    _ = try await writer.add("more news")
    let answers = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { await ledger.refresh() } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count { $0 } == 1 && answers.count == 8)
  }

  @Test("read-only and frozen Realms throw")
  func refused() async throws {
    let realm = try await Realm.open(configuration: memory())
    await #expect(throws: Realm.Error.self) { try await realm.freeze().asyncWrite {} }
    #expect(await !realm.freeze().asyncRefresh())
  }

  @Test("a Realm of a queue stops the program, with a message that states what to use")
  func elsewhere() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await OnQueue().write()
    }
    #expect(
      errorText(result).contains(
        "'asyncWrite' is for Realms of the main actor (the main thread), of other actors and of tasks. This one was opened on queue "
          + "'executor': write 'realm.write { … }' or, on a queue, 'realm.writeAsync { … }'; or open the Realm with 'try await Realm.open()'."
      ))
  }
}

/// Runs on a queue, with whose name it opens its Realm.
private actor OnQueue {
  private final class Executor: SerialExecutor {
    let queue = DispatchQueue(label: "executor")
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  private let executor = Executor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func write() async throws {
    let realm = try Realm(configuration: memory("on a queue"), queue: executor.queue)
    try await realm.asyncWrite {}
  }
}
