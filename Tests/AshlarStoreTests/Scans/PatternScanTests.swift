import AshlarStore
import CAshlar
import Testing
import TestSupport

@Suite("Scans of text for patterns")
struct PatternScanTests {
  /// A prepared pattern, which is freed with the object.
  private final class Pattern {
    let items: [UInt8]
    let isFolded: Bool
    let prepared: OpaquePointer

    init(_ items: [UInt8], isFolded: Bool = false) {
      self.items = isFolded ? folded(items) : items
      self.isFolded = isFolded
      prepared = ashlar_pattern_make(self.items, self.items.count, isFolded ? 1 : 0)
    }

    deinit { ashlar_pattern_free(prepared) }

    /// Returns whether matching item by item finds that a text matches.
    func isLike(_ text: [UInt8]) -> Bool {
      let text = isFolded ? folded(text) : text
      return ashlar_like(items, items.count, text, text.count) != 0
    }
  }

  private static func pattern(_ random: inout SeededGenerator) -> String {
    (0..<random.below(9)).map { _ in random.pick(["*", "*", "?", "a", "b", "4", "é", "日", "zq", "Q7", "Éa"]) }.joined()
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let letters = random.chance(50) ? ["a", "b", "4", "zq", "Q7"] : ["a", "b", "4", "é", "É", "日", "😀", "zq", "Q7"]
    return (0..<random.pick([0, 1, 2, 5, 9, 20, 90])).map { _ in random.pick(letters) }.joined()
  }

  // Steps through the pattern with the positions of the text that the items so far can end at.
  private static func matches(_ text: String, _ pattern: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var ends = [true] + [Bool](repeating: false, count: scalars.count)
    for item in pattern.unicodeScalars {
      if item == "*" {
        for position in scalars.indices where ends[position] { ends[position + 1] = true }
      } else {
        for position in scalars.indices.reversed() { ends[position + 1] = ends[position] && (item == "?" || scalars[position] == item) }
        ends[0] = false
      }
    }
    return ends[scalars.count]
  }

  @Test("match as all ways of matching item by item do, and read no byte outside of the text")
  func definition() throws {
    let seed = seed()
    print("patterns: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let memory = try GuardedBytes()
    for _ in 0..<4_000 {
      let (text, wanted) = (Self.text(&random), Self.pattern(&random))
      let bytes = Array(text.utf8)
      let pattern = Pattern(Array(wanted.utf8))
      for atEnd in [true, false] {
        let found = ashlar_pattern_matches(pattern.prepared, memory.copy(bytes, atEnd: atEnd), bytes.count) != 0
        #expect(found == Self.matches(text, wanted), "'\(wanted)', '\(text)', seed \(seed)")
      }
    }
  }

  @Test("match invalid UTF-8 as matching item by item does")
  func invalid() throws {
    let seed = seed()
    print("patterns of invalid texts: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let memory = try GuardedBytes()
    for _ in 0..<4_000 {
      let pattern = Pattern(Array(Self.pattern(&random).utf8), isFolded: random.chance(50))
      let text = (0..<random.below(40)).map { _ in random.pick([UInt8(ascii: "a"), UInt8(ascii: "b"), 0xC3, 0xA9, 0x89, 0x80, 0xE6, 0xFF]) }
      let found = ashlar_pattern_matches(pattern.prepared, memory.copy(text, atEnd: random.chance(50)), text.count) != 0
      #expect(found == pattern.isLike(text), "\(pattern.items), \(text), folded \(pattern.isFolded), seed \(seed)")
    }
  }

  @Test("find the rows that match item by item, inline, in the heap, at addresses and out of line")
  func rows() {
    let seed = seed()
    print("scans for patterns: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let letters: [UInt8] = random.pick([Array("ab".utf8), Array("abzqQ74é".utf8), Array("abcdefgh 0123".utf8)])
      let column = TextColumn(&random, letters: letters)
      var items = Array(Self.pattern(&random).utf8)
      // Mostly the parts of a text that exists.
      if let text = random.pick(column.texts), text.count > 2, random.chance(70) {
        let (a, b) = (random.below(text.count), random.below(text.count))
        // A pattern is valid UTF-8.
        func part(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
        let middle = part(text[min(a, b)...max(a, b)].prefix(12))
        let wanted = random.pick(["*\(middle)?", "\(part(text.prefix(3)))*\(middle)*", "?*\(middle)*\(part(text.suffix(2)))"])
        items = Array(wanted.utf8)
      }
      let pattern = Pattern(items, isFolded: random.chance(40))
      let rows = random.rows(of: column.count)
      let (ahead, next) = (Int.random(in: -5000...5000, using: &random), Int.random(in: -5000...5000, using: &random))
      var found = [UInt64](repeating: .max, count: 4)
      var undecided = found
      ashlar_scan_pattern(column.cells, column.count, column.heap, pattern.prepared, rows, ahead, next, &found, &undecided)
      let wrong = (0..<column.count).filter { row in
        let bit = UInt64(1) << UInt64(row & 63)
        let (isFound, isOpen) = (found[row >> 6] & bit != 0, undecided[row >> 6] & bit != 0)
        guard rows[row >> 6] & bit != 0 else { return isFound || isOpen }
        let matches = !Slot(at: column.cells + row * Slot.size).isNull && pattern.isLike(column.texts[row] ?? [])
        return column.isElsewhere[row] ? isFound || (matches && !isOpen) : isOpen || isFound != matches
      }
      #expect(wrong.isEmpty, "rows \(wrong) of \(column.count), \(pattern.items), folded \(pattern.isFolded), seed \(seed)")
    }
  }

  @Test("compare folded texts of any length without bytes outside of them")
  func folding() throws {
    let seed = seed()
    print("folding: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let (memory, room) = (try GuardedBytes(), try GuardedBytes())
    for length in Array(0...140) + [200, 511, 512, 513, 1_000] {
      for atEnd in [true, false] {
        let text = (0..<length).map { _ in random.pick([65, 90, 64, 91, 97, 0xC3, 0xC3, 0x80, 0x9E, 0x9F, 0x97, 0x7F] as [UInt8]) }
        let out = room.bytes(length, atEnd: atEnd)
        ashlar_fold(memory.copy(text, atEnd: atEnd), length, out)
        #expect(Array(UnsafeBufferPointer(start: out, count: length)) == folded(text), "\(text), seed \(seed)")
      }
    }
  }
}

// The definition of `ashlar_fold`.
private func folded(_ text: [UInt8]) -> [UInt8] {
  text.indices.map { index in
    let byte = text[index]
    let isLatin = index > 0 && text[index - 1] == 0xC3 && (0x80...0x9E).contains(byte) && byte != 0x97
    return isLatin || (65...90).contains(byte) ? byte + 32 : byte
  }
}
