import AshlarStore
import CAshlar
import TestSupport
import Testing

@Suite("Codes of values")
struct CodeTests {
  private func allRows(_ words: Int) -> [UInt64] { [UInt64](repeating: ~0, count: words) }

  @Test("numbers, nulls and pairs have the codes that a dictionary counts")
  func numbers() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let (codes, pairs) = (try #require(ashlar_codes_make()), try #require(ashlar_codes_make()))
    defer {
      ashlar_codes_free(codes)
      ashlar_codes_free(pairs)
    }
    var known: [Int64?: UInt32] = [:]
    var knownPairs: [[UInt32]: UInt32] = [:]
    for round in 0..<60 {
      let limit = random.pick([1, 3, 1_000, 100_000])
      let cells = (0..<256).map { _ in Int64(random.below(limit)) - 2 }
      let present = (0..<256).map { _ in UInt8(random.chance(90) ? 1 : 0) }
      let rows = (0..<4).map { _ in round % 3 == 0 ? ~0 : random.next() }
      var out = [UInt32](repeating: .max, count: 256)
      ashlar_codes_of_int64(codes, cells, round % 2 == 0 ? present : nil, rows, 4, &out)
      let groups = (0..<256).map { _ in UInt32(random.below(5)) }
      var numbers = [UInt32](repeating: .max, count: 256)
      ashlar_codes_of_pairs(pairs, groups, out, rows, 4, &numbers)
      for row in 0..<256 {
        if rows[row / 64] >> UInt64(row % 64) & 1 == 0 {
          #expect(out[row] == .max && numbers[row] == .max, "seed \(seed)")
          continue
        }
        let value: Int64? = round % 2 == 0 && present[row] == 0 ? nil : cells[row]
        let expected = known[value] ?? UInt32(known.count)
        known[value] = expected
        #expect(out[row] == expected, "row \(row), seed \(seed)")
        let pair = [groups[row], out[row]]
        let number = knownPairs[pair] ?? UInt32(knownPairs.count)
        knownPairs[pair] = number
        #expect(numbers[row] == number, "row \(row), seed \(seed)")
      }
    }
    #expect(ashlar_codes_count(codes) == UInt32(known.count), "seed \(seed)")
  }

  @Test("texts have equal codes exactly if their bytes are equal, inline, in the heap and elsewhere")
  func texts() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let codes = try #require(ashlar_codes_make())
    defer { ashlar_codes_free(codes) }
    var known: [[UInt8]?: UInt32] = [:]
    for _ in 0..<40 {
      let heap = UnsafeMutablePointer<UInt8>.allocate(capacity: 64 * 40)
      let cells = UnsafeMutableRawPointer.allocate(byteCount: 64 * Slot.size, alignment: 8)
      defer {
        heap.deallocate()
        cells.deallocate()
      }
      var texts: [[UInt8]?] = []
      for row in 0..<64 {
        let text = random.chance(10) ? nil : random.bytes(random.pick([0, 1, 2, 11, 12, 13, 20, 40]), of: [97, 98])
        texts.append(text)
        let cell = cells + row * Slot.size
        guard let text else {
          Slot.null.store(at: cell)
          continue
        }
        if text.count <= Slot.inlineLimit {
          text.withUnsafeBytes { Slot(inline: $0) }.store(at: cell)
        } else if random.chance(20) {
          Slot(value: 1, count: text.count, firstByte: text[0]).store(at: cell)
        } else {
          for (index, byte) in text.enumerated() { heap[row * 40 + index] = byte }
          Slot(heapOffset: row * 40, count: text.count, fingerprint: ashlar_fingerprint(text, text.count)).store(at: cell)
        }
      }
      var out = [UInt32](repeating: .max, count: 64)
      var undecided: UInt64 = 0
      ashlar_codes_of_slots(codes, cells, heap, [~0], 1, &out, &undecided)
      for row in 0..<64 {
        if undecided >> UInt64(row) & 1 == 1, let text = texts[row] { out[row] = ashlar_codes_bytes(codes, text, text.count) }
        if let code = known[texts[row]] {
          #expect(out[row] == code, "row \(row), seed \(seed)")
        } else {
          #expect(!known.values.contains(out[row]), "row \(row), seed \(seed)")
          known[texts[row]] = out[row]
        }
      }
    }
    #expect(ashlar_codes_count(codes) == UInt32(known.count), "seed \(seed)")
  }

  @Test("a value of 12 bytes and bytes of 12 have different codes, and empty bytes have one")
  func kinds() throws {
    let codes = try #require(ashlar_codes_make())
    defer { ashlar_codes_free(codes) }
    #expect(ashlar_codes_word(codes, 0, 0) == 0)
    #expect(ashlar_codes_bytes(codes, [UInt8](repeating: 0, count: 12), 12) == 1)
    #expect(ashlar_codes_bytes(codes, nil, 0) == 2)
    #expect(ashlar_codes_null(codes) == 3)
    #expect(ashlar_codes_word(codes, 0, 1) == 4)
    #expect(ashlar_codes_word(codes, 0, 0) == 0)
    #expect(ashlar_codes_bytes(codes, nil, 0) == 2)
    #expect(ashlar_codes_count(codes) == 5)
  }
}
