/// The token or the value of the cookie that a request must contain: random, or the text of `--token`.
struct Secret: Sendable {
  let text: String

  /// Creates a random secret of 128 bits.
  init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<16).map { _ in
      let byte = UInt8.random(in: 0...255, using: &generator)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  init(_ text: String) { self.text = text }

  /// Returns whether a text is equal to the secret. The duration does not depend on the number of equal characters.
  func equals(_ other: some StringProtocol) -> Bool {
    let (a, b) = (Array(text.utf8), Array(other.utf8))
    var difference: UInt8 = a.count == b.count ? 0 : 1
    for index in a.indices { difference |= a[index] ^ (b.isEmpty ? 0 : b[index % b.count]) }
    return difference == 0
  }
}
