import Foundation
import Synchronization
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Requests for the write lock that do not block a thread", .blocking)
struct LockRequestTests {
  /// Takes the right as a task does; nil when it was cancelled before.
  private static func take(_ lock: WriteLock) async throws -> Bool {
    var attempt = 0
    while true {
      let request = LockRequest()
      if try lock.request(request, for: .store, attempt: attempt) { return true }
      await withTaskCancellationHandler {
        await withCheckedContinuation { done in request.whenFree { done.resume() } }
      } onCancel: {
        request.tell()
      }
      if Task.isCancelled {
        lock.withdraw(request)
        lock.passOn()
        return false
      }
      attempt += 1
    }
  }

  /// A lock whose watch does not help: each request must be told by the one before it.
  private static func lock(_ path: String? = nil) throws -> WriteLock { try WriteLock(path: path, watchInterval: .seconds(600)) }

  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
  }

  /// Counts under the right, and says when two have it at once.
  private final class Counter: Sendable {
    private let value = Atomic(0)
    private let isIn = Atomic(false)
    private let overlaps = Atomic(0)
    func add() {
      if isIn.exchange(true, ordering: .sequentiallyConsistent) { overlaps.add(1, ordering: .relaxed) }
      value.add(1, ordering: .relaxed)
      isIn.store(false, ordering: .sequentiallyConsistent)
    }
    var count: Int { value.load(ordering: .relaxed) }
    var overlapped: Int { overlaps.load(ordering: .relaxed) }
  }

  @Test("64 tasks, 4 threads and another user of the lock file never write at once, and all finish", arguments: [false, true])
  func many(_ hasFile: Bool) async throws {
    let folder = try TemporaryFolder()
    let lock = try LockRequestTests.lock(hasFile ? folder.file("lock") : nil)
    // Like another process: it has a number of its own.
    let other = hasFile ? try LockRequestTests.lock(folder.file("lock")) : lock
    let counter = Counter()
    let threads = 4
    let done = DispatchSemaphore(value: 0)
    for number in 0..<threads {
      Thread.detachNewThread {
        for _ in 0..<200 {
          let used = number == 0 ? other : lock
          guard (try? used.lock()) != nil else { continue }
          counter.add()
          used.unlock()
        }
        done.signal()
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask {
          for _ in 0..<20 {
            let isTaken = try await LockRequestTests.take(lock)
            #expect(isTaken)
            counter.add()
            lock.unlock()
          }
        }
      }
      try await group.waitForAll()
    }
    for _ in 0..<threads {
      await withCheckedContinuation { (next: CheckedContinuation<Void, Never>) in
        DispatchQueue.global().async {
          done.wait()
          next.resume()
        }
      }
    }
    #expect(counter.count == threads * 200 + 64 * 20)
    #expect(counter.overlapped == 0)
    #expect(lock.requests.isEmpty && lock.held == nil)
  }

  @Test("tasks finish on two threads that others block")
  func fixedPool() async throws {
    let lock = try LockRequestTests.lock()
    let pool = TwoThreads()
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask(executorPreference: pool) {
          for _ in 0..<25 {
            if number % 2 == 0 {
              guard (try? lock.lock()) != nil else { continue }
            } else {
              guard (try? await LockRequestTests.take(lock)) == true else { continue }
            }
            counter.add()
            lock.unlock()
            await Task.yield()
          }
        }
      }
    }
    #expect(counter.count == 1_000 && counter.overlapped == 0)
  }

  @Test("a task acquires the lock although a thread acquires it repeatedly")
  func fairness() async throws {
    let lock = try LockRequestTests.lock()
    let isOver = Flag()
    let turns = Counter()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await withCheckedContinuation { done in
          Thread.detachNewThread {
            while !isOver.isSet {
              guard (try? lock.lock()) != nil else { break }
              turns.add()
              lock.unlock()
            }
            done.resume()
          }
        }
      }
      while turns.count < 100 { await Task.yield() }
      for _ in 0..<50 {
        let isTaken = (try? await LockRequestTests.take(lock)) ?? false
        #expect(isTaken)
        lock.unlock()
      }
      isOver.set()
    }
  }

  @Test("cancelling those who line up, at any moment, leaves the right to the others")
  func cancelling() async throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let lock = try LockRequestTests.lock()
    for _ in 0..<30 {
      let tasks = (0..<12).map { _ in
        Task {
          guard try await LockRequestTests.take(lock) else { return false }
          await Task.yield()
          lock.unlock()
          return true
        }
      }
      for task in tasks where random.once(in: 2) {
        if random.once(in: 2) { await Task.yield() }
        task.cancel()
      }
      for task in tasks {
        let hasHadIt = try await task.value
        #expect(hasHadIt || task.isCancelled, "seed \(seed)")
      }
      #expect(lock.held == nil && lock.requests.isEmpty, "seed \(seed)")
    }
  }

  @Test("another process's write is waited for, and its end is told")
  func otherProcess() async throws {
    let folder = try TemporaryFolder()
    let lock = try LockRequestTests.lock(folder.file("lock"))
    let other = try LockRequestTests.lock(folder.file("lock"))
    for _ in 0..<20 {
      try other.lock()
      let task = Task { try await LockRequestTests.take(lock) }
      try await Task.sleep(for: .milliseconds(2))
      other.unlock()
      #expect(try await task.value)
      lock.unlock()
    }
    try other.lock()
    other.unlock()
  }

  @Test("a request that was granted and does not run does not block those behind it")
  func busy() async throws {
    let lock = try WriteLock(path: nil, watchInterval: .milliseconds(2))
    let (told, next, last) = (Flag(), LockRequest(), LockRequest())
    #expect(try lock.request(LockRequest(), for: .store))
    let busy = LockRequest()
    busy.whenFree { told.set() }
    #expect(try !lock.request(busy, for: .store))
    #expect(try !lock.request(next, for: .store))
    #expect(try !lock.request(last, for: .store))
    lock.unlock()
    #expect(told.isSet)
    await withCheckedContinuation { done in next.whenFree { done.resume() } }
    await withCheckedContinuation { done in last.whenFree { done.resume() } }
    #expect(try lock.request(last, for: .store, attempt: 1))
    lock.unlock()
    // The watch ends with those who lined up.
    func isWatched() -> Bool {
      pthread_mutex_lock(lock.mutex)
      defer { pthread_mutex_unlock(lock.mutex) }
      return lock.isWatched
    }
    for _ in 0..<60_000 where isWatched() { usleep(1_000) }
    #expect(!isWatched())
  }

  @Test("a task is refused what it alone could end")
  func itself() throws {
    let lock = try LockRequestTests.lock()
    let holder = WriteHolder(place: "A.swift:1", confinement: .isolated(kind: 4, number: 7))
    #expect(try lock.request(LockRequest(), for: holder))
    #expect(throws: StoreError.self) { try lock.request(LockRequest(), for: holder, refusesOwn: true) }
    #expect(try !lock.request(LockRequest(), for: WriteHolder(confinement: .isolated(kind: 4, number: 8)), refusesOwn: true))
    lock.unlock()
  }
}

/// Two threads that run tasks, and never more.
private final class TwoThreads: TaskExecutor {
  private let queues = [DispatchQueue(label: "pool 0"), DispatchQueue(label: "pool 1")]
  private let next = Atomic(0)
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let number = next.add(1, ordering: .relaxed).newValue
    // Whichever is free takes the next job.
    jobs.withLock { $0.append(job) }
    queues[number % 2].async { self.run() }
    queues[(number + 1) % 2].async { self.run() }
  }
  private let jobs = Guarded<[UnownedJob]>([])
  private func run() {
    guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
