import Ashlar
import AshlarStore
import Dispatch
import Foundation
import People
import Testing
import TestSupport

/// An actor with a Realm, which it opens in one of several ways.
private actor Kennel {
  enum Way: CaseIterable {
    case named, open, plain
  }

  private var realm: Realm?
  private var dog: Dog?

  init() {}

  init(_ configuration: Realm.Configuration, _ way: Way = .named) async throws {
    try await start(configuration, way)
  }

  func start(_ configuration: Realm.Configuration, _ way: Way) async throws {
    let realm =
      switch way {
      case .named: try await Realm(configuration: configuration, actor: self)
      case .open: try await Realm.open(configuration: configuration)
      case .plain: try Realm(configuration: configuration)
      }
    self.realm = realm
    dog = try realm.write { realm.create(Dog.self) }
  }

  func grow() throws -> Int {
    guard let realm, let dog else { return -1 }
    try realm.write { dog.age += 1 }
    return dog.age
  }

  /// The sum before and after other work of the actor.
  func sumOverSuspension() async -> [Int] {
    guard let realm, let dog else { return [] }
    let before = dog.age
    await Task.yield()
    try? await Task.sleep(for: .microseconds(100))
    return [before, dog.age, realm.objects(Dog.self).count]
  }

  func isSame(_ way: Way, _ configuration: Realm.Configuration) async throws -> Bool {
    switch way {
    case .named: try await Realm(configuration: configuration, actor: self) == realm
    case .open: try await Realm.open(configuration: configuration) == realm
    case .plain: try Realm(configuration: configuration) == realm
    }
  }

  /// The Realm, for misuse.
  func leak() -> UncheckedBox<Realm?> { UncheckedBox(realm) }
  func use(_ box: UncheckedBox<Realm?>) -> Int { box.value?.objects(Dog.self).count ?? -1 }
}

private struct UncheckedBox<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// Runs jobs on threads of a dispatch queue.
private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "executor")
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

private actor Host {
  private let executor: QueueExecutor
  private var realm: Realm?
  init(_ executor: QueueExecutor = QueueExecutor()) { self.executor = executor }
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func start(_ configuration: Realm.Configuration, named: Bool) async throws {
    realm = named ? try await Realm(configuration: configuration, actor: self) : try Realm(configuration: configuration)
  }
  func add() async throws -> Int {
    guard let realm else { return -1 }
    try realm.write { _ = realm.create(Dog.self) }
    await Task.yield()
    return realm.objects(Dog.self).count
  }
  func isSame(as box: UncheckedBox<Realm?>) -> Bool { realm == box.value }
  func leak() -> UncheckedBox<Realm?> { UncheckedBox(realm) }
}

