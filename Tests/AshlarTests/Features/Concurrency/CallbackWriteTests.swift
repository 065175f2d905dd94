import Ashlar
import Foundation
import People
import Synchronization
import Testing
import TestSupport
import TestTraits

@Suite("writeAsync, beginAsyncWrite and commitAsyncWrite", .blocking)
struct CallbackWriteTests {
  private static func create(_ realm: Realm, _ name: String) { realm.create(Dog.self, value: ["name": name]) }

  @Test("a synchronous write precedes blocks that have not begun, and a cancelled one does not affect them")
  func synchronousBetween() throws {
    let folder = try TemporaryFolder()
    let place = try RealmQueue(folder.durable())
    try place.run { realm in
      realm.writeAsync { CallbackWriteTests.create(realm, "first") }
      realm.writeAsync { CallbackWriteTests.create(realm, "second") }
      try realm.write { CallbackWriteTests.create(realm, "synchronous") }
      realm.beginWrite()
      CallbackWriteTests.create(realm, "cancelled")
      realm.cancelWrite()
      #expect(realm.objects(Dog.self).map(\.name) == ["synchronous"])
    }
    place.settle()
    #expect(place.names == ["synchronous", "first", "second"])
  }

  @Test("a block that is queued in a transaction runs after it")
  func nested() throws {
    let place = try RealmQueue(memory())
    let order = Events()
    place.run { realm in
      realm.beginAsyncWrite {
        realm.beginAsyncWrite {
          #expect(realm.objects(Dog.self).map(\.name) == ["outer", "third"])
          CallbackWriteTests.create(realm, "inner")
          realm.commitAsyncWrite { _ in order.add("inner") }
        }
        #expect(realm.isEmpty)
        CallbackWriteTests.create(realm, "outer")
        realm.commitAsyncWrite { _ in order.add("outer") }
      }
      realm.beginWrite()
      realm.beginAsyncWrite {
        CallbackWriteTests.create(realm, "third")
        realm.commitAsyncWrite()
      }
      realm.cancelWrite()
    }
    place.settle()
    #expect(place.names == ["outer", "third", "inner"])
    #expect(order.all == ["outer", "inner"])
  }

  @Test("a block that leaves its transaction open changes nothing; it may commit and cancel itself")
  func ends() throws {
    let place = try RealmQueue(memory())
    let order = Events()
    place.run { realm in
      realm.beginAsyncWrite { CallbackWriteTests.create(realm, "left open") }
      realm.beginAsyncWrite {
        CallbackWriteTests.create(realm, "committed")
        #expect(throws: Never.self) { try realm.commitWrite() }
      }
      realm.writeAsync {
        CallbackWriteTests.create(realm, "cancelled")
        realm.cancelWrite()
      } onComplete: {
        order.add("cancelled \($0 == nil)")
      }
      realm.writeAsync {
        CallbackWriteTests.create(realm, "committed itself")
        #expect(throws: Never.self) { try realm.commitWrite() }
      } onComplete: {
        order.add("committed \($0 == nil)")
      }
    }
    place.settle()
    #expect(place.names == ["committed", "committed itself"])
    #expect(order.all == ["cancelled true", "committed true"])
  }

  @Test(
    "onComplete is called on the queue when the commit cannot be lost",
    arguments: [Realm.Configuration.Durability.full, .relaxed, .unsynced])
  func completion(_ durability: Realm.Configuration.Durability) throws {
    let folder = try TemporaryFolder()
    var configuration = folder.durable()
    configuration.durability = durability
    let place = try RealmQueue(configuration)
    let order = Events()
    place.run { realm in
      for number in 0..<20 {
        realm.beginAsyncWrite {
          CallbackWriteTests.create(realm, "\(number)")
          realm.commitAsyncWrite(allowGrouping: number % 2 == 0) { error in
            #expect(error == nil && place.isCurrent && realm.objects(Dog.self).count > number)
            order.add("\(number)")
          }
          #expect(!realm.isInWriteTransaction && realm.objects(Dog.self).count == number + 1)
        }
        #expect(realm.isPerformingAsynchronousWriteOperations && !realm.isInWriteTransaction)
      }
    }
    place.settle()
    #expect(order.all == (0..<20).map { "\($0)" })
    #expect(FileManager.default.fileExists(atPath: folder.url().path + ".checkpoint") == (durability != .unsynced))
  }

  @Test("a transaction that beginWrite began can be committed asynchronously")
  func synchronousBegin() throws {
    let folder = try TemporaryFolder()
    let place = try RealmQueue(folder.durable())
    let order = Events()
    place.run { realm in
      realm.beginWrite()
      CallbackWriteTests.create(realm, "Rex")
      realm.commitAsyncWrite { order.add("stored \($0 == nil)") }
      #expect(realm.objects(Dog.self).count == 1 && !realm.isInWriteTransaction && order.all.isEmpty)
    }
    place.settle()
    #expect(order.all == ["stored true"])
  }

