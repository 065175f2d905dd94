import Testing

@testable import AshlarInspection

@Suite("Places in the text of a condition")
struct ConditionTextTests {
  @Test(
    "an error covers a word, a literal or a symbol, in UTF-16 code units",
    arguments: [
      ("size > 1", 0, 0..<4), ("size > 1", 5, 5..<6), ("name == 'a b' AND", 8, 8..<13), ("name == 'open", 8, 8..<13),
      (#"n == "a\"b" x"#, 5, 5..<11),
      ("size >", 6, 6..<6), ("😀 == 1", 0, 0..<2), ("'😀' == siz", 7, 8..<11), ("a.@count > 1", 2, 2..<8), ("", 0, 0..<0), ("abc", 9, 3..<3),
    ])
  func ranges(text: String, position: Int, range: Range<Int>) {
    #expect(ConditionPlace.range(at: position, in: text) == range)
  }

  @Test(
    "the words before a position are recognized",
    arguments: [
      ("", [], [], ""), ("na", [], [], "na"), ("name ", [.path(["name"])], [], ""), ("maker.na", [], ["maker"], "na"),
      ("maker.", [], ["maker"], ""),
      ("a.b == 1 AND c", [.path(["a", "b"]), .symbol("=="), .literal, .path(["AND"])], [], "c"),
      ("x == 'it\\'s' ", [.path(["x"]), .symbol("=="), .literal], [], ""), ("list[0].na", [], ["list"], "na"),
      ("#any == ", [.path(["any"]), .symbol("==")], [], ""), ("n ==[c] ", [.path(["n"]), .symbol("==")], [], ""),
    ] as [(String, [ConditionScan.Token], [String], String)])
  func scan(text: String, tokens: [ConditionScan.Token], path: [String], word: String) {
    let scan = ConditionScan(text, text.utf16.count)
    #expect(scan.tokens == tokens)
    #expect(scan.path == path)
    #expect(scan.word == word)
    #expect(scan.wordStart == text.utf16.count - word.utf16.count)
  }

  @Test("a text in quotes is recognized while it is typed")
  func inText() {
    #expect(ConditionScan("name == 'x", 10).isInText)
    #expect(ConditionScan("name == 'x\\'", 12).isInText)
    #expect(!ConditionScan("name == 'x'", 11).isInText)
  }

  @Test(
    "each number is in the interval between its bounds",
    arguments: [
      (0.0, 99.0, true), (0, 5, true), (3, 3, true), (-9.2e18, 9.2e18, true), (0, 1, false), (-1.5, -1.5, false), (-1e308, 1e308, false),
    ])
  func bins(low: Double, high: Double, isInteger: Bool) {
    let bins = Bins(low, high, 20, isInteger: isInteger)
    #expect((1...20).contains(bins.count))
    #expect(bins.index(of: low) == 0)
    #expect(bins.index(of: high) == bins.count - 1)
    for step in 0...40 {
      let part = Double(step) / 40
      let number = low * (1 - part) + high * part
      let place = isInteger ? number.rounded() : number
      let index = bins.index(of: place)
      #expect(bins.start(index) <= place || index == 0)
      #expect(place < bins.start(index + 1) || index == bins.count - 1)
    }
  }

  @Test("small integers are in the intervals whose bounds contain them")
  func integerBins() {
    for low in stride(from: -59.0, through: 59, by: 1) {
      for range in stride(from: 0.0, through: 300, by: 7) {
        let bins = Bins(low, low + range, 20, isInteger: true)
        for number in stride(from: low, through: low + range, by: 1) {
          let index = bins.index(of: number)
          #expect(bins.start(index) <= number && number < bins.start(index + 1))
        }
      }
    }
  }

  @Test("a text is cut between scalars, and counted in UTF-16 code units")
  func cut() {
    #expect(TextCut.first(3, of: "abcdef") == "abc")
    #expect(TextCut.first(3, of: "a😀😀") == "a😀")
    #expect(TextCut.first(2, of: "a😀") == "a")
    #expect(TextCut.first(4, of: "äöüß") == "äöüß")
    #expect(TextCut.first(0, of: "a") == "")
  }
}
