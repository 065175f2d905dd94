import Testing
import TestSupport

@testable import Ashlar

@Suite("Rows in an order")
struct RowOrderTests {
  // Compares with an array after each step.
  private func run(_ count: Int, steps: Int, spread: Int64, isAscending: Bool, _ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var ranks: [Int64: Int] = [:]
    func comesBefore(_ a: Int64, _ b: Int64) -> Bool { isAscending ? a < b : (ranks[a]!, a) < (ranks[b]!, b) }
    var model: [Int64] = []
    for index in 0..<count {
      let key = Int64(index) * spread
      ranks[key] = random.below(50)
      model.append(key)
    }
    model.sort(by: comesBefore)
    let rows = RowOrder(model, isAscending: isAscending)
    var next = Int64(count) * spread
    // Runs of one kind, so that chunks become full and empty.
    var kind = 0
    for step in 0..<steps {
      if step % 200 == 0 { kind = random.below(3) }
      if kind != 1 || model.isEmpty {
        next += 1 + Int64(random.below(Int(spread) * 3))
        ranks[next] = kind == 0 ? 7 : random.below(50)
        let place = model.firstIndex { comesBefore(next, $0) } ?? model.count
        model.insert(next, at: place)
        rows.insert(next) { comesBefore($0, next) }
        #expect(rows.index(of: next) == place, "seed \(seed), step \(step)")
      } else {
        let place = step % 3 == 0 ? random.below(model.count) : 0
        #expect(rows.key(at: place) == model[place], "seed \(seed), step \(step)")
        rows.remove(model[place])
        #expect(rows.index(of: model[place]) == nil, "seed \(seed), step \(step)")
        model.remove(at: place)
      }
      if step % 50 == 0 {
        rows._checkInvariants()
        #expect(rows.keys == model, "seed \(seed), step \(step)")
      }
    }
    #expect(rows.keys == model, "seed \(seed)")
    #expect(rows.count == model.count, "seed \(seed)")
  }

  @Test("inserted and deleted rows have the positions that an array has", arguments: [true, false])
  func model(isAscending: Bool) {
    let seed = seed()
    for round in 0..<UInt64(rounds(.rowOrders)) {
      run(Int(round % 3) * 3_000, steps: 4_000, spread: [1, 1, 40][Int(round % 3)], isAscending: isAscending, seed &+ round)
    }
  }

  @Test("taking out what is not there does nothing")
  func missing() {
    let rows = RowOrder([1, 2, 3], isAscending: false)
    rows.remove(9)
    #expect(rows.keys == [1, 2, 3])
    #expect(rows.index(of: 9) == nil)
  }
}
