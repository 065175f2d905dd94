import CAshlar
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Sums of the trees of features in the counters")
struct FurtherSumTests {
  private func counters(tables: Int, fullLog: Bool, _ random: inout SeededGenerator) -> Counters {
    var counters = Counters()
    for space in 0..<EntrySums.count { counters.sums[space] = .random(in: .min ... .max, using: &random) }
    counters.patches = 17
    for table in 0..<tables {
      let next = Int64.random(in: 0..<1 << 40, using: &random)
      counters.set(Counters.Entry(table: UInt32(table * 3 + 1), nextKey: next, liveCount: next / 2))
    }
    for version in 1...(fullLog ? 60 : 1) {
      counters.changes.append(version: UInt64(version), (0..<3).map { UInt64($0) << 40 | UInt64(version) })
    }
    return counters
  }

  // The form of releases of format 8, which know no further sums.
  private func plain(_ counters: Counters) -> [UInt8] {
    var words = (0..<6).map { counters.sums[$0] } + [UInt64(counters.patches), counters.nextValue, UInt64(counters.entries.count)]
    for entry in counters.entries { words += [UInt64(entry.table), UInt64(entry.nextKey), UInt64(entry.liveCount)] }
    words += counters.changes.words
    let bytes = words.withUnsafeBytes { Array($0) }
    return bytes + withUnsafeBytes(of: UInt64(ashlar_crc32c(0, bytes, bytes.count))) { Array($0) }
  }

  @Test("counters without them have the bytes of format 8; with them they come back as they were")
  func coding() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    for tables in [0, 1, 2, 45, 100] {
      for fullLog in [false, true] {
        let none = counters(tables: tables, fullLog: fullLog, &random)
        #expect(none.encoded == plain(none), "seed \(seed)")
        for trees in [[6], [7], [6, 7], [6, 7, 12], [200]] as [[UInt32]] {
          var counters = none
          for tree in trees { counters.setFurtherSum(tree, .random(in: .min ... .max, using: &random)) }
          let bytes = counters.encoded
          #expect(bytes.count == plain(none).count + 16 * trees.count)
          #expect(bytes.withUnsafeBytes(Counters.decode) == counters, "seed \(seed)")
          #expect(counters.furtherSums.map(\.tree) == trees)
          for tree in trees { #expect(counters.sum(ofTree: tree) != nil) }
          #expect(counters.sum(ofTree: 9) == nil)
        }
      }
    }
  }

  // Sums of trees that cannot be: of every file, encrypted, beyond a byte, descending, twice; a word that is not 0.
  @Test(
    "wrong records are refused although the checksum is right",
    arguments: [[5], [8], [256], [7, 6], [6, 6], [6 | 1 << 32]] as [[UInt64]])
  func wrong(_ trees: [UInt64]) {
    var words = [UInt64](repeating: 0, count: 7) + [1, UInt64(trees.count) << 32]
    for tree in trees { words += [tree, 77] }
    let bytes = words.withUnsafeBytes { Array($0) }
    let sealed = bytes + withUnsafeBytes(of: UInt64(ashlar_crc32c(0, bytes, bytes.count))) { Array($0) }
    #expect(sealed.withUnsafeBytes(Counters.decode) == nil)
  }

  @Test("more records than there are bytes are refused")
  func tooMany() {
    let words = [UInt64](repeating: 0, count: 7) + [1, 1 << 63]
    let bytes = words.withUnsafeBytes { Array($0) }
    let sealed = bytes + withUnsafeBytes(of: UInt64(ashlar_crc32c(0, bytes, bytes.count))) { Array($0) }
    #expect(sealed.withUnsafeBytes(Counters.decode) == nil)
  }

  @Test("an entry counts by the checksum of its value, which covers key and value")
  func entries() {
    let key: [UInt8] = [1, 2, 3]
    var value: [UInt8] = [0, 0, 0, 0, 9, 8, 7]
    let crc = key.withUnsafeBytes { key in value.withUnsafeMutableBytes { FeatureEntry.seal(key, $0) } }
    #expect(key.withUnsafeBytes { key in value.withUnsafeBytes { FeatureEntry.isIntact(key, $0) } })
    var sums = EntrySums()
    key.withUnsafeBytes { sums.add(.derived, $0, crc: crc) }
    #expect(sums[6] == key.withUnsafeBytes { FeatureEntry.number(6, $0, crc: crc) })
    key.withUnsafeBytes { sums.remove(.derived, $0, crc: crc) }
    #expect(sums == EntrySums())
    for index in value.indices {
      var damaged = value
      damaged[index] ^= 1
      #expect(key.withUnsafeBytes { key in damaged.withUnsafeBytes { !FeatureEntry.isIntact(key, $0) } })
    }
    #expect(([2, 2, 3] as [UInt8]).withUnsafeBytes { key in value.withUnsafeBytes { !FeatureEntry.isIntact(key, $0) } })
    #expect(key.withUnsafeBytes { key in ([1, 2, 3] as [UInt8]).withUnsafeBytes { !FeatureEntry.isIntact(key, $0) } })
  }
}
