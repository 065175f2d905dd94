import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

/// The links of a block by target and source.
private struct LinkTable {
  var counts: [[UInt64]: Int] = [:]

  /// The blocks that the links take when they are encoded from the beginning.
  var blocks: [[UInt8]] {
    let sorted = counts.map { (BacklinkBlock.Place(target: $0.key[0], source: $0.key[1]), $0.value) }.sorted { $0.0 < $1.0 }
    return withUnsafeTemporaryAllocation(byteCount: BacklinkBlock.sizeLimit, alignment: 8) { buffer in
      var blocks: [[UInt8]] = []
      var output = BacklinkBlock.Output(buffer, wanted: BacklinkBlock.sizeLimit)
      for (place, count) in sorted { output.add(place, count) { block, _ in blocks.append(Array(block)) } }
      output.finish(.open) { block, _ in blocks.append(Array(block)) }
      return blocks
    }
  }

  static func read(_ block: [UInt8]) -> LinkTable {
    block.withUnsafeBytes { bytes in
      var (links, table) = (BacklinkBlock.Links(bytes), LinkTable())
      while let link = links.next() { table.counts[[link.place.target, link.place.source]] = link.count }
      return table
    }
  }
}

@Suite("Patches of blocks of backlinks", .blocking)
struct BacklinkPatchTests {
  private static func patch(_ block: [UInt8], _ target: UInt64, _ source: UInt64, _ difference: Int) -> [UInt8]? {
    block.withUnsafeBytes { old in
      withUnsafeTemporaryAllocation(byteCount: BacklinkBlock.storedLimit, alignment: 8) { buffer in
        BacklinkBlock.patch(old, BacklinkBlock.Place(target: target, source: source), difference, in: buffer).map { Array($0) }
      }
    }
  }

  @Test("a patched block has the bytes that encoding its links from the beginning makes", arguments: 0..<12 as Range<UInt64>)
  func sameBytes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // One popular target with near sources, many targets with a few, and numbers of all sizes.
    let targets = [1, 4, 200, UInt64.max - 1][Int(seed) % 4]
    let sources = [2000, 20_000, UInt64(Counters.keyLimit)][Int(seed) / 4]
    var table = LinkTable()
    func randomPlace() -> [UInt64] {
      // Half of the links have the same target.
      [random.once(in: 2) ? targets / 2 : UInt64.random(in: 0..<targets, using: &random), UInt64.random(in: 0..<sources, using: &random)]
    }
    for _ in 0..<[3, 150, 1500][Int(seed) % 3] { table.counts[randomPlace()] = 1 }
    var block = table.blocks[0]
    table = LinkTable.read(block)
    var patches = 0
    for step in 0..<200 {
      let known = random.once(in: 2) ? table.counts.keys.randomElement(using: &random) : nil
      let place = known ?? randomPlace()
      let before = table.counts[place] ?? 0
      let isLost = before > 0 && (step % 100 > 50 || random.once(in: 4))
      let difference =
        isLost ? -Int.random(in: 1...before, using: &random) : random.once(in: 6) ? Int.random(in: 2...70_000, using: &random) : 1
      var next = table
      next.counts[place] = before + difference == 0 ? nil : before + difference
      guard let patched = BacklinkPatchTests.patch(block, place[0], place[1], difference) else {
        #expect(next.counts.isEmpty || next.blocks.count > 1, "seed \(seed), step \(step)")
        continue
      }
      patches += 1
      #expect(patched.count <= BacklinkBlock.sizeLimit, "seed \(seed), step \(step)")
      #expect(patched.withUnsafeBytes { BacklinkBlock.isWellFormed($0, bound: .open) }, "seed \(seed), step \(step)")
      try #require(LinkTable.read(patched).counts == next.counts, "seed \(seed), step \(step)")
      if step % 8 == 0 {
        let encoded = next.blocks
        if encoded.count == 1 { #expect(patched == encoded[0], "seed \(seed), step \(step)") }
      }
      (table, block) = (next, patched)
    }
    #expect(patches > 40, "seed \(seed)")
  }

  @Test("a link that the block lacks cannot be removed by a patch, nor the last link of a block")
  func lostLinks() {
    let block: [UInt8] = [5, 2, 1, 8]
    #expect(BacklinkPatchTests.patch(block, 5, 1, -1) == nil)
    #expect(BacklinkPatchTests.patch(block, 4, 0, -1) == nil)
    #expect(BacklinkPatchTests.patch(block, 5, 0, -1) == [5, 1, 9])
    #expect(BacklinkPatchTests.patch(block, 5, 8, -1) == [5, 1, 1])
    #expect(BacklinkPatchTests.patch([5, 1, 9], 5, 8, -1) == nil)
    #expect(BacklinkPatchTests.patch([5, 1, 9, 7, 1, 1], 5, 8, -1) == [12, 1, 1])
    #expect(BacklinkPatchTests.patch([5, 1, 9], 0, 2, 3) == [0, 3, 3, 0, 2, 5, 1, 9])
  }

  @Test(
    "a malformed block is not patched, whichever of its bytes are malformed",
    arguments: [
      [], [5], [5, 0], [5, 1], [5, 1, 0], [5, 2, 1], [5, 1, 0x80], [5, 2, 1, 0], [5, 3, 1, 0, 0], [5, 1, 1, 0, 1, 1], [5, 2, 0, 1],
      [5, 7, 1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20], [5, 1, 1, 1, 1, 0], [5, 11, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0],
      [5, 10, 1, 1, 1, 1, 1, 1, 1, 1, 0x80, 0x80],
    ] as [[UInt8]])
  func malformed(_ bytes: [UInt8]) {
    for target in 4...7 as ClosedRange<UInt64> {
      for source in [0, 3, 1000] as [UInt64] { #expect(BacklinkPatchTests.patch(bytes, target, source, 1) == nil) }
    }
  }

  @Test("skipping sources stops at the same source as reading each of them", arguments: 0..<20 as Range<UInt64>)
  func skipping(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      var table = LinkTable()
      let (gap, doubled) = ([1, 3, 100, 140, 40_000][Int.random(in: 0..<5, using: &random)], Int.random(in: 1...30, using: &random))
      var source: UInt64 = 0
      for _ in 0..<Int.random(in: 1...120, using: &random) {
        source += UInt64.random(in: 1...UInt64(gap), using: &random)
        table.counts[[0, source]] = random.once(in: doubled) ? Int.random(in: 2...300, using: &random) : 1
      }
      guard let block = table.blocks.first else { continue }
      block.withUnsafeBytes { bytes in
        var groups = BacklinkBlock.Groups(bytes)
        guard let sources = groups.next()?.sources else { return }
        for wanted in [0, 1, source / 3, source / 2, source - 1, source, source + 1] {
          var skipped = BacklinkBlock.Sources(sources)
          skipped.skip(before: wanted)
          var each = BacklinkBlock.Sources(sources)
          var found = each.next()
          while let known = found, known.key < wanted { found = each.next() }
          let next = skipped.next()
          #expect(next?.key == found?.key && next?.count == found?.count, "seed \(seed), source \(wanted)")
          #expect(skipped.isWellFormed, "seed \(seed)")
        }
      }
    }
  }
}
