import Ashlar
import Foundation
import People
import AshlarStore
import Testing
import TestSupport
import TestTraits

@Suite("Threads of tasks that are blocked", .blocking)
struct BlockingTests {
  final class Lines: Sendable {
    private let lines = Guarded<[String]>([])
    func add(_ text: String) { lines.withLock { $0.append(text) } }
    var blocking: [String] { lines.withLock { $0.filter { $0.contains("on a thread that runs tasks") } } }
  }

  /// Holds the right to write on another thread while `body` begins to write, which it says, and a moment longer.
  private static func whileOthersWrite(
    _ configuration: Realm.Configuration, _ body: @escaping @Sendable (_ aboutToWrite: DispatchSemaphore) async throws -> Void
  ) async throws {
    let isHeld = DispatchSemaphore(value: 0)
    let aboutToWrite = DispatchSemaphore(value: 0)
    let holder = Thread {
      guard let realm = try? Realm(configuration: configuration) else { return }
      realm.beginWrite()
      isHeld.signal()
      aboutToWrite.wait()
      Thread.sleep(forTimeInterval: 0.12)
      realm.cancelWrite()
    }
    holder.start()
    isHeld.waitHere()
    try await body(aboutToWrite)
  }

  @Test("a synchronous write in a task that waits for others is logged, once for the place where its Realm was opened")
  func synchronous() async {
    await #expect(processExitsWith: .success) {
      let lines = Lines()
      Logger.shared = Logger(level: .warn) { lines.add($1) }
      let folder = try TemporaryFolder()
      let configuration = folder.configuration()
      // A thread that is not scheduled in time does not wait: so again until one has waited, and then twice more.
      var writes = 0
      var moreWrites = 2
      while moreWrites > 0, writes < 50 {
        if !lines.blocking.isEmpty { moreWrites -= 1 }
        try await BlockingTests.whileOthersWrite(configuration) { aboutToWrite in
          try await Task.detached {
            let realm = try Realm(configuration: configuration)
            aboutToWrite.signal()
            try realm.write { _ = realm.create(Dog.self) }
          }.value
        }
        writes += 1
      }
      #expect(lines.blocking.count == 1, "\(lines.blocking)")
      let line = lines.blocking.first ?? ""
      #expect(line.hasPrefix("'\(folder.url().path)': the Realm opened at ") && line.contains("BlockingTests.swift:"), "\(line)")
      #expect(line.contains(" waited for other writers for "), "\(line)")
      #expect(try Realm(configuration: configuration).objects(Dog.self).count == writes)
    }
  }

  @Test("asynchronous writes that wait for others block no thread")
  func asynchronous() async {
    await #expect(processExitsWith: .success) {
      let lines = Lines()
      Logger.shared = Logger(level: .warn) { lines.add($1) }
      let folder = try TemporaryFolder()
      let configuration = folder.configuration()
      let pool = try RealmPool(configuration)
      try await BlockingTests.whileOthersWrite(configuration) { aboutToWrite in
        aboutToWrite.signal()
        try await pool.write { realm in _ = realm.create(Dog.self) }
        try await Task.detached {
          let realm = try await Realm.open(configuration: configuration)
          try await realm.asyncWrite { _ = realm.create(Dog.self) }
        }.value
      }
      #expect(lines.blocking.filter { $0.contains("waited") } == [])
      #expect(try pool.read { $0.objects(Dog.self).count } == 2)
    }
  }

  @Test("a thread that runs no task may wait as long as it likes")
  func threads() async {
    await #expect(processExitsWith: .success) {
      let lines = Lines()
      Logger.shared = Logger(level: .warn) { lines.add($1) }
      let folder = try TemporaryFolder()
      let configuration = folder.configuration()
      try await BlockingTests.whileOthersWrite(configuration) { aboutToWrite in
        try await onItsThread {
          let realm = try Realm(configuration: configuration)
          aboutToWrite.signal()
          try realm.write { _ = realm.create(Dog.self) }
        }
      }
      #expect(lines.blocking == [])
    }
  }
}

extension DispatchSemaphore {
  /// Waits in code that is asynchronous.
  fileprivate func waitHere() { wait() }
}
