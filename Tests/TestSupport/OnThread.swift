import Foundation
import Synchronization

/// Runs `body` on a thread of its own and waits for it.
public func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
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

/// Runs `body` on a thread whose stack has a number of kilobytes, and waits for it.
public func onStack(_ kilobytes: Int, _ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    done.signal()
  }
  thread.stackSize = kilobytes << 10
  thread.start()
  done.wait()
}
