internal import Foundation

/// Threads for the work of requests. Evaluating a condition and waiting for the write lock block a thread, and the Swift runtime has only
/// as many threads as the machine has cores. Without these threads, a few long requests would block all other requests and their time
/// limits.
final class RequestThreads: TaskExecutor, @unchecked Sendable {
  static let shared = RequestThreads(limit: 32)

  /// A thread, which never ends. While it has no job, it waits for its own semaphore. A condition variable that all threads share could
  /// lose signals: pthread_cond_signal of glibc before 2.41 may wake no thread (sourceware.org bug 25847).
  private final class Worker: @unchecked Sendable {
    let wake = DispatchSemaphore(value: 0)
    // Set by the thread that signals `wake`, before the signal.
    var job: UnownedJob

    init(_ job: UnownedJob) { self.job = job }
  }

  private let limit: Int
  // Protects the properties below.
  private let lock = NSLock()
  // Jobs for which no thread is free, the oldest first.
  private var waiting: [UnownedJob] = []
  // The threads without a job. The thread that became idle last is used first.
  private var idle: [Worker] = []
  private var count = 0

  init(limit: Int) { self.limit = limit }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    lock.withLock {
      if let worker = idle.popLast() {
        worker.job = job
        worker.wake.signal()
      } else if count < limit {
        count += 1
        let worker = Worker(job)
        Thread.detachNewThread { [self] in run(worker) }
      } else {
        waiting.append(job)
      }
    }
  }

  private func run(_ worker: Worker) {
    while true {
      worker.job.runSynchronously(on: asUnownedTaskExecutor())
      let hasJob = lock.withLock {
        if waiting.isEmpty {
          idle.append(worker)
          return false
        }
        worker.job = waiting.removeFirst()
        return true
      }
      if !hasJob { worker.wake.wait() }
    }
  }
}
