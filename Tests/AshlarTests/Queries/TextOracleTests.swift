@testable import Ashlar
import Foundation
import Kinds
import TestSupport
import TestTraits
import Testing

@Suite("Conditions on text compared with Foundation", .blocking)
struct TextOracleTests {
  private static let letters = ["a", "b", "A", "B", " ", "é", "É", "e\u{301}", "ü", "Å", "ñ", "日", "😀"]

  private func makeText(_ random: inout SeededGenerator, _ letters: [String], _ lengths: [Int]) -> String {
    (0..<random.pick(lengths)).map { _ in random.pick(letters) }.joined()
  }

  // Half of the texts are ASCII, and some are stored inline, in the heap, and out of line.
  private func makeRealm(_ random: inout SeededGenerator) throws -> (Results<Scalars>, [String]) {
    let realm = try memoryRealm()
    var texts: [String] = []
    for _ in 0..<300 {
      texts.append(makeText(&random, random.chance(50) ? ["a", "b", "A", "B", " "] : Self.letters, [0, 1, 3, 6, 11, 12, 30, 700]))
    }
    try realm.write { for text in texts { realm.create(Scalars.self, value: ["string": text]) } }
    return (realm.objects(Scalars.self), texts)
  }

  private func contains(_ text: [UInt8], _ wanted: [UInt8]) -> Bool {
    if wanted.isEmpty || text.count < wanted.count { return false }
    return (0...(text.count - wanted.count)).contains { text[$0...].starts(with: wanted) }
  }

  private func ends(_ text: [UInt8], _ wanted: [UInt8]) -> Bool { text.count >= wanted.count && Array(text.suffix(wanted.count)) == wanted }

  // Steps through the pattern with the positions of the text that the items so far can end at. A regular expression would be shorter, but
  // gives up on long texts and several '*'.
  private func matches(_ text: String, _ pattern: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var ends: [Bool] = [true] + scalars.map { (_: Unicode.Scalar) -> Bool in false }
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

  @Test("with options, a text begins, ends, contains and equals as its folded form does")
  func folded() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let (all, texts) = try makeRealm(&random)
    let cases: [(StringOptions, String.CompareOptions)] = [
      ([.diacriticInsensitive, .caseInsensitive], [.diacriticInsensitive, .caseInsensitive]),
      (.diacriticInsensitive, .diacriticInsensitive),
    ]
    for round in 0..<16 {
      let wanted = makeText(&random, round % 2 == 0 ? ["a", "b", "A"] : Self.letters, [1, 2, 3])
      for (options, foundation) in cases {
        let sought: [UInt8] = Array(wanted.folding(options: foundation, locale: nil).utf8)
        let note: Comment = "'\(wanted)', options \(options.rawValue), seed \(seed)"
        var expected: (contains: Int, begins: Int, ends: Int, equals: Int) = (0, 0, 0, 0)
        for text in texts {
          let form: [UInt8] = Array(text.folding(options: foundation, locale: nil).utf8)
          if contains(form, sought) { expected.contains += 1 }
          if form.starts(with: sought) { expected.begins += 1 }
          if ends(form, sought) { expected.ends += 1 }
          if form == sought { expected.equals += 1 }
        }
        #expect(all.where { $0.string.contains(wanted, options: options) }.count == expected.contains, note)
        #expect(all.where { $0.string.starts(with: wanted, options: options) }.count == expected.begins, note)
        #expect(all.where { $0.string.ends(with: wanted, options: options) }.count == expected.ends, note)
        #expect(all.where { $0.string.equals(wanted, options: options) }.count == expected.equals, note)
      }
    }
  }

  // The letters of the tests without the uppercase ones. A combining mark follows lowercase letters only.
  private func lowercase(_ text: String) -> String {
    var result = ""
    let lower: [Unicode.Scalar: Unicode.Scalar] = ["A": "a", "B": "b", "\u{C9}": "\u{E9}", "\u{C5}": "\u{E5}"]
    for scalar in text.unicodeScalars { result.unicodeScalars.append(lower[scalar] ?? scalar) }
    return result
  }

