import Synchronization
import Testing

@testable import AshlarStore

@Suite("What the store logs")
struct StoreLogTests {
  // In a process of its own: the sink is everybody's.
  @Test("a hundred thousand messages are written like one")
  func many() async {
    await #expect(processExitsWith: .success) {
      let count = Atomic(0)
      StoreLog.setSink { _, message in
        precondition(message() == "a message")
        count.add(1, ordering: .relaxed)
      }
      for _ in 0..<100_000 { StoreLog.write(.info, "a message") }
      precondition(count.load(ordering: .relaxed) == 100_000)
    }
  }
}
