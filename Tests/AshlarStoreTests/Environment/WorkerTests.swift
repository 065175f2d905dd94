import Dispatch
import Foundation
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Threads for work that blocks", .blocking)
struct WorkerTests {
  private final class Marker: Sendable {}

  @Test("a body runs once, on a thread of its own, and what it captures goes with it")
  func body() {
    let calls = Guarded<[UInt]>([])
    let done = DispatchSemaphore(value: 0)
    weak let gone: Marker?
    do {
      let marker = Marker()
      gone = marker
      let code = Worker.start {
        withExtendedLifetime(marker) { calls.withLock { $0.append(UInt(bitPattern: ObjectIdentifier(Thread.current))) } }
        done.signal()
      }
      #expect(code == 0)
    }
    #expect(done.wait(timeout: .now() + 300) == .success)
    // The thread releases the body after it has run.
    let end = ContinuousClock.now + .seconds(300)
    while gone != nil, .now < end { Thread.sleep(forTimeInterval: 0.001) }
    #expect(gone == nil)
    #expect(calls.withLock { $0.count } == 1)
    #expect(calls.withLock { $0.first } != UInt(bitPattern: ObjectIdentifier(Thread.current)))
  }
}