  @Test("LIKE matches as all ways of matching item by item do")
  func like() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let (all, texts) = try makeRealm(&random)
    for _ in 0..<40 {
      let pattern = makeText(&random, ["*", "*", "?", "a", "b", "A", "é", "日"], [0, 1, 2, 3, 5, 8])
      let folding: String.CompareOptions = [.diacriticInsensitive, .caseInsensitive]
      var (exact, cased, similar) = (0, 0, 0)
      for text in texts {
        if matches(text, pattern) { exact += 1 }
        if matches(lowercase(text), lowercase(pattern)) { cased += 1 }
        if matches(text.folding(options: folding, locale: nil), pattern.folding(options: folding, locale: nil)) { similar += 1 }
      }
      #expect(all.where { $0.string.like(pattern) }.count == exact, "'\(pattern)', seed \(seed)")
      #expect(all.filter("string LIKE[c] %@", pattern).count == cased, "'\(pattern)', seed \(seed)")
      #expect(all.filter("string LIKE[cd] %@", pattern).count == similar, "'\(pattern)', seed \(seed)")
    }
  }

  @Test("patterns with '*' at their ends have an equivalent relation, and others have none")
  func equivalents() throws {
    #expect(TextPattern.equivalent("abc").map { $0.relation == .order(.equal) && $0.text == "abc" } == true)
    #expect(TextPattern.equivalent("abc*").map { $0.relation == .text(.begins) && $0.text == "abc" } == true)
    #expect(TextPattern.equivalent("**abc").map { $0.relation == .text(.ends) && $0.text == "abc" } == true)
    #expect(TextPattern.equivalent("*日*").map { $0.relation == .text(.contains) && $0.text == "日" } == true)
    for pattern in ["", "*", "**", "a*b", "*a?*", "?"] { #expect(TextPattern.equivalent(pattern) == nil, "'\(pattern)'") }
  }

  @Test("the folded form of a text consists of those of its scalars, in all scripts")
  func scalars() {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    for options: StringOptions in [.diacriticInsensitive, [.diacriticInsensitive, .caseInsensitive]] {
      for _ in 0..<200 {
        var text = ""
        for _ in 0..<random.below(12) {
          // Letters with marks, marks, Greek, Cyrillic, Hangul, ideographs and emoji.
          let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0xA0...0x24F, 0x300...0x36F, 0x370...0x52F, 0x1E00...0x1FFF, 0xAC00...0xD7A3, 0x1F600...0x1F64F,
          ]
          if let scalar = Unicode.Scalar(UInt32.random(in: random.pick(ranges), using: &random)) { text.unicodeScalars.append(scalar) }
        }
        let bytes = Array(text.utf8)
        #expect(bytes.withUnsafeBytes { options.folded($0) } == options.folded(text), "'\(text)', seed \(seed)")
      }
    }
  }

  @Test("invalid UTF-8 is folded as the replacement character")
  func invalid() {
    let options: StringOptions = [.diacriticInsensitive, .caseInsensitive]
    for bytes: [UInt8] in [[0xC3], [0x41, 0xE2, 0x82], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80]] {
      #expect(bytes.withUnsafeBytes { options.folded($0) } == options.folded(String(decoding: bytes, as: UTF8.self)))
    }
  }

  @Test("long texts contain what begins in one part and ends in the next")
  func parts() throws {
    let realm = try memoryRealm()
    try realm.write {
      for place in stride(from: 4_000, through: 4_200, by: 7) {
        let text = String(repeating: "x", count: place) + "NEEDLE É" + String(repeating: "y", count: 5_000)
        realm.create(Scalars.self, value: ["string": text, "int": place])
      }
    }
    let all = realm.objects(Scalars.self)
    #expect(all.where { $0.string.contains("needle é", options: .caseInsensitive) }.count == all.count)
    #expect(all.where { $0.string.contains("needle e", options: [.caseInsensitive, .diacriticInsensitive]) }.count == all.count)
    #expect(all.where { $0.string.contains("needle e", options: .caseInsensitive) }.isEmpty)
    #expect(all.where { $0.string.contains("needles", options: .caseInsensitive) }.isEmpty)
  }
}
