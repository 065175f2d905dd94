import Foundation

/// A few threads that run tasks which may block.
final class BlockingThreads: TaskExecutor {
  static let shared = BlockingThreads(count: 4)
  /// Those of the longest tests.
  static let longest = BlockingThreads(count: 2)

  private let jobs = Jobs()

  init(count: Int) {
    for number in 1...count {
      let thread = Thread { [unowned self, jobs] in
        let executor = UnownedTaskExecutor(ordinary: self)
        while true { jobs.next().runSynchronously(on: executor) }
      }
      thread.name = "blocking test \(number)"
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }
}

/// What the threads have still to run, first come first served.
private final class Jobs: @unchecked Sendable {
  // The number of waiting jobs. With glibc before 2.41, a condition variable on which several threads wait can lose a signal
  // (sourceware.org bug 25847); a test would then never begin.
  private let count = DispatchSemaphore(value: 0)
  private let lock = NSLock()
  private var waiting: [UnownedJob] = []

  func append(_ job: UnownedJob) {
    lock.withLock { waiting.append(job) }
    count.signal()
  }

  func next() -> UnownedJob {
    count.wait()
    return lock.withLock { waiting.removeFirst() }
  }
}
