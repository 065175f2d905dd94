import Foundation

/// Runs `body` with each number below `count` at the same time, on a thread of its own, and waits for all of them. In contrast to
/// `DispatchQueue.concurrentPerform`, a call may wait for another one, whatever the number of cores is.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    let thread = Thread {
      body(number)
      group.leave()
    }
    thread.start()
  }
  group.wait()
}
