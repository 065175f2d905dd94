import StoreFixtures
import Testing

@testable import AshlarStore

@Suite("What a commit changes in posting lists")
struct PostingMergeTests {
  @Test("rows are merged in order, added where they belong and removed where they are", arguments: 0..<20 as Range<UInt64>)
  func merge(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let span = Int64.random(in: 1...2000, using: &random)
      func some(_ count: Int) -> Set<Int64> { Set((0..<count).map { _ in Int64.random(in: 0..<span, using: &random) }) }
      let stored = some(Int.random(in: 0..<900, using: &random))
      let removed = stored.intersection(some(400))
      let added = some(Int.random(in: 0..<400, using: &random)).subtracting(stored)
      var result: [Int64] = [7]
      PostingMerge.merge(stored.sorted(), adding: added.sorted()[...], removing: removed.sorted()[...], into: &result)
      #expect(result == stored.subtracting(removed).union(added).sorted(), "seed \(seed)")
    }
  }

  @Test("each short value has the number that it got first", arguments: 0..<6 as Range<UInt64>)
  func shortValues(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var values = ShortValues()
    var expected: [[UInt64]: Int] = [:]
    let span: UInt64 = [3, 1000, .max][Int(seed) % 3]
    for _ in 0..<5000 {
      let (low, high) = (UInt64.random(in: 0..<span, using: &random), random.once(in: 2) ? 0 : UInt64.random(in: 0..<span, using: &random))
      let next = expected.count
      let number = expected[[low, high]] ?? next
      expected[[low, high]] = number
      #expect(values.number(of: ShortValues.Value(low: low, high: high), orAdd: next) == number, "seed \(seed)")
    }
  }
}
