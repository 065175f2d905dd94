import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Indexes")
struct IndexTests {
  // Values of an independent implementation of FNV-1a 64 and of MurmurHash3's finaliser; they are in every file.
  @Test(
    "hashes of bytes are what files hold",
    arguments: [
      ("", 0xEFD0_1F60_BA99_2926), ("a", 0x82A2_A958_A9BE_CE5B), ("Ashlar", 0x7870_D316_7392_7E1B),
      ("a dog with a name of many bytes", 0xEFE8_AB7E_0C86_D209),
    ] as [(String, UInt64)])
  func hashes(_ text: String, _ expected: UInt64) {
    #expect(Array(text.utf8).withUnsafeBytes(KeyProbe.mix) == expected)
  }

  @Test("integers keep their order in the hash, tables do not share it")
  func integerHashes() {
    let salt: UInt64 = 0x9E37_79B9_7F4A_7C15
    // Bit 63 tells them from hashes of bytes.
    let low = UInt64.max >> 1
    #expect(KeyProbe(.int(0)).hash(table: 1) == salt & low)
    #expect(KeyProbe(.int(5)).hash(table: 1) == (salt + 5) & low)
    #expect(KeyProbe(.int(-1)).hash(table: 2) == (salt &* 2 &- 1) & low)
    #expect(KeyProbe(.null).hash(table: 1) == (salt - 1) & low)
    #expect(Array("a".utf8).withUnsafeBytes { KeyProbe(.bytes($0)).hash(table: 1) } > low)
    #expect(KeyProbe(.int(7)).hash(table: 1) != KeyProbe(.int(7)).hash(table: 2))
  }

  @Test("null and an integer of the same hash are different keys")
  func probesDiffer() {
    #expect(KeyProbe(.null).hash(table: 3) == KeyProbe(.int(-1)).hash(table: 3))
    #expect(!KeyProbe(.null).equals(KeyProbe(.int(-1))))
    #expect(KeyProbe(.null).equals(KeyProbe(.null)))
    #expect(!KeyProbe(.int(1)).equals(KeyProbe(.int(2))))
  }

  @Test("a key table finds every key under its hash, also when hashes are shared")
  func keyTable() {
    var random = SeededGenerator(seed: 7)
    let table = KeyTable()
    var expected: [UInt64: Set<Int64>] = [:]
    for key in Int64(0)..<5000 {
      let hash = random.once(in: 2) ? UInt64.random(in: 0..<50, using: &random) : random.next()
      table.insert(hash, key)
      expected[hash, default: []].insert(key)
    }
    // Some that rise by one, and others among them.
    for key in Int64(5000)..<6000 {
      let hash = key % 100 == 0 ? 20_000 + UInt64(key % 7) : 10_000 + UInt64(key)
      table.insert(hash, key)
      expected[hash, default: []].insert(key)
    }
    #expect(table.count == 6000)
    table._checkInvariants()
    for (hash, keys) in expected {
      var seen: Set<Int64> = []
      let none = table.first(hash) { key in
        seen.insert(key)
        return false
      }
      #expect(none == nil && seen == keys)
    }
    #expect(table.first(0xDEAD_BEEF) { _ in true } == nil)
  }

  @Test("a key cache answers from the last run, else with the last key of a place, or with none")
  func keyCache() {
    var cache = KeyCache()
    #expect(cache.guess(17) == nil)
    cache.remember(17, 3, rows: 5000)
    #expect(cache.guess(17) == 3)
    #expect(cache.guess(18) == nil)
    // 8,192 places.
    cache.remember(17 + 8192, 4, rows: 5000)
    #expect(cache.guess(17) == 4)
    cache.run = KeyRun(start: 100, entry: 1 << 40 | 7, count: 3)
    #expect([99, 100, 102, 103].map { cache.guess($0) } == [nil, 7, 9, nil])
    #expect(cache.guess(17) == 4)
  }

  @Test("a delta keeps added and removed rows, without those that were both")
  func delta() {
    var before = LinkChanges()
    before.add(target: 4, source: 9, isGained: true)
    before.add(target: 1, source: 10, isGained: true)
    before.add(target: 1, source: 12, isGained: false)
    var delta = BacklinkDelta(before)
    func changes(of target: Int64) -> [[Int64]] { delta.changes(of: target).map { [$0.source, Int64($0.difference)] } }
    #expect(changes(of: 1) == [[10, 1], [12, -1]])
    delta.add(target: 1, source: 10, 1)
    delta.add(target: 1, source: 11, -1)
    delta.add(target: 1, source: 12, 1)
    delta.add(target: 2, source: 10, 1)
    delta.add(target: 2, source: 10, -1)
    #expect(changes(of: 1) == [[10, 2], [11, -1]])
    #expect(changes(of: 2) == [])
    #expect(changes(of: 3) == [])
    #expect(changes(of: 4) == [[9, 1]])
    var asked = 0
    func count(of target: Int64) -> Int {
      delta.count(of: target) {
        asked += 1
        return 100
      }
    }
    #expect(count(of: 1) == 101)
    delta.add(target: 1, source: 3, 5)
    #expect(count(of: 1) == 106)
    #expect(count(of: 4) == 101)
    #expect(asked == 2)
  }

  @Test("entries of a hash name a table and a row of 40 bits")
  func entries() {
    let limit = Counters.keyLimit
    let entries = [KeyEntries.entry(1, 0), KeyEntries.entry(1, limit - 1), KeyEntries.entry(2, 5)]
    entries.withUnsafeBytes { bytes in
      #expect(KeyEntries.keys(bytes, table: 1) == [0, limit - 1])
      #expect(KeyEntries.keys(bytes, table: 2) == [5])
      #expect(KeyEntries.all(bytes) == entries)
    }
  }

  @Test("keys of backlinks are in the order of column, target and source")
  func backlinkKeys() {
    var keys: [[UInt8]] = []
    for table in [UInt32(1), 256] {
      for column in [UInt16(0), 300] {
        let prefix = ColumnPrefix.bytes(table: table, column: column)
        let link = LinkColumn(source: 0, column: 0, target: 0, element: nil, isEmbedded: false, prefix: prefix)
        for target in [0, 255, 1 << 33, UInt64.max] {
          for source in [1, 256, 1 << 39, UInt64.max] {
            let bound = BacklinkBlock.Place(target: target, source: source)
            let key = BacklinkKey.key(link, bound)
            #expect(key.count == BacklinkKey.size && key.starts(with: prefix))
            #expect(key.withUnsafeBytes(BacklinkKey.bound) == bound)
            keys.append(key)
          }
        }
      }
    }
    #expect(keys == keys.sorted { $0.lexicographicallyPrecedes($1) })
  }
}
