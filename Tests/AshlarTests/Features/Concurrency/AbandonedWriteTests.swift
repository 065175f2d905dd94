import Ashlar
import Foundation
import People
import Synchronization
import Testing
import TestSupport
import TestTraits

@Suite("Asynchronous writes whose Realm, actor or task is released", .blocking)
struct AbandonedWriteTests {
  @Test("a request that waits for another write does not acquire the lock after its Realm is released", arguments: [false, true])
  func realmGoes(_ isInvalidated: Bool) async throws {
    let configuration = memory()
    let writer = try RealmQueue(configuration)
    let ran = Atomic(false)
    var waiting: RealmQueue? = try RealmQueue(configuration)
    let other = try RealmQueue(configuration)
    writer.run { $0.beginWrite() }
    waiting?.run { $0.writeAsync { ran.store(true, ordering: .relaxed) } }
    waiting?.run { _ in }
    other.run { realm in realm.writeAsync { realm.create(Dog.self, value: ["name": "other"]) } }
    if isInvalidated {
      waiting?.run { realm in
        realm.invalidate()
        #expect(!realm.isPerformingAsynchronousWriteOperations)
      }
    }
    waiting = nil
    writer.run { $0.cancelWrite() }
    other.settle()
    #expect(other.names == ["other"])
    let hasRun = ran.load(ordering: .relaxed)
    #expect(!hasRun)
  }

  @Test("an actor that is released while it waits does not acquire the lock")
  func actorGoes() async throws {
    let configuration = memory()
    let writer = try RealmQueue(configuration)
    let other = try RealmQueue(configuration)
    for _ in 0..<20 {
      writer.run { $0.beginWrite() }
      var ownerReference: RealmActor? = try await RealmActor(configuration)
      await ownerReference?.lineUp()
      other.run { realm in realm.writeAsync { realm.create(Dog.self, value: ["name": "other"]) } }
      ownerReference = nil
      writer.run { $0.cancelWrite() }
      other.settle()
    }
    #expect(other.names.count { $0 == "other" } == 20)
  }

  @Test("a commit of a released Realm is stored, and its completion called; closing the file does not wait for its own thread")
  func commitGoesOn() async throws {
    let folder = try TemporaryFolder()
    for round in 1...30 {
      let isCalled = DispatchSemaphore(value: 0)
      do {
        let place = try RealmQueue(folder.durable())
        place.run { realm in
          realm.beginWrite()
          realm.create(Dog.self)
          realm.commitAsyncWrite { error in
            #expect(error == nil)
            isCalled.signal()
          }
        }
      }
      #expect(isCalled.wait(timeout: .now() + 300) == .success, "round \(round)")
      #expect(try Realm(configuration: folder.durable()).objects(Dog.self).count == round)
    }
  }

  @Test("cancelling tasks at any moment leaves the right free, and runs their block or throws")
  func cancelling() async throws {
    let folder = try TemporaryFolder()
    let configuration = folder.durable()
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    var written = 0
    for _ in 0..<12 {
      let tasks = (0..<8).map { _ in
        Task {
          let realm = try await Realm.open(configuration: configuration)
          try await realm.asyncWrite { _ = realm.create(Dog.self) }
        }
      }
      for task in tasks where random.once(in: 2) {
        if random.once(in: 2) { try await Task.sleep(for: .microseconds(random.next() % 2_000)) }
        task.cancel()
      }
      for task in tasks {
        do {
          try await task.value
          written += 1
        } catch is CancellationError {}
      }
      let realm = try await Realm.open(configuration: configuration)
      try await realm.asyncWrite {}
      #expect(realm.objects(Dog.self).count == written, "seed \(seed)")
    }
  }
}

@Suite("Asynchronous writes that stop the program", .blocking)
struct AsynchronousMisuseTests {
  @Test("an asynchronous write of a Realm that has no queue, actor or task stops the program")
  func noCallback() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await onItsThread {
        let realm = try Realm(configuration: memory("thread"))
        realm.writeAsync {}
      }
    }
    let text = errorText(result)
    #expect(
      text.contains(
        "'writeAsync' calls a block later, which requires the main queue, a serial queue or an actor. This Realm was opened on thread 0x"
      ))
    #expect(
      text.contains(
        ". Open it with 'Realm(queue:)', or write 'realm.write { … }'; in a task, write 'try await realm.asyncWrite { … }'."))
  }

  @Test("a synchronous transaction in a completion block stops the program")
  func inCompletion() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let place = try RealmQueue(memory("completion"))
      place.run { realm in
        realm.writeAsync {
        } onComplete: { _ in
          realm.beginWrite()
        }
      }
      place.settle()
    }
    #expect(
      errorText(result).contains(
        "Cannot begin a write transaction from inside a commit completion callback. Write 'realm.writeAsync { … }' there: its block runs "
          + "afterwards."))
  }

  @Test("committing without a transaction, and frozen Realms")
  func refused() async {
    let noWrite = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try RealmQueue(memory("none")).run { realm in _ = realm.commitAsyncWrite() }
    }
    #expect(errorText(noWrite).contains("Cannot commit a non-existing write transaction"))
    let frozen = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try RealmQueue(memory("frozen")).run { realm in _ = realm.freeze().beginAsyncWrite {} }
    }
    #expect(errorText(frozen).contains("on a frozen Realm"))
  }
}
