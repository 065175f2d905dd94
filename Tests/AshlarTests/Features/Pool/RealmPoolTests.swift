import Ashlar
import Foundation
import People
import Synchronization
import Testing
import TestSupport
import TestTraits

@Suite("RealmPool", .blocking)
struct RealmPoolTests {
  @Test("each body reads the newest version, on the caller's thread")
  func reading() async throws {
    let pool = try RealmPool(memory())
    for number in 1...5 {
      try await pool.write { realm in _ = realm.create(Dog.self, value: ["name": "\(number)"]) }
      #expect(try pool.read { $0.objects(Dog.self).count } == number)
      // One inside the other has a Realm of its own.
      let isOther = try pool.read { outer in try pool.read { inner in inner != outer && inner.objects(Dog.self).count == number } }
      #expect(isOther)
    }
    let isHere = try onThread {
      let thread = Thread.current
      return try pool.read { _ in Thread.current === thread }
    }
    #expect(isHere)
  }

  @Test(
    "64 tasks write and read in one file, and each write sees those before it", arguments: [Realm.Configuration.Durability.full, .unsynced])
  func writing(_ durability: Realm.Configuration.Durability) async throws {
    let folder = try TemporaryFolder()
    var configuration = folder.durable()
    configuration.durability = durability
    let pool = try RealmPool(configuration)
    let counts = try await withThrowingTaskGroup(of: [Int].self) { group in
      for task in 0..<64 {
        group.addTask {
          var seen: [Int] = []
          for number in 0..<4 {
            let count = try await pool.write { realm in
              realm.create(Dog.self, value: ["name": "\(task)-\(number)"])
              return realm.objects(Dog.self).count
            }
            #expect(try pool.read { $0.objects(Dog.self).count } >= count)
            seen.append(count)
          }
          return seen
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(counts.sorted() == Array(1...256))
  }

  @Test("an error of the body cancels the write, and a body may end it itself")
  func errors() async throws {
    let pool = try RealmPool(memory())
    await #expect(throws: CocoaError.self) {
      try await pool.write { realm in
        realm.create(Dog.self)
        throw CocoaError(.userCancelled)
      }
    }
    try await pool.write { realm in
      realm.create(Dog.self)
      realm.cancelWrite()
    }
    #expect(try pool.read { $0.isEmpty })
    try await pool.write { realm in
      realm.create(Dog.self)
      try realm.commitWrite()
    }
    #expect(throws: CocoaError.self) { try pool.read { _ in throw CocoaError(.userCancelled) } }
    #expect(try pool.read { $0.objects(Dog.self).count } == 1)
  }

  @Test("a task that is cancelled while it waits leaves the right to others")
  func cancelling() async throws {
    let configuration = memory()
    let pool = try RealmPool(configuration)
    let writer = try RealmQueue(configuration)
    writer.run { $0.beginWrite() }
    let waiting = Task { try await pool.write { realm in _ = realm.create(Dog.self) } }
    try await Task.sleep(for: .milliseconds(5))
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    let next = Task { try await pool.write { realm in _ = realm.create(Dog.self) } }
    writer.run { $0.cancelWrite() }
    try await next.value
    #expect(try pool.read { $0.objects(Dog.self).count } == 1)
  }

  @Test("writing in a reading body throws")
  func readingOnly() throws {
    let pool = try RealmPool(memory())
    let error = #expect(throws: Realm.Error.self) { try pool.read { realm in try realm.write {} } }
    #expect(
      error?.localizedDescription
        == "Cannot perform transactions on the Realm of 'RealmPool.read', which is only for reading. "
        + "Write 'try await pool.write { … }' instead."
    )
  }

  @Test("an idle pool keeps no version")
  func idle() async throws {
    let folder = try TemporaryFolder()
    let pool = try RealmPool(folder.configuration())
    let realm = try await Realm.open(configuration: folder.configuration())
    // A Realm takes its version at its first read.
    #expect(realm.isEmpty)
    #expect(try pool.read { try $0.pinnedVersions().count } == 2)
    #expect(try realm.pinnedVersions().count == 1)
    try await realm.asyncWrite { _ = realm.create(Dog.self) }
    #expect(try realm.pinnedVersions().count == 1)
  }

  @Test("bodies on several threads see whole versions while others write, and never an older one than before")
  func wholeVersions() async throws {
    let folder = try TemporaryFolder()
    let pool = try RealmPool(folder.configuration())
    let count = 400
    try await pool.write { realm in for number in 0..<count { realm.create(Dog.self, value: ["name": "\(number)", "age": 0]) } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for age in 1...60 { try await pool.write { realm in for dog in realm.objects(Dog.self) { dog.age = age } } }
      }
      for _ in 0..<3 {
        group.addTask {
          var last = 0
          while last < 60 {
            let ages = try pool.read { realm in Set(realm.objects(Dog.self).map(\.age)) }
            let names = try pool.read { realm in realm.objects(Dog.self).where { $0.age >= last }.count }
            #expect(ages.count == 1 && names == count)
            let age = ages.first ?? 0
            #expect(age >= last)
            last = age
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("a snapshot stays at its version over suspensions, for several tasks")
  func snapshot() async throws {
    let pool = try RealmPool(memory())
    try await pool.write { realm in _ = realm.create(Dog.self, value: ["name": "Rex"]) }
    let snapshot = try pool.snapshot()
    try await pool.write { realm in realm.deleteAll() }
    let names = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<8 { group.addTask { snapshot.read { $0.objects(Dog.self).map(\.name) } } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(names == Array(repeating: ["Rex"], count: 8))
    #expect(try pool.read { $0.isEmpty })
  }

  @Test("long bodies run on other threads, and a cancelled one does not begin")
  func background() async throws {
    let pool = try RealmPool(memory())
    try await pool.write { realm in _ = realm.create(Dog.self) }
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 { group.addTask { try await pool.readInBackground { $0.objects(Dog.self).count } } }
      return try await group.reduce(0, +)
    }
    #expect(counts == 20)
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await pool.readInBackground { $0.objects(Dog.self).count }
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    await #expect(throws: CocoaError.self) { try await pool.readInBackground { _ in throw CocoaError(.userCancelled) } }
  }

  @Test("tasks on two threads, half of which block in synchronous writes, finish")
  func twoThreads() async throws {
    let folder = try TemporaryFolder()
    let configuration = folder.durable()
    let pool = try RealmPool(configuration)
    let threads = TwoThreads()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<24 {
        group.addTask(executorPreference: threads) {
          for _ in 0..<6 {
            if number % 2 == 0 {
              try await pool.write { realm in _ = realm.create(Dog.self) }
            } else {
              let realm = try Realm(configuration: configuration)
              try realm.write { _ = realm.create(Dog.self) }
            }
            _ = try pool.read { $0.objects(Dog.self).count }
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try pool.read { $0.objects(Dog.self).count } == 144)
  }

  @Test("using an object that left a body in a captured variable stops the program", arguments: [true, false])
  func escaping(_ isSameThread: Bool) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [isSameThread = isSameThread as Bool] in
      let pool = try RealmPool(memory("escape"))
      try await pool.write { realm in _ = realm.create(Dog.self, value: ["name": "Rex"]) }
      nonisolated(unsafe) var escaped: Dog?
      try pool.read { realm in escaped = realm.objects(Dog.self).first }
      // Another body of the same thread has the same Realm.
      if isSameThread { _ = try pool.read { _ in escaped?.name } } else { _ = escaped?.name }
    }
    #expect(
      errorText(result).contains(
        isSameThread ? "deleted or invalidated" : "belongs to a Realm opened on a pool, for a body that has returned"))
  }
}