@Suite("Realms of actors")
struct ActorTests {
  @Test("an actor's Realm and its objects are used over 1,000 calls from several tasks", arguments: Kennel.Way.allCases)
  private func hops(_ way: Kennel.Way) async throws {
    let kennel = try await Kennel(memory(), way)
    let ages = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<1_000 { group.addTask { try await kennel.grow() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(ages.sorted() == Array(1...1_000))
  }

  @Test("an actor's Realm and its objects are used after suspensions")
  func suspensions() async throws {
    let kennel = try await Kennel(memory())
    for _ in 0..<50 { #expect(await kennel.sumOverSuspension() == [0, 0, 1]) }
  }

  @Test("every way to open a Realm in an actor gives the same one", arguments: Kennel.Way.allCases)
  private func instances(_ way: Kennel.Way) async throws {
    let configuration = memory()
    let kennel = try await Kennel(configuration, way)
    for other in Kennel.Way.allCases { #expect(try await kennel.isSame(other, configuration), "\(other)") }
    #expect(try await !Kennel(configuration).isSame(.plain, memory()))
    #expect(try Realm(configuration: configuration) != (await kennel.leak()).value)
  }

  @MainActor
  @Test("on the main actor it is the Realm of the main queue, however it is opened")
  func mainActor() async throws {
    let configuration = memory()
    let realm = try await Realm.open(configuration: configuration)
    #expect(try await Realm(configuration: configuration, actor: MainActor.shared) == realm)
    #expect(try Realm(configuration: configuration) == realm)
    #expect(try Realm(configuration: configuration, queue: .main) == realm)
    try await Task.sleep(for: .milliseconds(1))
    #expect(realm.isEmpty)
    nonisolated(unsafe) let used = realm
    #expect(await withCheckedContinuation { done in DispatchQueue.main.async { done.resume(returning: used.isEmpty) } })
  }

  @Test("an actor with an executor of its own has a Realm", arguments: [false, true])
  func executors(_ isNamed: Bool) async throws {
    let custom = Host()
    try await custom.start(memory(), named: isNamed)
    for count in 1...100 { #expect(try await custom.add() == count) }
  }

  @Test("actors that share an executor share their Realms")
  func sharedExecutor() async throws {
    let (executor, configuration) = (QueueExecutor(), memory())
    let (first, second) = (Host(executor), Host(executor))
    try await first.start(configuration, named: true)
    try await second.start(configuration, named: false)
    let leaked = await first.leak()
    #expect(await second.isSame(as: leaked))
  }

  @Test("an actor's Realm stops the program in another actor, with the names of both")
  func otherActor() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (kennel, custom) = (try await Kennel(memory("stopped").checked), Host())
      try await custom.start(memory("stopped").checked, named: true)
      let leaked = await custom.leak()
      print(await kennel.use(leaked))
    }
    let text = errorText(result)
    #expect(text.contains("This Realm belongs to a Realm opened on actor 'Host' at 0x"))
    #expect(text.contains("and was used on actor 'Kennel' at 0x"))
  }

  @Test("an actor's Realm stops the program in a task outside of it, with the names of both")
  func outside() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let box = try await Kennel(memory("stopped").checked).leak()
      await Task.detached { print(box.value?.isEmpty ?? false) }.value
    }
    let text = errorText(result)
    #expect(text.contains("This Realm belongs to a Realm opened on actor 'Kennel' at 0x"))
    #expect(text.contains("and was used on task "))
  }

  @Test("a Realm of an actor that was released belongs to no other, whatever the address of that one")
  func gone() async throws {
    let configuration = memory()
    var boxes: [UncheckedBox<Realm?>] = []
    // Some of them lie where another was.
    for _ in 0..<100 {
      let kennel = Kennel()
      try await kennel.start(configuration, .plain)
      let box = await kennel.leak()
      #expect(!boxes.contains { $0.value == box.value })
      #expect(await kennel.use(box) == boxes.count + 1)
      boxes.append(box)
    }
  }

  @Test("opening a file migrates it outside of the actor, and not in a task")
  func migrating() async throws {
    let folder = try TemporaryFolder()
    let inTask = Guarded<[Bool]>([])
    var configuration = folder.configuration()
    configuration.schemaVersion = 1
    try onThread { [configuration] in _ = try Realm(configuration: configuration) }
    _ = EnvironmentRegistry.isOpen(path: folder.url().path)
    configuration.schemaVersion = 2
    configuration.migrationBlock = { _, _ in inTask.withLock { $0.append(withUnsafeCurrentTask { $0 != nil }) } }
    let kennel = Kennel()
    try await kennel.start(configuration, .open)
    #expect(inTask.withLock { $0 } == [false])
    #expect(try await kennel.grow() == 1)
  }

  @Test("opening in a cancelled task throws")
  func cancelled() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await Realm.open(configuration: memory())
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("files that cannot be opened throw the same errors")
  func errors() async throws {
    let folder = try TemporaryFolder()
    try Data("no database".utf8).write(to: folder.url())
    let error = await #expect(throws: Realm.Error.self) { _ = try await Realm.open(configuration: folder.configuration()) }
    #expect(error?.code == .invalidDatabase)
  }
}
