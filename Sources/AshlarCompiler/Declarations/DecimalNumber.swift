/// A decimal number, parsed from text of the form `[sign] digits [. digits] [e [sign] digits]` with digits on at least one side of the
/// point.
package struct DecimalNumber: Equatable {
  var isNegative = false
  /// The digits (0…9) without the point and without leading zeros.
  var digits: [UInt8] = []
  /// The exponent of the power of ten by which the digits, read as an integer, are multiplied. The written exponent is clamped to
  /// ±1,000,000,000.
  var exponent = 0

  var isZero: Bool { digits.isEmpty }

  package init?(_ text: String) {
    var bytes = text.utf8[...]
    if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      bytes = bytes.dropFirst()
    }
    let whole = bytes.prefix { (0x30...0x39).contains($0) }
    bytes = bytes.dropFirst(whole.count)
    var fraction = bytes.prefix(0)
    if bytes.first == UInt8(ascii: ".") {
      fraction = bytes.dropFirst().prefix { (0x30...0x39).contains($0) }
      bytes = bytes.dropFirst(1 + fraction.count)
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    if let mark = bytes.first {
      guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return nil }
      var power = bytes.dropFirst()
      let isSmall = power.first == UInt8(ascii: "-")
      if isSmall || power.first == UInt8(ascii: "+") { power = power.dropFirst() }
      guard !power.isEmpty, power.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      let size = power.reduce(0) { min($0 * 10 + Int($1 - 0x30), 1_000_000_000) }
      exponent = isSmall ? -size : size
    }
    exponent -= fraction.count
    digits = (whole.map { $0 - 0x30 } + fraction.map { $0 - 0x30 }).drop { $0 == 0 }.map { $0 }
  }
}
