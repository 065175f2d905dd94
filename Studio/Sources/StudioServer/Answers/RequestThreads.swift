internal import Foundation

/// Threads for the work of requests. Evaluating a condition and waiting for the write lock block a thread, and the Swift runtime has only
/// as many threads as the machine has cores. Without these threads, a few long requests would block all other requests and their time
/// limits.
final class RequestThreads: TaskExecutor, @unchecked Sendable {
  static let shared = RequestThreads(limit: 32)

  private let limit: Int
  // Protects the properties below.
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []
  private var next = 0
  private var count = 0
  private var idle = 0

  init(limit: Int) { self.limit = limit }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock {
      jobs.append(job)
      if idle < jobs.count - next, count < limit {
        count += 1
        Thread.detachNewThread { [self] in work() }
      }
      condition.signal()
    }
  }

  // A thread never ends. It waits for the next job without using the processor.
  private func work() {
    while true {
      let job = condition.withLock {
        idle += 1
        while next == jobs.count { condition.wait() }
        idle -= 1
        defer { advance() }
        return jobs[next]
      }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  private func advance() {
    next += 1
    guard next == jobs.count || next > 1000 else { return }
    jobs.removeFirst(next)
    next = 0
  }
}
