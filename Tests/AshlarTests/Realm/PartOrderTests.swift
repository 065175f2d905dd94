import AshlarStore
import Dispatch
import Foundation
import People
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

/// A Realm instance has parts: its write, its asynchronous writes, and the delivery to observers. What is logged, and what closures see
/// that are called meanwhile, shows in which order they take part in an event. In processes of their own, since the logger is the
/// process's.
@Suite("The parts of a Realm and the events of its life", .blocking)
struct PartOrderTests {
  /// Records events in the order in which they happen.
  final class Steps: Sendable {
    private let all = Guarded<[String]>([])

    func add(_ step: String) { all.withLock { $0.append(step) } }

    func take() -> [String] {
      all.withLock { all in
        defer { all = [] }
        return all
      }
    }

    /// Waits until `count` events are recorded.
    func wait(_ count: Int) {
      for _ in 0..<6_000 where all.withLock({ $0.count < count }) { usleep(5_000) }
    }

    /// Adds what the log says of writes, each with what the instance is like then.
    func log(_ state: @escaping @Sendable () -> String = { "" }) {
      Logger.shared = Logger(level: .warn) { _, message in
        if message.contains("is cancelled") { self.add("write cancelled\(state())") }
        if message.contains("will not run") { self.add("blocks dropped\(state())") }
      }
    }
  }

  /// The instance of a queue.
  final class Place: @unchecked Sendable {
    let queue = DispatchQueue(label: "place")
    var realm: Realm!
    var token: NotificationToken?

    init(_ configuration: Realm.Configuration) throws {
      try queue.sync { realm = try Realm(configuration: configuration, queue: queue) }
    }

    @discardableResult
    func run<R>(_ body: (Realm) throws -> R) rethrows -> R { try queue.sync { try body(realm) } }
  }

  @Test("invalidated, it cancels its write, drops asynchronous ones, releases what was read, and notifies observers in a later turn")
  func invalidated() async {
    await #expect(processExitsWith: .success) {
      let steps = Steps()
      let folder = try TemporaryFolder()
      let place = try Place(folder.configuration())
      place.run { realm in
        place.token = realm.objects(Dog.self).observe { change in
          if case .update(_, _, let insertions, _) = change { steps.add("inserted \(insertions)") } else { steps.add("initial") }
        }
      }
      steps.wait(1)
      #expect(steps.take() == ["initial"])
      steps.log {
        let core = place.realm._core
        return ", writing \(core.session.isWriting), reading \(!core.session.readsNothing), invalidated \(core.invalidations)"
      }
      try place.run { realm in
        let before = realm._core.invalidations
        realm.beginWrite()
        realm.create(Dog.self)
        realm.writeAsync {}
        realm.invalidate()
        #expect(
          steps.take() == [
            "write cancelled, writing true, reading true, invalidated \(before)",
            "blocks dropped, writing false, reading true, invalidated \(before)",
          ])
        #expect(realm._core.session.readsNothing && realm._core.invalidations == before + 1)
        // Another instance commits before the turn. The observer gets the difference to the released version.
        try onThread { [configuration = realm.configuration] in
          let other = try Realm(configuration: configuration)
          try other.write { other.create(Dog.self) }
        }
        #expect(steps.take() == [])
      }
      steps.wait(1)
      #expect(steps.take() == ["inserted [0]"])
    }
  }

  @Test("released, it leaves the register of open files, then cancels its write, then drops asynchronous ones")
  func released() async {
    await #expect(processExitsWith: .success) {
      let steps = Steps()
      let folder = try TemporaryFolder()
      let place = try Place(folder.configuration())
      steps.log()
      place.run { realm in
        let close = realm._core.onClose
        realm._core.onClose = {
          steps.add("closed")
          close()
        }
        realm.beginWrite()
        realm.writeAsync {}
      }
      place.queue.sync { place.realm = nil }
      #expect(steps.take() == ["closed", "write cancelled", "blocks dropped"])
      #expect(try Realm.deleteFiles(for: folder.configuration()))
    }
  }

  @Test("when its thread ends, its write is cancelled while it still reads")
  func threadEnds() async {
    await #expect(processExitsWith: .success) {
      let steps = Steps()
      let folder = try TemporaryFolder()
      let configuration = folder.configuration()
      try onThread {
        let realm = try Realm(configuration: configuration)
        let place = UnsafeMutablePointer<_RealmCore>.allocate(capacity: 1)
        place.initialize(to: realm._core)
        nonisolated(unsafe) let core = place
        steps.log { ", reading \(!core.pointee.session.readsNothing)" }
        realm.beginWrite()
        realm.create(Dog.self)
      }
      steps.wait(1)
      #expect(steps.take() == ["write cancelled, reading true"])
      #expect(try Realm(configuration: configuration).objects(Dog.self).count == 0)
    }
  }

  @Test("a commit settles the write's outcome, calls blocks of the Realm and returns; observers of results are called in a later turn")
  func committed() async throws {
    let steps = Steps()
    let folder = try TemporaryFolder()
    let place = try Place(folder.configuration())
    let blocks = place.run { realm in
      place.token = realm.objects(Dog.self).observe { change in
        if case .update = change { steps.add("observer") } else { steps.add("initial") }
      }
      let core = realm._core
      return realm.observe { _, realm in
        steps.add("block, writing \(realm.isInWriteTransaction), outcome open \(core.writeOutcome != nil), version \(core.session.version)")
      }
    }
    steps.wait(1)
    #expect(steps.take() == ["initial"])
    try place.run { realm in
      realm.beginWrite()
      let outcome = realm._core.outcomeOfWrite
      #expect(outcome.isPending)
      realm.create(Dog.self)
      try realm.commitWrite()
      #expect(!outcome.isPending && outcome.version == realm._core.session.version)
      steps.add("returned")
      #expect(steps.take() == ["block, writing false, outcome open false, version \(realm._core.session.version)", "returned"])
    }
    steps.wait(1)
    #expect(steps.take() == ["observer"])
    place.run { _ in blocks.invalidate() }
  }

  @Test("a cancelled write has no pending outcome, and nothing that it stored remains")
  func cancelled() throws {
    let realm = try memoryRealm([Dog.self, Person.self, Address.self])
    realm.beginWrite()
    let outcome = realm._core.outcomeOfWrite
    realm.create(Dog.self)
    realm.cancelWrite()
    #expect(!outcome.isPending && outcome.version == nil && realm._core.writeOutcome == nil && realm._core.writing.kept == nil)
    #expect(realm.isEmpty)
  }
}