  @Test("cancelAsyncWrite cancels a block that has not begun, or a completion, and nothing else")
  func cancelling() throws {
    let place = try RealmQueue(memory())
    let order = Events()
    try place.run { realm in
      let first = realm.beginAsyncWrite { order.add("begun") }
      let second = realm.writeAsync {
        order.add("written")
      } onComplete: { _ in
        order.add("completed")
      }
      let own = Events()
      let third = realm.writeAsync {
        // Of a block that runs it does nothing.
        #expect(throws: Never.self) { try realm.cancelAsyncWrite(UInt32(own.all[0]) ?? 0) }
        CallbackWriteTests.create(realm, "third")
      }
      own.add("\(third)")
      realm.beginAsyncWrite {
        CallbackWriteTests.create(realm, "fourth")
        let commit = realm.commitAsyncWrite { _ in order.add("not called") }
        #expect(throws: Never.self) { try realm.cancelAsyncWrite(commit) }
      }
      try realm.cancelAsyncWrite(first)
      try realm.cancelAsyncWrite(second)
      try realm.cancelAsyncWrite(second)
      try realm.cancelAsyncWrite(4_711)
      #expect(Set([first, second, third]).count == 3)
    }
    place.settle()
    #expect(place.names == ["third", "fourth"])
    #expect(order.all == [])
  }

  @Test("an error is passed to the completion, and nothing was stored", arguments: [true, false])
  func errors(_ isMissing: Bool) throws {
    let folder = try TemporaryFolder()
    let place = try RealmQueue(folder.durable())
    let order = Events()
    try place.run { realm in
      try realm.write { CallbackWriteTests.create(realm, "there") }
      if isMissing { try FileManager.default.removeItem(at: folder.url()) }
      realm.writeAsync {
        if !isMissing { try? FileManager.default.removeItem(at: folder.url()) }
        CallbackWriteTests.create(realm, "lost")
      } onComplete: { error in
        order.add("\((error as? Realm.Error)?.code == .fileOperationFailed)")
      }
    }
    usleep(5_000)
    place.settle()
    #expect(order.all == ["true"])
    #expect(place.names == ["there"])
  }

  @Test("a completion may line up the next write")
  func chain() throws {
    let place = try RealmQueue(memory())
    place.run { realm in
      realm.writeAsync {
        CallbackWriteTests.create(realm, "first")
      } onComplete: { _ in
        realm.writeAsync { CallbackWriteTests.create(realm, "second") }
      }
    }
    place.settle()
    #expect(place.names == ["first", "second"])
  }

  @MainActor
  @Test("on the main actor, and in other actors")
  func actors() async throws {
    let configuration = memory()
    let realm = try await Realm.open(configuration: configuration)
    let error = await withCheckedContinuation { done in
      realm.writeAsync {
        CallbackWriteTests.create(realm, "main")
      } onComplete: {
        done.resume(returning: $0)
      }
    }
    #expect(error == nil)
    let ownerReference = try await RealmActor(configuration)
    try await ownerReference.write("actor")
    realm.refresh()
    #expect(realm.objects(Dog.self).map(\.name) == ["main", "actor"])
    #expect(!realm.isPerformingAsynchronousWriteOperations)
  }

  @Test("queues, tasks and threads write in turn, and all are served")
  func mixed() async throws {
    let folder = try TemporaryFolder()
    let configuration = folder.durable()
    let places = try (0..<4).map { _ in try RealmQueue(configuration) }
    let completed = Atomic(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for place in places {
        place.run { realm in
          for number in 0..<20 {
            realm.writeAsync {
              CallbackWriteTests.create(realm, "queue \(number)")
            } onComplete: {
              if $0 == nil { completed.add(1, ordering: .relaxed) }
            }
          }
        }
      }
      for number in 0..<4 {
        group.addTask {
          let realm = try await Realm.open(configuration: configuration)
          for _ in 0..<20 { try await realm.asyncWrite { CallbackWriteTests.create(realm, "task \(number)") } }
        }
        group.addTask {
          try await onItsThread {
            let realm = try Realm(configuration: configuration)
            for _ in 0..<5 { try realm.write { CallbackWriteTests.create(realm, "thread \(number)") } }
          }
        }
      }
      try await group.waitForAll()
    }
    for place in places { place.settle() }
    let isComplete = completed.load(ordering: .relaxed) == 80
    #expect(isComplete)
    #expect(try Realm(configuration: configuration).objects(Dog.self).count == 80 + 80 + 20)
  }
}
