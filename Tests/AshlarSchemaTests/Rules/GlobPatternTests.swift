import Testing
import TestSupport

@testable import AshlarSchema

@Suite("Patterns of rules")
struct GlobPatternTests {
  private func matches(_ pattern: String, _ text: String) throws -> Bool { try GlobPattern(pattern).matches(text) }

  @Test("a pattern matches the whole text")
  func whole() throws {
    #expect(try matches("abc", "abc") && !matches("abc", "abcd") && !matches("abc", "ab"))
    #expect(try matches("", "") && !matches("", "a") && matches("*", "") && matches("**", "x"))
    #expect(try matches("a*c", "abbc") && matches("a*c", "ac") && !matches("a*c", "acb"))
    #expect(try matches("*ab*ab", "ababxab") && !matches("*ab*abb", "ababxab"))
  }

  @Test("'?' is one Unicode scalar")
  func scalars() throws {
    #expect(try matches("?", "é") && matches("?", "🐕") && !matches("?", "") && !matches("?", "ab"))
    #expect(try matches("??", "e\u{301}") && !matches("?", "e\u{301}"))
  }

  @Test("sets have ranges, and are negated by '^'")
  func sets() throws {
    #expect(try matches("[a-z]*", "ada") && !matches("[a-z]*", "Ada") && matches("[^a-z]*", "Ada"))
    #expect(try matches("[-a]", "-") && matches("[a-]", "-") && matches("[]]", "]") && matches("[^]]", "a") && !matches("[^]]", "]"))
    #expect(try matches("[*]", "*") && !matches("[*]", "a") && matches("[?]", "?") && matches("[[]", "["))
    #expect(try matches("[а-я]", "ж") && matches("[a-cx-z]", "y") && !matches("[a-cx-z]", "m"))
    #expect(try matches("[^a]", "🐕") && !matches("[^a]", ""))
  }

  @Test("an open set and a falling range are faults", arguments: ["[", "[a", "[^", "[]", "[a-", "x[a-z"])
  func open(pattern: String) { #expect(throws: GlobPattern.Fault.openSet) { try GlobPattern(pattern) } }

  @Test("the range of a fault is named")
  func falling() { #expect(throws: GlobPattern.Fault.fallingRange("z-a")) { try GlobPattern("x[z-a]") } }

  @Test("random patterns match according to the definition")
  func random() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("GlobPatternTests.random seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let parts = ["a", "b", "é", "*", "?", "[ab]", "[^a]", "[a-é]"]
    for _ in 0..<3000 {
      let pattern = (0..<Int.random(in: 0...6, using: &random)).map { _ in parts.randomElement(using: &random)! }
      let text = (0..<Int.random(in: 0...7, using: &random)).map { _ in ["a", "b", "é"].randomElement(using: &random)! }
      #expect(
        try matches(pattern.joined(), text.joined()) == defined(pattern[...], text[...]),
        "'\(pattern.joined())' and '\(text.joined())', seed \(seed)")
    }
  }

  /// The definition, without any shortcut.
  private func defined(_ pattern: ArraySlice<String>, _ text: ArraySlice<String>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    if first == "*" { return (0...text.count).contains { defined(pattern.dropFirst(), text.dropFirst($0)) } }
    guard let letter = text.first else { return false }
    let isMatch =
      switch first {
      case "?", "[a-é]": true
      case "[ab]": letter != "é"
      case "[^a]": letter != "a"
      default: first == letter
      }
    return isMatch && defined(pattern.dropFirst(), text.dropFirst())
  }

  @Test("a text is never read beyond its end, even if it is damaged", arguments: 0..<256)
  func damaged(byte: Int) throws {
    let pattern = try GlobPattern("*[^a]?*")
    for bytes in [[UInt8(byte)], [0x61, UInt8(byte)], [UInt8(byte), 0x80]] { _ = bytes.withUnsafeBytes { pattern.matches($0) } }
  }

  @Test("patterns match as those of SQLite's GLOB do")
  func sqlite() throws {
    // A pattern and a text in hexadecimal digits, and the result of 'SELECT text GLOB pattern' of SQLite 3.40.1, on each line.
    let lines = try Repository.text("Tests/AshlarSchemaTests/Fixtures/glob-sqlite.tsv").split(separator: "\n")
    #expect(lines.count > 1000)
    for line in lines {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let (pattern, text) = (unhex(fields[0]), unhex(fields[1]))
      #expect(try matches(pattern, text) == (fields[2] == "1"), "'\(pattern)' and '\(text)'")
    }
  }

  private func unhex(_ digits: String) -> String {
    let digits = Array(digits.utf8)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("the length of text is the number of its scalars")
  func length() {
    for text in ["", "abc", "é", "e\u{301}", "🐕🐈", "日本"] {
      #expect(Array(text.utf8).withUnsafeBytes { $0.scalarCount } == text.unicodeScalars.count)
    }
  }
}
