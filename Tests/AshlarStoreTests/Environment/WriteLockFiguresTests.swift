import Foundation
import StoreFixtures
import Synchronization
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Figures of the write lock", .blocking)
struct WriteLockFiguresTests {
  // Acquires `other` on another thread while this one holds `lock`, for which that thread waits, until a wait is counted: the thread may be
  // late.
  private func wait(for lock: WriteLock, in other: WriteLock) throws {
    for milliseconds: UInt32 in [50, 500, 5000] where other.waits.load(ordering: .relaxed) == 0 {
      try lock.lock()
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        try? other.lock()
        other.unlock()
        done.signal()
      }
      usleep(milliseconds * 1000)
      lock.unlock()
      done.wait()
    }
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
    try wait(for: lock, in: lock)
    #expect(lock.waits.load(ordering: .relaxed) == 1 && lock.waitedNanoseconds.load(ordering: .relaxed) > 0)
  }

  @Test("a wait for another holder of the lock file, as in another process, is counted by the waiter alone")
  func processes() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lock")
    let first = try WriteLock(path: path)
    let second = try WriteLock(path: path)
    try wait(for: first, in: second)
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
