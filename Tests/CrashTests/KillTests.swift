import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@Suite("A process that writes is killed", .blocking, .serialized)
struct KillTests {
  @Test("every acknowledged transaction is there as a whole, and none in parts")
  func killLoop() throws {
    let seed = seed()
    let rounds = rounds(.kills)
    print("kill test: seed \(seed), \(rounds) kills")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    var stored: Int64 = 0
    var acknowledged = 0
    var window: UInt32 = 80_000
    for round in 0..<rounds {
      if random.once(in: 20) { for name in try folder.names() { try FileManager.default.removeItem(atPath: folder.file(name)) } }
      if try folder.names().isEmpty { stored = 0 }
      let child = try Child(["write", path, "\(random.next())"])
      // Now and then while it opens, mostly while it writes.
      if !random.once(in: 8) { try #require(child.line() == "ready \(stored)", "seed \(seed), round \(round)") }
      usleep(UInt32.random(in: 0..<window, using: &random))
      #expect(child.killNow() == .signal(SIGKILL))
      let lines = child.remainingLines().filter { !$0.hasPrefix("ready") }
      let last = lines.last.flatMap { Int64($0) } ?? stored
      acknowledged += lines.count
      // A busy machine takes longer to come to the first.
      window = acknowledged > round ? 80_000 : min(window * 2, 1_280_000)

      let store = try SampleStore(path: path)
      let people = try store.rows(SampleSchema.person).values.filter { ($0[0].integer ?? 0) < 20 }
      let numbers = Set(people.map { $0[1].integer ?? 0 })
      let found = numbers.first ?? 0
      #expect(numbers.count <= 1 && (people.count == 20 || people.isEmpty), "seed \(seed), round \(round): \(numbers)")
      #expect(found == last || found == last + 1, "seed \(seed), round \(round): \(last) acknowledged, \(found) found")
      let contradictions = try store.contradictions()
      #expect(contradictions.isEmpty, "seed \(seed), round \(round)")
      stored = found
    }
    print("kill test: \(acknowledged) acknowledged transactions")
    // Of kills before the first commit there are some, and more on a busy machine.
    #expect(acknowledged > rounds / 2)
  }
}
