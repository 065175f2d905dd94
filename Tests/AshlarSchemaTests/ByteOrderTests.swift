import AshlarSchema
import Testing
import TestSupport

@Suite("The order of bytes") struct ByteOrderTests {
  // Letters of all lengths in UTF-8, and the byte 0, which a shorter key is filled with.
  private static let letters: [Character] = ["\0", "a", "b", "ä", "e\u{301}", "é", "€", "🐟", "\u{FFFD}"]

  private func text(_ count: Int, _ random: inout SeededGenerator) -> String {
    String((0..<count).map { _ in ByteOrderTests.letters.randomElement(using: &random) ?? "a" })
  }

  private func expected(_ texts: [String]) -> [Int] {
    texts.indices.sorted { a, b in
      let (first, second) = (Array(texts[a].utf8), Array(texts[b].utf8))
      return first == second ? a < b : first.lexicographicallyPrecedes(second)
    }
  }

  @Test("random strings, which begin alike or with zeros, are sorted by their bytes, and equal ones stay in their order", arguments: 0..<40)
  func random(_ round: Int) {
    let seed = seed() &+ UInt64(round)
    print("byte order: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let prefix = text([0, 0, 3, 20].randomElement(using: &random) ?? 0, &random)
    let families = (0..<3).map { _ in text(Int.random(in: 0...20, using: &random), &random) }
    let texts = (0..<Int.random(in: 0...120, using: &random)).map { _ in
      prefix + (families.randomElement(using: &random) ?? "") + text(Int.random(in: 0...3, using: &random), &random)
    }
    #expect(positionsInByteOrder(texts) == expected(texts))
    let bytes = texts.map { Array($0.utf8) }
    let buffers = bytes.map { text in
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
      copy.copyBytes(from: text)
      return copy
    }
    defer { for buffer in buffers { buffer.deallocate() } }
    #expect(positionsInByteOrder(buffers.map { UnsafeRawBufferPointer($0) }) == expected(texts))
  }

  @Test("a string precedes longer strings that begin with it, also if only zeros follow")
  func prefixes() {
    let texts = ["a\0\0", "a", "", "a\0", String(repeating: "a", count: 17), String(repeating: "a", count: 16), "\0"]
    #expect(positionsInByteOrder(texts).map { texts[$0] } == ["", "\0", "a", "a\0", "a\0\0", texts[5], texts[4]])
  }

  @Test("strings with equal beginnings of sixteen bytes are compared in full")
  func longKeys() {
    let beginning = String(repeating: "x", count: 16)
    let texts = ["b", beginning + "b", beginning + "a", beginning, beginning + "ab", beginning + "a"]
    #expect(positionsInByteOrder(texts) == [0, 3, 2, 5, 4, 1])
  }

  @Test("no string and one string need no comparison")
  func few() {
    #expect(positionsInByteOrder([String]()) == [])
    #expect(positionsInByteOrder(["a"]) == [0])
    #expect(positionsInByteOrder([UnsafeRawBufferPointer(start: nil, count: 0)]) == [0])
  }
}
