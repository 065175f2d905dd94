import Ashlar
import Foundation
import Synchronization

/// A database of its own in memory.
func memoryRealm(_ types: [ObjectBase.Type]? = nil, _ name: String = UUID().uuidString) throws -> Realm {
  try Realm(configuration: memory(name, types))
}

func memory(_ name: String = UUID().uuidString, _ types: [ObjectBase.Type]? = nil) -> Realm.Configuration {
  Realm.Configuration(inMemoryIdentifier: name, objectTypes: types)
}

/// A folder that goes with the value.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("ashlar-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String = "data.realm", _ types: [ObjectBase.Type]? = nil) -> Realm.Configuration {
    Realm.Configuration(fileURL: url.appendingPathComponent(name), objectTypes: types, durability: .unsynced)
  }

  func path(_ name: String = "data.realm") -> URL { url.appendingPathComponent(name) }
}

/// Runs `body` on a thread of its own and waits for it.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
  let outcome = Mutex<Swift.Result<Result, any Error>?>(nil)
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    let result = Swift.Result { try body() }
    outcome.withLock { $0 = result }
    done.signal()
  }
  thread.start()
  done.wait()
  guard let result = outcome.withLock({ $0 }) else { throw CancellationError() }
  return try result.get()
}
