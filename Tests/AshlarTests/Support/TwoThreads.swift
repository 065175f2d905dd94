import AshlarStore
import Foundation

/// Two threads that run tasks, and never more.
final class TwoThreads: TaskExecutor {
  private let queues = [DispatchQueue(label: "pool 0"), DispatchQueue(label: "pool 1")]
  private let jobs = Guarded<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    // Whichever is free takes it.
    for queue in queues { queue.async { self.run() } }
  }

  private func run() {
    guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
