import Testing
import TestSupport

@testable import Ashlar

@Suite("Case that does not count")
struct FoldingTests {
  // Letter by letter, as the rule is written: ASCII and U+00C0 to U+00DE but the multiplication sign.
  private func folded(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isUpper = (0x41...0x5A).contains(scalar.value) || (0xC0...0xDE).contains(scalar.value) && scalar.value != 0xD7
      scalars.append(isUpper ? Unicode.Scalar(scalar.value + 32) ?? scalar : scalar)
    }
    return String(scalars)
  }

  @Test("texts of any length fold as their letters do", arguments: [1 as UInt64, 2, 3])
  func random(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let letters = Array("aAzZ[@`{ÀÞ×÷ßÿĀłŁ€😀\u{0}\u{7F}É".unicodeScalars)
    for length in 0..<200 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<length { scalars.append(generator.pick(letters)) }
      let text = String(scalars)
      let bytes = Array(text.utf8).withUnsafeBytes(foldCase)
      #expect(bytes == Array(folded(text).utf8), "seed \(seed), \(length) letters")
    }
  }
}
