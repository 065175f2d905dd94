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

  /// Holds the right to write on another thread for a moment, and runs `body` meanwhile.
  private static func whileOthersWrite(_ configuration: Realm.Configuration, _ body: @escaping @Sendable () async throws -> Void)
    async throws
  {
    let isHeld = DispatchSemaphore(value: 0)
    let holder = Thread {
      guard let realm = try? Realm(configuration: configuration) else { return }
      realm.beginWrite()
      isHeld.signal()
      Thread.sleep(forTimeInterval: 0.12)
      realm.cancelWrite()
    }
    holder.start()
    isHeld.waitHere()
    try await body()
  }

  @Test("a synchronous write in a task that waits for others is logged, once for the place where its Realm was opened")
  func synchronous() async {
    await #expect(processExitsWith: .success) {
      let lines = Lines()
      Logger.shared = Logger(level: .warn) { lines.add($1) }
      let folder = try TemporaryFolder()
      let configuration = folder.configuration()
      for _ in 0..<2 {
        try await BlockingTests.whileOthersWrite(configuration) {
          try await Task.detached {
            let realm = try Realm(configuration: configuration)
            try realm.write { _ = realm.create(Dog.self) }
          }.value
        }
      }
      #expect(lines.blocking.count == 1, "\(lines.blocking)")
      let line = lines.blocking.first ?? ""
      #expect(line.hasPrefix("'\(folder.url().path)': the Realm opened at ") && line.contains("BlockingTests.swift:"), "\(line)")
      #expect(line.contains(" waited for other writers for "), "\(line)")
      #expect(try Realm(configuration: configuration).objects(Dog.self).count == 2)
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
      try await BlockingTests.whileOthersWrite(configuration) {
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
      try await BlockingTests.whileOthersWrite(configuration) {
        try await onItsThread {
          let realm = try Realm(configuration: configuration)
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
