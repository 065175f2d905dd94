import CAshlar
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@Suite("Sorting", .blocking)
struct SortingTests {
  private func sizes(_ random: inout SeededGenerator) -> Int {
    [0, 1, 2, 24, 25, 26, 300, 3000, 20_000].randomElement(using: &random)!
  }

  @Test("ranks are sorted, and equal ones keep their order", arguments: 0..<12 as Range<UInt64>)
  func ranks(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<12 {
      let count = sizes(&random)
      // Few or many bits that differ, at the top or at the bottom.
      let right = UInt64.random(in: 0..<64, using: &random)
      let left = UInt64.random(in: 0..<64, using: &random)
      var ranks: [UInt64] = []
      for _ in 0..<count {
        let rank = (random.next() >> right) << left
        ranks.append(random.once(in: 4) ? ranks.randomElement(using: &random) ?? rank : rank)
      }
      var items = ranks.enumerated().map { ashlar_ranked(rank: $1, key: Int64($0)) }
      var folder = items
      ashlar_sort_ranks(&items, &folder, count)
      let wanted = ranks.indices.sorted { ranks[$0] != ranks[$1] ? ranks[$0] < ranks[$1] : $0 < $1 }
      #expect(items.map { Int($0.key) } == wanted, "\(count) ranks, seed \(seed)")
      #expect(items.map(\.rank) == wanted.map { ranks[$0] }, "\(count) ranks, seed \(seed)")
    }
  }

  @Test("texts are sorted by their bytes, and equal ones keep their order", arguments: 0..<12 as Range<UInt64>)
  func texts(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<12 {
      let count = min(sizes(&random), 3000)
      let letters: [UInt8] = [[0], [0, 1], Array("ab".utf8), Array(0...255)].randomElement(using: &random)!
      let longest = [0, 1, 8, 9, 40, 300].randomElement(using: &random)!
      // What many have in common.
      let common = random.bytes(Int.random(in: 0...200, using: &random), of: letters)
      var made: [[UInt8]] = []
      for _ in 0..<count {
        var text = random.once(in: 4) ? Array(common.prefix(Int.random(in: 0...common.count, using: &random))) : common
        text += random.bytes(Int.random(in: 0...longest, using: &random), of: letters)
        made.append(text)
      }
      let isDescending = Bool.random(using: &random)
      let bytes: [UInt8] = Array(made.joined()) + [0]
      let found = bytes.withUnsafeBufferPointer { bytes in
        var place = bytes.baseAddress!
        let texts = made.map { text in
          defer { place += text.count }
          return ashlar_text(bytes: place, length: text.count)
        }
        var items = made.indices.map { ashlar_ranked(rank: 0, key: Int64($0)) }
        var folder = items
        ashlar_sort_texts(texts, &items, &folder, count, isDescending ? 1 : 0)
        return items.map { Int($0.key) }
      }
      let wanted = made.indices.sorted { a, b in
        if made[a] == made[b] { return a < b }
        return made[a].lexicographicallyPrecedes(made[b]) != isDescending
      }
      #expect(found == wanted, "\(count) texts, descending \(isDescending), seed \(seed)")
    }
  }
}
