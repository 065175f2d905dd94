import Testing

@testable import AshlarStore

@Suite("Rows of a cluster")
struct RowSetTests {
  @Test("the rows that were stored to are those whose masks have a bit in common", arguments: [8, 64, 128, 256])
  func storedRows(capacity: Int) {
    let masks = UnsafeMutableRawPointer.allocate(byteCount: capacity * 8, alignment: 64)
    defer { masks.deallocate() }
    let base = masks + capacity * 8
    var random = SystemRandomNumberGenerator()
    for round in 0..<40 {
      var expected: [Int] = []
      for slot in 0..<capacity {
        // Many, few or no rows at all.
        let mask = Int.random(in: 0..<capacity, using: &random) < round * round / 4 ? UInt64.random(in: 0...255, using: &random) : 0
        (base - 8 - slot * 8).storeBytes(of: mask, as: UInt64.self)
        if mask & 0x18 != 0 { expected.append(slot) }
      }
      let rows = RowSet(stored: 0x18, at: base, capacity: capacity)
      #expect(Array(rows) == expected)
      #expect(rows.count == expected.count)
      #expect(rows.isEmpty == expected.isEmpty)
      var all = RowSet(stored: 0xE7, at: base, capacity: capacity)
      #expect(Set(all.intersection(rows)) == Set(all).intersection(expected))
      #expect(Set(all.subtracting(rows)) == Set(all).subtracting(expected))
      #expect((0..<capacity).filter { rows.contains($0) } == expected)
      let others = Set(all)
      all.formUnion(rows)
      #expect(Set(all) == others.union(expected))
    }
  }

  @Test("the columns that were stored to in some rows, and in every row that was", arguments: [8, 64, 128, 256])
  func storedColumns(capacity: Int) {
    let masks = UnsafeMutableRawPointer.allocate(byteCount: capacity * 8, alignment: 64)
    defer { masks.deallocate() }
    let base = masks + capacity * 8
    var random = SystemRandomNumberGenerator()
    for round in 0..<40 {
      var expected: (rows: [Int], some: UInt64, each: UInt64) = ([], 0, .max)
      for slot in 0..<capacity {
        let mask = Int.random(in: 0..<capacity, using: &random) < round * round / 4 ? UInt64.random(in: 0...255, using: &random) | 0x200 : 0
        (base - 8 - slot * 8).storeBytes(of: mask, as: UInt64.self)
        if mask == 0 { continue }
        expected.rows.append(slot)
        expected.some |= mask
        expected.each &= mask
      }
      var (some, each): (UInt64, UInt64) = (1, 1)
      #expect(Array(RowSet(storedAt: base, capacity: capacity, some: &some, each: &each)) == expected.rows)
      #expect(some == expected.some)
      #expect(each == expected.each)
    }
  }
}
