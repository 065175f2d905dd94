import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Clusters with rows")
struct LiveClustersTests {
  @Test("agree with a dictionary under random changes", arguments: [1, 64, 65, 5000, 300_000])
  func model(_ size: Int) throws {
    let seed = seed()
    print("live clusters: seed \(seed), size \(size)")
    var random = SeededGenerator(seed: seed)
    let live = LiveClusters(clusters: max(1, size / 2))
    var model: [Int: Int] = [:]
    for step in 0..<400 {
      let number = random.once(in: 3) ? model.keys.randomElement(using: &random) ?? 0 : Int.random(in: 0..<size, using: &random)
      let rows = random.once(in: 3) ? 0 : Int.random(in: 1...256, using: &random)
      live.set(number, rows: rows)
      model[number] = rows == 0 ? nil : rows
      if step == 150 { live.count { model[$0] ?? 0 } }
      guard step % 20 == 0 else { continue }
      if size < 10_000 || step % 200 == 0 { live._checkInvariants() }
      check(live, model, &random, "step \(step), seed \(seed)")
    }
  }

  private func check(_ live: LiveClusters, _ model: [Int: Int], _ random: inout SeededGenerator, _ note: String) {
    let sorted = model.keys.sorted()
    #expect(live.numbers == sorted, "\(note)")
    for _ in 0..<20 {
      let number = Int.random(in: 0..<live.capacity + 100, using: &random)
      #expect(live.next(from: number) == sorted.first { $0 >= number }, "from \(number), \(note)")
      #expect(live.last(upTo: number) == sorted.last { $0 <= number }, "up to \(number), \(note)")
    }
    guard live.hasCounts else { return }
    let total = model.values.reduce(0, +)
    #expect(live.cluster(at: total) == nil, "\(note)")
    var before = 0
    for number in sorted {
      let rows = model[number] ?? 0
      #expect(live.rows(in: number) == rows, "\(note)")
      #expect(live.rows(before: number) == before, "\(note)")
      let found = live.cluster(at: before + rows - 1)
      #expect(found?.number == number && found?.position == rows - 1, "\(note)")
      before += rows
    }
  }

  @Test("a bit of a word is found by its rank")
  func ranks() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let word = UInt64.random(in: 1 ... .max, using: &random) & UInt64.random(in: 0 ... .max, using: &random) | 1
      let places = (0..<64).filter { word >> UInt64($0) & 1 != 0 }
      #expect(places.indices.map { word.place(ofBit: $0) } == places)
    }
  }

  @Test("none are found where there are none")
  func empty() {
    let live = LiveClusters(clusters: 100_000)
    live.set(70_000, rows: 3)
    live.set(70_000, rows: 0)
    live.count { _ in 0 }
    #expect(live.next(from: 0) == nil)
    #expect(live.last(upTo: .max) == nil)
    #expect(live.cluster(at: 0) == nil)
    #expect(live.numbers == [])
  }
}
