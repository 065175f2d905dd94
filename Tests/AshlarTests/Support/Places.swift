import Ashlar
import Foundation
import People
import AshlarStore

/// A serial queue with a Realm of its own.
final class RealmQueue: @unchecked Sendable {
  private let queue = DispatchQueue(label: "writes")
  private let key = DispatchSpecificKey<Bool>()
  private var realm: Realm!

  init(_ configuration: Realm.Configuration) throws {
    queue.setSpecific(key: key, value: true)
    try queue.sync { realm = try Realm(configuration: configuration, queue: queue) }
  }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  @discardableResult
  func run<R>(_ body: (Realm) throws -> R) rethrows -> R { try queue.sync { try body(realm) } }

  /// Lets go of the Realm.
  func close() { queue.sync { realm = nil } }

  /// Waits until nothing asynchronous goes on.
  func settle() {
    while run({ $0.isPerformingAsynchronousWriteOperations }) { usleep(500) }
  }

  var names: [String] {
    run { realm in
      realm.refresh()
      return realm.objects(Dog.self).map(\.name)
    }
  }
}

/// An actor with a Realm of its own.
actor RealmActor {
  private var realm: Realm!

  init(_ configuration: Realm.Configuration) async throws { realm = try await Realm(configuration: configuration, actor: self) }

  /// Returns when it is stored.
  func write(_ name: String) async throws {
    let realm = realm!
    let error = await withCheckedContinuation { done in
      realm.writeAsync {
        realm.create(Dog.self, value: ["name": name])
      } onComplete: {
        done.resume(returning: $0)
      }
    }
    if let error { throw error }
  }

  /// Lines up a write that does not keep the Realm.
  func lineUp() async {
    realm.writeAsync {}
    await Task.yield()
  }
}

/// What happened, in its order.
final class Events: Sendable {
  private let found = Guarded<[String]>([])
  func add(_ event: String) { found.withLock { $0.append(event) } }
  var all: [String] { found.withLock { $0 } }
}

/// Runs `body` on a thread of its own, for which the caller's task is suspended.
func onItsThread(_ body: @escaping @Sendable () throws -> Void) async throws {
  try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
    Thread.detachNewThread { done.resume(with: Result { try body() }) }
  }
}
