extension Double {
  /// Returns whether the number represents the text from which it was read: an integer of more than 64 bits must be exact, and a text is 0
  /// only if all its digits are.
  func represents(_ text: String) -> Bool {
    if self == 0 { return !text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.contains { (0x31...0x39).contains($0) } }
    let digits = text.utf8.drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return true }
    // The decimal digits of the number, from the last one: its significand is doubled as often as its exponent states.
    var exact = "\(1 << 52 | significandBitPattern)".utf8.reversed().map { $0 - 0x30 }
    for _ in 0..<max(0, Int(exponent) - 52) {
      var carry: UInt8 = 0
      for index in exact.indices {
        let doubled = exact[index] * 2 + carry
        (exact[index], carry) = (doubled % 10, doubled / 10)
      }
      if carry > 0 { exact.append(carry) }
    }
    return digits.drop { $0 == 0x30 }.elementsEqual(exact.reversed().map { $0 + 0x30 })
  }
}
