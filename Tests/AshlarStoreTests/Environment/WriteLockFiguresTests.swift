import Foundation
import StoreFixtures
import Synchronization
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Figures of the write lock", .blocking)
struct WriteLockFiguresTests {
  // Acquires `other` on another thread, and after 300 ms releases `lock`, for which that thread waits.
  private func wait(for lock: WriteLock, in other: WriteLock) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      try? other.lock()
      other.unlock()
      done.signal()
    }
    usleep(300_000)
    lock.unlock()
    done.wait()
  }

  @Test("a free lock counts nothing")
  func free() throws {
    let folder = try TemporaryFolder()
    let lock = try WriteLock(path: folder.file("lock"))
    for _ in 0..<10 {
      try lock.lock()
      lock.unlock()
    }
    #expect(lock.waits.load(ordering: .relaxed) == 0 && lock.waitedNanoseconds.load(ordering: .relaxed) == 0)
  }

  @Test("a wait for a thread of the process is counted once, with its time", arguments: [false, true])
  func threads(hasFile: Bool) throws {
    let folder = try TemporaryFolder()
    let lock = try WriteLock(path: hasFile ? folder.file("lock") : nil)
    try lock.lock()
    wait(for: lock, in: lock)
    #expect(lock.waits.load(ordering: .relaxed) == 1 && lock.waitedNanoseconds.load(ordering: .relaxed) > 0)
  }

  @Test("a wait for another holder of the lock file, as in another process, is counted by the waiter alone")
  func processes() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lock")
    let first = try WriteLock(path: path)
    let second = try WriteLock(path: path)
    try first.lock()
    wait(for: first, in: second)
    #expect(second.waits.load(ordering: .relaxed) == 1 && second.waitedNanoseconds.load(ordering: .relaxed) > 0)
    #expect(first.waits.load(ordering: .relaxed) == 0)
    try second.lock()
    second.unlock()
    #expect(second.waits.load(ordering: .relaxed) == 1)
  }

  @Test("a queued request is counted once, however often it is retried, and adds no time")
  func requests() throws {
    let lock = try WriteLock(path: nil)
    try lock.lock()
    for attempt in 0..<3 { #expect(try !lock.request(LockRequest(), for: .store, attempt: attempt)) }
    #expect(lock.waits.load(ordering: .relaxed) == 1 && lock.waitedNanoseconds.load(ordering: .relaxed) == 0)
    lock.unlock()
    lock.passOn()
    lock.passOn()
  }
}
